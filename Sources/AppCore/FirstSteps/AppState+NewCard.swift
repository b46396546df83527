import Cards

/// Creates a card of the user's own. Only the title is required. Prompts ask for the text and the buttons, one after
/// the other.
extension AppState {
    mutating func askForCard() -> [Effect] {
        overlays.append(.prompt(PromptOverlay(asking: .title, of: CardSketch(title: ""))))
        return []
    }

    mutating func showConnecting() -> [Effect] {
        let text = Strings.FirstSteps.connectText(profile: settings.firstSteps?.profile)
        overlays.append(.message(MessageOverlay(title: Strings.FirstSteps.connect, text: text)))
        return []
    }

    mutating func receive(_ event: FirstStepEvent) -> [Effect] {
        switch event {
        case .published(nil): show(Strings.NewCard.published, .success)
        case .published(let reason?): show(Strings.NewCard.failed(reason), .failure)
        case .counted(let hidden): settings.firstSteps?.hidden = hidden
        case .demoEnded(nil): break
        case .demoEnded(let reason?): show(reason, .failure)
        }
        return []
    }
}

/// The result of a first step.
package enum FirstStepEvent: Hashable, Sendable {
    /// The user's own card was published, or was not, with the reason.
    case published(failure: String?)
    /// The streams whose cards no screen shows.
    case counted(HiddenStreams)
    /// The demo ended, with a message to show if there is one.
    case demoEnded(message: String?)
}

extension PromptOverlay {
    /// A part of a new card.
    package enum CardPart: Hashable, Sendable { case title, text, buttons }

    /// Creates a prompt for a part of a new card.
    ///
    /// - Parameter sketch: The parts entered so far.
    init(asking part: CardPart, of sketch: CardSketch) {
        var field = TextField()
        let words: (title: String, hint: String)
        switch part {
        case .title: words = (Strings.NewCard.title, Strings.NewCard.titleHint)
        case .text: words = (Strings.NewCard.text, Strings.NewCard.textHint)
        case .buttons:
            words = (Strings.NewCard.buttons, Strings.NewCard.buttonsHint)
            field = TextField(Strings.NewCard.firstButtons)
            field.selectAll()
        }
        self.init(title: words.title, card: nil, purpose: .newCard(sketch, part), field: field, hint: words.hint)
    }

    /// Stores the entered part of a new card, and publishes the card.
    ///
    /// - Parameter goesOn: Whether to ask for the next part first, if there is one.
    mutating func accept(_ part: CardPart, of sketch: CardSketch, goesOn: Bool) -> [OverlayAction] {
        var sketch = sketch
        let text = field.text.trimmed
        switch part {
        case .title:
            guard !text.isEmpty else {
                problem = Strings.NewCard.noTitle
                return []
            }
            sketch.title = text
            if goesOn { return [.close, .open(.prompt(PromptOverlay(asking: .text, of: sketch)))] }
        case .text:
            sketch.text = text.isEmpty ? nil : text
            if goesOn { return [.close, .open(.prompt(PromptOverlay(asking: .buttons, of: sketch)))] }
        case .buttons:
            sketch.buttons = text.split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
            guard CardSketch.problem(ofButtons: sketch.buttons) == nil else {
                problem = Strings.NewCard.alike
                return []
            }
        }
        return [.close, .start(.publish(sketch))]
    }

    /// The label of the Enter key; nil for the label that prompts have by default.
    package var acceptHint: String? {
        switch purpose {
        case .newCard: Strings.NewCard.publish
        case .newConversation(_, .name): Strings.NewConversation.goOn
        case .newConversation(_, .people): Strings.NewConversation.start
        case .voteUp, .voteDown, .pipe: nil
        }
    }

    /// The label of the key that asks for the next part; nil if there is none.
    package var nextHint: String? {
        switch purpose {
        case .newCard(_, .title): Strings.NewCard.addText
        case .newCard(_, .text): Strings.NewCard.addButtons
        case .newCard(_, .buttons), .newConversation, .voteUp, .voteDown, .pipe: nil
        }
    }
}
