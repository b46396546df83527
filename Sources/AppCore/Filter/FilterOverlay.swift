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

extension FilterOverlay: OverlayComponent {
    package var overlay: Overlay { .filter(self) }
    package var keyLayer: KeyLayer { .filter }
    package var editedText: String? { field.text }

    package mutating func handle(_ event: OverlayEvent, in state: AppState) -> [OverlayAction]? {
        if let text = event.text { return edit({ $0.insert(text) }, in: state) }
        switch event {
        case .command(.acceptPrompt), .clicked: return accept()
        case .command(.close): return [.close, .filter(container, nil)]
        case .line(let text): return edit({ $0.replaceAll(with: text) }, in: state) + accept()
        default: return nil
        }
    }

    /// Filters with every change; what cannot be understood leaves the cards as they are and says why.
    package mutating func edit(_ change: (inout TextField) -> Void, in state: AppState) -> [OverlayAction] {
        let before = field.text
        change(&field)
        field.joinLines()
        guard field.text != before else { return [] }
        do throws(CardSearchError) {
            let typed = try TypedFilter(field.text, isTyping: true)
            problem = nil
            return [.filter(container, typed)]
        } catch {
            problem = error.description
            return []
        }
    }

    /// Back to the cards, filtered as they are now.
    private func accept() -> [OverlayAction] {
        if let problem { return [.show(problem, .information)] }
        // A mistake was shown while it was typed.
        guard let typed = try? TypedFilter(field.text) else { return [.close] }
        return [.close, .filter(container, typed)]
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
