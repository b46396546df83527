/// The positions of a card's title, fields and buttons.
package struct CardOutline: Equatable, Sendable {
    /// The number of rows of the frame above the content. ``title`` and ``elements`` are relative to the row below the
    /// frame.
    package var frameRows = 0
    /// The first row of the title; negative if the title is in the frame.
    package var title = 0
    /// The focusable elements, in reading order.
    package var elements: [Element] = []

    package struct Element: Equatable, Sendable {
        package var target: FocusTarget
        package var rows: Range<Int>

        package init(target: FocusTarget, rows: Range<Int>) {
            self.target = target
            self.rows = rows
        }
    }

    package init(frameRows: Int = 0, title: Int = 0, elements: [Element] = []) {
        self.frameRows = frameRows
        self.title = title
        self.elements = elements
    }

    /// The first row of the title, relative to the card's first row.
    package var titleRow: Int { max(0, frameRows + title) }
}
