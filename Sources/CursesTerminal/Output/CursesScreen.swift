import CCurses
import Glibc

/// A screen of ncurses. Only one may be in use at a time.
struct CursesScreen {
    let handle: OpaquePointer
    let window: UnsafeMutablePointer<WINDOW>
    /// The colours that are used.
    let colors: ColorSupport

    /// - Parameters:
    ///   - type: The terminal's type, whose description has already been read.
    ///   - output: The stream that ncurses writes to. ncurses does not own it.
    ///   - limit: The maximum colours; nil for all in the description.
    /// - Returns: Nil if ncurses refuses the terminal.
    init?(
        type: String, output: UnsafeMutablePointer<FILE>, input: UnsafeMutablePointer<FILE>, limit: ColorSupport?
    ) {
        guard let handle = newterm(type, output, input), let window = ccurses_window() else { return nil }
        self.handle = handle
        self.window = window
        // `makeRaw` has already set the tty modes of raw(), noecho() and nonl(), because the output of ncurses is not a
        // tty. This call tells ncurses that a line feed only moves the cursor down.
        nonl()
        keypad(window, true)
        set_escdelay(CursesTerminal.escapeDelay)
        // The loop reads all input before drawing, so ncurses need not check for input while drawing.
        typeahead(-1)
        let hasColors = limit != ColorSupport.none && has_colors() && start_color() == OK
        if hasColors { use_default_colors() }
        let available = hasColors ? ColorSupport(colors: Int(ccurses_colors())) : .none
        colors = limit.map { Self.lesser($0, available) } ?? available
        curs_set(0)
    }

    /// The screen size known to ncurses.
    var size: (columns: Int, rows: Int) { (Int(getmaxx(window)), Int(getmaxy(window))) }

    private static func lesser(_ left: ColorSupport, _ right: ColorSupport) -> ColorSupport {
        let order = ColorSupport.allCases
        return order.first { $0 == left || $0 == right } ?? .none
    }
}
