// The same floor in Swift, which shows what the language and its runtime add to the C program.
import CCurses

@main
struct FloorSwift {
    static func draw(_ screen: UnsafeMutablePointer<WINDOW>, first: Int32, selected: Int32, count: Int32) {
        let rows = getmaxy(screen)
        werase(screen)
        var row: Int32 = 0
        while row < rows, first + row < count {
            let number = String(first + row)
            let line =
                String(repeating: " ", count: 7 - number.count) + number + "  Release checkout 4.12."
                + String((first + row) % 97) + " to production? Requested by Mira Okafor"
            if first + row == selected { wattr_on(screen, UInt32(1) << 18, nil) }
            wmove(screen, row, 0)
            waddnstr(screen, line, -1)
            if first + row == selected { wattr_off(screen, UInt32(1) << 18, nil) }
            row += 1
        }
        wmove(screen, selected - first, 0)
        wrefresh(screen)
    }

    static func main() {
        let count = CommandLine.arguments.count > 1 ? Int32(CommandLine.arguments[1]) ?? 100_000 : 100_000
        var first: Int32 = 0
        var selected: Int32 = 0
        guard let screen = initscr() else { return }
        raw()
        noecho()
        keypad(screen, true)
        draw(screen, first: first, selected: selected, count: count)
        while true {
            let key = wgetch(screen)
            if key == Int32(UInt8(ascii: "q")) { break }
            if key == Int32(UInt8(ascii: "j")), selected + 1 < count { selected += 1 }
            if key == Int32(UInt8(ascii: "k")), selected > 0 { selected -= 1 }
            if selected < first { first = selected }
            if selected >= first + getmaxy(screen) { first = selected - getmaxy(screen) + 1 }
            draw(screen, first: first, selected: selected, count: count)
        }
        endwin()
    }
}
