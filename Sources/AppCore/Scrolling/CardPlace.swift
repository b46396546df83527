/// The position of a card in a viewport.
package struct CardPlace: Equatable, Sendable {
    /// The card's first row, relative to the viewport's first row; negative if its top is above the viewport.
    package var top: Int
    /// The number of rows, including those outside the viewport.
    package var height: Int
    /// The number of rows of the viewport.
    package var rows: Int

    package init(top: Int, height: Int, in rows: Int) {
        self.top = top
        self.height = height
        self.rows = rows
    }
}

/// The visible part of a card: see decision 0051.
extension CardOutline {
    /// Whether the title is pinned to the first row of the viewport, where it replaces the card's own row, because the
    /// title itself is out of sight. As a result, a tall card can be recognized while it is scrolled.
    package func pinsTitle(at place: CardPlace) -> Bool {
        let title = place.top + titleRow
        let first = place.top + max(0, frameRows - 1)
        return place.rows > 1 && first <= 0 && place.top + place.height > 1 && !(0..<place.rows).contains(title)
    }

    /// Whether the title is in sight, pinned or not.
    package func showsTitle(at place: CardPlace) -> Bool {
        (0..<place.rows).contains(place.top + titleRow) || pinsTitle(at: place)
    }

    /// Whether an element is in sight: all of it, or a part of an element that is taller than the viewport. True for an
    /// element without a known position.
    package func shows(_ element: FocusTarget, at place: CardPlace) -> Bool {
        guard let rows = rows(of: element) else { return true }
        let (first, end) = (place.top + rows.lowerBound, place.top + rows.upperBound)
        let covered = pinsTitle(at: place) ? 1 : 0
        return rows.count <= place.rows - covered
            ? first >= covered && end <= place.rows : first < place.rows && end > covered
    }

    /// Whether commands may act on a card at this position: its title and the target are in sight.
    ///
    /// - Parameter element: The target or focused element; nil for the card itself. In that case, the first button must
    ///   be in sight as well if the rows from the title to it fit into the viewport.
    package func isRecognizable(with element: FocusTarget?, at place: CardPlace) -> Bool {
        guard showsTitle(at: place) else { return false }
        if let element { return shows(element, at: place) }
        guard let button = firstButton, span(withTitle: button).count <= place.rows else { return true }
        return shows(button.target, at: place)
    }

    /// For a card taller than the viewport, the row of the card to place at the top of the viewport, so that
    /// ``isRecognizable(with:at:)`` is true. The card's own title is in sight if it fits together with the element.
    ///
    /// - Parameter rows: The number of rows of the viewport.
    package func firstRow(showing element: FocusTarget?, in rows: Int) -> Int {
        let wanted = element.map { target in elements.first { $0.target == target } } ?? firstButton
        let title = titleRow < rows ? 0 : titleRow
        guard let wanted else { return title }
        let span = span(withTitle: wanted)
        if span.count <= rows { return span.upperBound <= rows ? 0 : span.lowerBound }
        guard element != nil, let found = self.rows(of: wanted.target) else { return title }
        // Places the element below the pinned title.
        let isAbove = found.lowerBound < titleRow
        return max(0, isAbove || found.count >= rows ? found.lowerBound - 1 : found.upperBound - rows)
    }

    private var firstButton: Element? { elements.first { if case .button = $0.target { true } else { false } } }

    /// The rows of an element, relative to the card's first row.
    private func rows(of target: FocusTarget) -> Range<Int>? {
        elements.first { $0.target == target }.map { frameRows + $0.rows.lowerBound..<frameRows + $0.rows.upperBound }
    }

    /// The rows from the title to the element, in either order.
    private func span(withTitle element: Element) -> Range<Int> {
        min(titleRow, frameRows + element.rows.lowerBound)..<max(titleRow + 1, frameRows + element.rows.upperBound)
    }
}
