package import Cards

/// The line in which a container's cards are filtered while one types.
package struct FilterOverlay: Equatable, Sendable {
    package var container: ContainerID
    package var field: TextField
    /// Why what is typed cannot be understood; the cards stay as they were.
    package var problem: String?

    /// The last word, which does not filter yet, and the key that it may become.
    package var unfinished: (word: String, key: String)? { CardSearch.unfinished(in: field.text) }

    package init(container: ContainerID, field: TextField) {
        self.container = container
        self.field = field
    }
}

/// What the user narrowed a container's cards down to.
package struct TypedFilter: Hashable, Sendable {
    /// As typed.
    package var text: String
    package var search: CardSearch

    /// - Parameter isTyping: Whether the last word may not be complete.
    package init(_ text: String, isTyping: Bool = false) throws(CardSearchError) {
        self.text = text
        search = isTyping ? try CardSearch(typing: text) : try CardSearch(text)
    }
}
