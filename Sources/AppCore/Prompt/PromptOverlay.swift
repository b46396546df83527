package import Cards

/// One line of text asked from the user.
package struct PromptOverlay: Equatable, Sendable {
    package var title: String
    /// The card it is about; nil for none.
    package var card: CardID?
    package var purpose: Purpose
    package var field: TextField
    /// Shown beneath while nothing is wrong, for example how to write a time.
    package var hint: String
    /// Why the text cannot be taken as it is.
    package var problem: String?
    /// The longest text in characters; nil for none.
    package var limit: Int?
    /// What is said to more.
    var tooLong = Strings.Vote.tooLong

    package enum Purpose: Hashable, Sendable {
        case voteUp
        case voteDown(CardResponse.VoteReason)
        /// A command line that is given the card.
        case pipe
        /// A part of a card that the user makes, with the parts so far.
        case newCard(CardSketch, CardPart)
        /// A part of a conversation that the user starts, with the parts so far.
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
        // Line by line there is no key to go on with.
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
