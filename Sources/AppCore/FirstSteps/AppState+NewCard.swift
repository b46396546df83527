import Cards

/// A card that the user makes: its title is enough. Its text and its buttons can be asked for, one after the other.
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
        case .demoEnded(nil): break
        case .demoEnded(let reason?): show(reason, .failure)
        }
        return []
    }
}

/// What became of a first step.
package enum FirstStepEvent: Hashable, Sendable {
    /// A card of the user's own; with the reason if it was not published.
    case published(failure: String?)
    /// With what to tell the user, if there is anything.
    case demoEnded(message: String?)
}

extension PromptOverlay {
    /// A part of a new card.
    package enum CardPart: Hashable, Sendable { case title, text, buttons }

    /// Asks for a part of a new card.
    ///
    /// - Parameter sketch: The parts so far.
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

    /// Takes the part of a new card that was asked for, and publishes the card.
    ///
    /// - Parameter goesOn: Whether the next part is asked for first, if there is one.
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

    /// What Enter does; nil for what it does in every prompt.
    package var acceptHint: String? {
        switch purpose {
        case .newCard: Strings.NewCard.publish
        case .newConversation(_, .name): Strings.NewConversation.goOn
        case .newConversation(_, .people): Strings.NewConversation.start
        case .voteUp, .voteDown, .pipe: nil
        }
    }

    /// What the key for the next part does; nil if there is none.
    package var nextHint: String? {
        switch purpose {
        case .newCard(_, .title): Strings.NewCard.addText
        case .newCard(_, .text): Strings.NewCard.addButtons
        case .newCard(_, .buttons), .newConversation, .voteUp, .voteDown, .pipe: nil
        }
    }
}
