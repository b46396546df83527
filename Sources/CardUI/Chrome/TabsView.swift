internal import AppCore
internal import Canvas
internal import Theming

/// The names of the screens, and the number of new cards on each of the other screens. The tab of the current screen is
/// filled.
struct TabsView {
    let screens: [ScreenModel]
    let shown: Int
    /// The number of new cards of each screen.
    let newCounts: [Int]
    let context: DrawContext

    /// The columns for an arrow at each side.
    private static let edge = 2
    /// The blanks at both sides of a title.
    private static let padding = 2

    /// Draws into one row. Returns the columns of each tab, which can be clicked, in the painter's coordinates.
    func draw(_ painter: Painter) -> [(index: Int, columns: Range<Int>)] {
        var tabs: [(index: Int, columns: Range<Int>)] = []
        // If not all tabs fit, those before the current one are left out, and arrows show that there are more.
        let marks = newCounts.map { count -> SafeText in
            count > 0 ? "\(SafeText(Strings.Arrivals.onTab(count))) " : .empty
        }
        let widths = screens.indices.map {
            TextLayout.width(of: SafeText(screens[$0].title)) + Self.padding + TextLayout.width(of: marks[$0])
        }
        let areAllShown = widths.reduce(0, +) <= painter.size.columns
        let edge = areAllShown ? 0 : Self.edge
        let columns = painter.size.columns - 2 * edge
        var first = 0
        while first < shown, widths[first...shown].reduce(0, +) > columns { first += 1 }
        let style = context.theme[.tab]
        if first > 0 { painter.write("‹", at: .zero, style: style) }
        var column = edge
        for index in first..<screens.count {
            let room = edge + columns - column - Self.padding
            guard room > 0 else {
                painter.write("›", at: Point(column: painter.size.columns - 1, row: 0), style: style)
                break
            }
            let isShown = index == shown
            let scope: StyleScope = isShown ? .tabShown : .tab
            let words = SafeText(screens[index].title).formed(as: context.theme.forms[scope])
            let title = TextLayout.truncate(words, width: room)
            var width = painter.write(
                " \(title) ", at: Point(column: column, row: 0), style: context.theme[scope])
            if width + TextLayout.width(of: marks[index]) <= room + Self.padding {
                width += painter.write(
                    marks[index], at: Point(column: column + width, row: 0), style: context.theme[.headerNew])
            }
            tabs.append((index, column..<column + width))
            column += width
        }
        return tabs
    }
}
