package import Cards

/// The text field that filters a container's cards while the user types.
package struct FilterOverlay: Equatable, Sendable {
    package var container: ContainerID
    package var field: TextField
    /// Why the typed filter is not valid. The cards stay as they were.
    package var problem: String?
    /// What is missing in the incomplete last word. Not an error yet, because the user is still typing it.
    package private(set) var expectation: String?
    private var completion = CompletionCycle()
    /// The index of the recalled filter among the earlier filters; nil if none is recalled.
    private var recalled: Int?
    /// The typed text that was replaced by an earlier filter.
    private var draft = ""

    /// The incomplete last word, which does not filter yet, and the search key that it can be completed to.
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

    /// Filters with every change. Text that is not valid leaves the cards as they are and shows the reason.
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
            // Only a complete word can be an error.
            let isTyped = (try? CardSearch(CardSearch.dropLastWord(of: field.text))) != nil
            if isTyped { expectation = values ?? error.description } else { problem = error.description }
            return []
        }
    }

    /// The values that can follow the colon of the last word; nil if there is no list of values.
    private var values: String? {
        guard field.text.hasSuffix(":") else { return nil }
        let values = CardSearch.completions(of: field.text).compactMap { $0.split(separator: ":").last }
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }

    /// Replaces the last word with its completion, or a completed word with the next completion.
    private mutating func complete(in state: AppState) -> [OverlayAction] {
        guard let text = completion.next(for: field.text, of: CardSearch.completions) else { return [] }
        return edit({ $0.replaceAll(with: text) }, in: state)
    }

    /// Replaces the text with an earlier filter, `step` entries further back, or with the text that was typed before.
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

    /// Returns to the cards and keeps the filter.
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

/// The filter that the user typed for a container.
package struct TypedFilter: Hashable, Sendable {
    package var text: String
    package var search: CardSearch

    /// - Parameter isTyping: Whether the last word may be incomplete.
    package init(_ text: String, isTyping: Bool = false) throws(CardSearchError) {
        self.text = text
        search = isTyping ? try CardSearch(typing: text) : try CardSearch(text)
    }
}
