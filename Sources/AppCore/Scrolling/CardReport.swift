package import Cards

/// Where one card is.
package struct CardReport: Equatable, Sendable {
    package var id: CardID
    /// Changes with the card, see ``CardWindow/Item/version``.
    package var version: Int64
    /// The card's first row, counted from the viewport's first; negative when its top is out of sight.
    package var top: Int
    /// All its rows, those out of sight included.
    package var height: Int
    /// Whether it is the item of a folded group and no card.
    package var isGroup = false
    /// Whether at least half of its columns are in sight.
    package var isHalfAcross = true
    /// Whether all of its columns are in sight.
    package var isWhollyAcross = true
    /// The texts that are long enough to be folded, by the position of their component.
    package var folds: [Int]
    /// The links in its texts, in reading order.
    package var links: [Link]
    /// Where its title and elements are.
    package var outline: CardOutline

    package struct Link: Hashable, Sendable {
        /// Of the text's component in the shown layout.
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

    /// See ``CardOutline/isRecognizable(with:at:)``.
    package func isRecognizable(with element: FocusTarget?, viewportHeight rows: Int) -> Bool {
        isWhollyAcross && outline.isRecognizable(with: element, at: place(in: rows))
    }

    /// Whether the title is in sight.
    package func showsTitle(viewportHeight rows: Int) -> Bool {
        isWhollyAcross && outline.showsTitle(at: place(in: rows))
    }

    /// See ``CardOutline/pinsTitle(at:)``.
    package func pinsTitle(viewportHeight rows: Int) -> Bool { outline.pinsTitle(at: place(in: rows)) }

    /// See ``CardOutline/shows(_:at:)``.
    package func shows(_ element: FocusTarget, viewportHeight rows: Int) -> Bool {
        outline.shows(element, at: place(in: rows))
    }

    private func place(in rows: Int) -> CardPlace { CardPlace(top: top, height: height, in: rows) }

    /// Rows above the viewport.
    package var hiddenAbove: Int { max(0, -top) }
    /// Rows below a viewport of this height.
    package func hiddenBelow(viewportHeight: Int) -> Int { max(0, top + height - viewportHeight) }
}
