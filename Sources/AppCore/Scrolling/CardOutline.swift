/// Where the parts of a card are that identify it and act on it: its title, fields and buttons.
package struct CardOutline: Equatable, Sendable {
    /// Rows above the content, the card's frame; ``title`` and ``elements`` are counted from below them.
    package var frameRows = 0
    /// The first row of the title; negative where the title is in the frame.
    package var title = 0
    /// The parts that can have the focus, in reading order.
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

    /// The first row of the title, counted from the card's first row.
    package var titleRow: Int { max(0, frameRows + title) }
}
