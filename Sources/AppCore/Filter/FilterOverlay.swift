package import Cards

/// The line in which a container's cards are filtered while one types.
package struct FilterOverlay: Equatable, Sendable {
    package var container: ContainerID
    package var field: TextField
    /// Why what is typed cannot be understood; the cards stay as they were.
    package var problem: String?
    /// What the last word lacks, which is being typed: no mistake yet.
    package private(set) var expectation: String?
    private var completion = CompletionCycle()
    /// How far back in the earlier filters the line is; nil where it is none of them.
    private var recalled: Int?
    /// What was typed before an earlier filter took its place.
    private var draft = ""

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
        case .command(.completeFilter): return complete(in: state)
        case .command(.earlierFilter): return recall(1, in: state)
        case .command(.laterFilter): return recall(-1, in: state)
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
        recalled = nil
        problem = nil
        expectation = nil
        do throws(CardSearchError) {
            return [.filter(container, try TypedFilter(field.text, isTyping: true))]
        } catch {
            // Only a word that stands there complete can be wrong.
            let isTyped = (try? CardSearch(CardSearch.dropLastWord(of: field.text))) != nil
            if isTyped { expectation = values ?? error.description } else { problem = error.description }
            return []
        }
    }

    /// What may stand behind the colon of the last word; nil where that is no list.
    private var values: String? {
        guard field.text.hasSuffix(":") else { return nil }
        let values = CardSearch.completions(of: field.text).compactMap { $0.split(separator: ":").last }
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }

    /// Puts what the last word can become in its place; the next one where it has been completed.
    private mutating func complete(in state: AppState) -> [OverlayAction] {
        guard let text = completion.next(for: field.text, of: CardSearch.completions) else { return [] }
        return edit({ $0.replaceAll(with: text) }, in: state)
    }

    /// Puts an earlier filter in the line, so many further back; in the end what was typed before.
    private mutating func recall(_ step: Int, in state: AppState) -> [OverlayAction] {
        if recalled == nil { draft = field.text }
        let earlier = state.recent.filters.filter { $0 != draft }
        let place = (recalled ?? -1) + step
        guard place >= -1, place < earlier.count else { return [] }
        let text = place < 0 ? draft : earlier[place]
        let actions = edit({ $0.replaceAll(with: text) }, in: state)
        recalled = place < 0 ? nil : place
        return actions
    }

    /// Back to the cards, filtered as they are now.
    private mutating func accept() -> [OverlayAction] {
        do throws(CardSearchError) {
            let typed = try TypedFilter(field.text)
            return [.close, .filter(container, typed), .recallFilter(typed.text)]
        } catch {
            problem = error.description
            expectation = nil
            return [.show(error.description, .information)]
        }
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
