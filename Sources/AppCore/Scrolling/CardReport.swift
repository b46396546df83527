package import Cards

/// The position of a card on the screen.
package struct CardReport: Equatable, Sendable {
    package var id: CardID
    /// The card's version, see ``CardWindow/Item/version``.
    package var version: Int64
    /// The card's first row, relative to the viewport's first row; negative if its top is above the viewport.
    package var top: Int
    /// The number of rows, including those outside the viewport.
    package var height: Int
    /// Whether this is the item of a folded group rather than a card.
    package var isGroup = false
    /// Whether at least half of its columns are in sight.
    package var isHalfAcross = true
    /// Whether all of its columns are in sight.
    package var isWhollyAcross = true
    /// The texts that are long enough to be folded, by the position of their component.
    package var folds: [Int]
    /// The links in its texts, in reading order.
    package var links: [Link]
    /// The positions of its title and elements.
    package var outline: CardOutline

    package struct Link: Hashable, Sendable {
        /// The position of the text component in the shown layout.
        package var position: Int
        package var address: String

        package init(position: Int, address: String) {
            self.position = position
            self.address = address
        }
    }

    package init(
        id: CardID, version: Int64 = 0, top: Int, height: Int, folds: [Int] = [], links: [Link] = [],
        outline: CardOutline = CardOutline()
    ) {
        self.id = id
        self.version = version
        self.top = top
        self.height = height
        self.folds = folds
        self.links = links
        self.outline = outline
    }

    /// Whether commands may act on the card, see ``CardOutline/isRecognizable(with:at:)``.
    package func isRecognizable(with element: FocusTarget?, viewportHeight rows: Int) -> Bool {
        isWhollyAcross && outline.isRecognizable(with: element, at: place(in: rows))
    }

    /// Whether the title is in sight.
    package func showsTitle(viewportHeight rows: Int) -> Bool {
        isWhollyAcross && outline.showsTitle(at: place(in: rows))
    }

    /// Whether the title is pinned, see ``CardOutline/pinsTitle(at:)``.
    package func pinsTitle(viewportHeight rows: Int) -> Bool { outline.pinsTitle(at: place(in: rows)) }

    /// Whether an element is in sight, see ``CardOutline/shows(_:at:)``.
    package func shows(_ element: FocusTarget, viewportHeight rows: Int) -> Bool {
        outline.shows(element, at: place(in: rows))
    }

    private func place(in rows: Int) -> CardPlace { CardPlace(top: top, height: height, in: rows) }

    /// The number of rows above the viewport.
    package var hiddenAbove: Int { max(0, -top) }
    /// The number of rows below a viewport of this height.
    package func hiddenBelow(viewportHeight: Int) -> Int { max(0, top + height - viewportHeight) }
}
