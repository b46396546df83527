// The same floor in Swift: what the language and its run-time add to the C one.
import CCurses

@main
struct FloorSwift {
    static func draw(first: Int32, selected: Int32, count: Int32) {
        let rows = getmaxy(stdscr)
        werase(stdscr)
        var row: Int32 = 0
        while row < rows, first + row < count {
            let number = String(first + row)
            let line =
                String(repeating: " ", count: 7 - number.count) + number + "  Release checkout 4.12."
                + String((first + row) % 97) + " to production? Requested by Mira Okafor"
            if first + row == selected { wattr_on(stdscr, UInt32(1) << 18, nil) }
            wmove(stdscr, row, 0)
            waddnstr(stdscr, line, -1)
            if first + row == selected { wattr_off(stdscr, UInt32(1) << 18, nil) }
            row += 1
        }
        wmove(stdscr, selected - first, 0)
        wrefresh(stdscr)
    }

    static func main() {
        let count = CommandLine.arguments.count > 1 ? Int32(CommandLine.arguments[1]) ?? 100_000 : 100_000
        var first: Int32 = 0
        var selected: Int32 = 0
        guard initscr() != nil else { return }
        raw()
        noecho()
        keypad(stdscr, true)
        draw(first: first, selected: selected, count: count)
        while true {
            let key = wgetch(stdscr)
            if key == Int32(UInt8(ascii: "q")) { break }
            if key == Int32(UInt8(ascii: "j")), selected + 1 < count { selected += 1 }
            if key == Int32(UInt8(ascii: "k")), selected > 0 { selected -= 1 }
            if selected < first { first = selected }
            if selected >= first + getmaxy(stdscr) { first = selected - getmaxy(stdscr) + 1 }
            draw(first: first, selected: selected, count: count)
        }
        endwin()
    }
}
