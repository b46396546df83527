package import Cards

/// A prompt for one line of text.
package struct PromptOverlay: Equatable, Sendable {
    package var title: String
    /// The card that the prompt belongs to; nil if there is none.
    package var card: CardID?
    package var purpose: Purpose
    package var field: TextField
    /// A hint that is shown below the text field while there is no problem, for example the format of a time.
    package var hint: String
    /// Why the text cannot be accepted; nil if it can.
    package var problem: String?
    /// The maximum length of the text in characters; nil for no limit.
    package var limit: Int?
    /// The message for a longer text.
    var tooLong = Strings.Vote.tooLong

    package enum Purpose: Hashable, Sendable {
        case voteUp
        case voteDown(CardResponse.VoteReason)
        /// A shell command that the card is piped to.
        case pipe
        /// A part of a new card, with the parts entered so far.
        case newCard(CardSketch, CardPart)
        /// A part of a new conversation, with the parts entered so far.
        case newConversation(ConversationSketch, ConversationPart)
    }

    package init(
        title: String, card: CardID?, purpose: Purpose, field: TextField = TextField(), hint: String,
        limit: Int? = nil
    ) {
        self.title = title
        self.card = card
        self.purpose = purpose
        self.field = field
        self.hint = hint
        self.limit = limit
    }
}

extension PromptOverlay: OverlayComponent {
    package var overlay: Overlay { .prompt(self) }
    package var keyLayer: KeyLayer { .prompt }
    package var requiredCard: CardID? { card }
    package var isTypedInto: Bool { !field.text.isEmpty }
    package var editedText: String? { field.text }

    package mutating func handle(_ event: OverlayEvent, in state: AppState) -> [OverlayAction]? {
        if let text = event.text { return edit({ $0.insert(text.replacing("\n", with: " ")) }, in: state) }
        switch event {
        case .command(.acceptPrompt): return accept(in: state)
        case .command(.nextPart): return accept(in: state, goesOn: true)
        // In line mode, Enter asks for the next part, because there is no other key.
        case .line(let text): return edit({ $0.replaceAll(with: text) }, in: state) + accept(in: state, goesOn: true)
        default: return nil
        }
    }

    package mutating func edit(_ change: (inout TextField) -> Void, in state: AppState) -> [OverlayAction] {
        change(&field)
        problem = nil
        if let limit, field.count > limit { problem = tooLong }
        return []
    }

    private mutating func accept(in state: AppState, goesOn: Bool = false) -> [OverlayAction] {
        if case .newCard(let sketch, let part) = purpose { return accept(part, of: sketch, goesOn: goesOn) }
        if case .newConversation(let sketch, let part) = purpose { return accept(part, of: sketch) }
        guard let card, state.subject(card) != nil else { return [] }
        if let limit, field.count > limit {
            problem = tooLong
            return []
        }
        let message = field.text.isEmpty ? nil : field.text
        switch purpose {
        case .voteUp: return [.close, .respond(.voteUp(message: message), to: card)]
        case .voteDown(let reason): return [.close, .respond(.voteDown(reason: reason, message: message), to: card)]
        case .pipe:
            guard let message, message.contains(where: { !$0.isWhitespace }) else {
                problem = Strings.Pipe.empty
                return []
            }
            return [.close, .pipe(card, command: message)]
        case .newCard, .newConversation: return []
        }
    }
}
