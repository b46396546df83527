/// Where a card stands in a viewport.
package struct CardPlace: Equatable, Sendable {
    /// The card's first row, counted from the viewport's first; negative when its top is out of sight.
    package var top: Int
    /// All its rows, those out of sight included.
    package var height: Int
    /// The rows of the viewport.
    package var rows: Int

    package init(top: Int, height: Int, in rows: Int) {
        self.top = top
        self.height = height
        self.rows = rows
    }
}

/// What is in sight of a card: see decision 0051.
extension CardOutline {
    /// Whether the title stands on the viewport's first row, in place of the row that would be there: the card covers that
    /// row, and its own title is out of sight. So a tall card can be scrolled and is still known.
    package func pinsTitle(at place: CardPlace) -> Bool {
        let title = place.top + titleRow
        let first = place.top + max(0, frameRows - 1)
        return place.rows > 1 && first <= 0 && place.top + place.height > 1 && !(0..<place.rows).contains(title)
    }

    /// Whether the title is in sight.
    package func showsTitle(at place: CardPlace) -> Bool {
        (0..<place.rows).contains(place.top + titleRow) || pinsTitle(at: place)
    }

    /// Whether an element is in sight: all of it, or of a taller one a part. One that is not known stands nowhere.
    package func shows(_ element: FocusTarget, at place: CardPlace) -> Bool {
        guard let rows = rows(of: element) else { return true }
        let (first, end) = (place.top + rows.lowerBound, place.top + rows.upperBound)
        let covered = pinsTitle(at: place) ? 1 : 0
        return rows.count <= place.rows - covered
            ? first >= covered && end <= place.rows : first < place.rows && end > covered
    }

    /// Whether something may be done to a card as it stands: its title is in sight, and so is what is acted on.
    ///
    /// - Parameter element: What is acted on or has the focus; nil for the card itself. Then the first button is in sight
    ///   as well, where the rows from the title to it fit into the viewport.
    package func isRecognizable(with element: FocusTarget?, at place: CardPlace) -> Bool {
        guard showsTitle(at: place) else { return false }
        if let element { return shows(element, at: place) }
        guard let button = firstButton, span(withTitle: button).count <= place.rows else { return true }
        return shows(button.target, at: place)
    }

    /// The row of a card higher than the viewport that comes first in it, so that ``isRecognizable(with:at:)`` holds. The
    /// card's own title is in sight where it fits with the element.
    ///
    /// - Parameter rows: The rows of the viewport.
    package func firstRow(showing element: FocusTarget?, in rows: Int) -> Int {
        let wanted = element.map { target in elements.first { $0.target == target } } ?? firstButton
        let title = titleRow < rows ? 0 : titleRow
        guard let wanted else { return title }
        let span = span(withTitle: wanted)
        if span.count <= rows { return span.upperBound <= rows ? 0 : span.lowerBound }
        guard element != nil, let found = self.rows(of: wanted.target) else { return title }
        // Below the pinned title.
        let isAbove = found.lowerBound < titleRow
        return max(0, isAbove || found.count >= rows ? found.lowerBound - 1 : found.upperBound - rows)
    }

    private var firstButton: Element? { elements.first { if case .button = $0.target { true } else { false } } }

    /// The rows of an element, counted from the card's first row.
    private func rows(of target: FocusTarget) -> Range<Int>? {
        elements.first { $0.target == target }.map { frameRows + $0.rows.lowerBound..<frameRows + $0.rows.upperBound }
    }

    /// From the title to the element, or the other way round.
    private func span(withTitle element: Element) -> Range<Int> {
        min(titleRow, frameRows + element.rows.lowerBound)..<max(titleRow + 1, frameRows + element.rows.upperBound)
    }
}
