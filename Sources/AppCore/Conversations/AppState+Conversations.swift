import Cards

/// Starts a conversation: asks for its name, then for the participants.
extension AppState {
    /// A stream in which a conversation can be started: preferably that of the focused container.
    var streamOfConversations: StreamID? {
        let all = [focusedContainer?.streamID].compactMap(\.self) + streams
        return all.first { syncStatus.capabilities(of: $0).startsConversations }
    }

    mutating func askForConversation() -> [Effect] {
        guard let stream = streamOfConversations else { return [] }
        overlays.append(.prompt(PromptOverlay(asking: .name, of: ConversationSketch(stream: stream))))
        return []
    }

    mutating func receive(_ event: ConversationEvent) -> [Effect] {
        switch event {
        case .started(let card, let sketch):
            show(Strings.NewConversation.started(sketch.name), .success)
            goBack(to: card)
            return returning.hasCardToSelect ? lookUp(card, in: sketch.stream) : []
        case .failed(let sketch, let reason):
            // Opens the last prompt again, so that the user can correct the input.
            var prompt = PromptOverlay(asking: .people, of: sketch)
            prompt.problem = reason
            overlays.append(.prompt(prompt))
            return []
        }
    }
}

extension PromptOverlay {
    /// A part of a new conversation.
    package enum ConversationPart: Hashable, Sendable { case name, people }

    /// Creates a prompt for a part of a new conversation.
    ///
    /// - Parameter sketch: The parts entered so far.
    init(asking part: ConversationPart, of sketch: ConversationSketch) {
        let people = sketch.people.joined(separator: ", ")
        let words: (title: String, hint: String, text: String) =
            switch part {
            case .name: (Strings.NewConversation.name, Strings.NewConversation.nameHint, sketch.name)
            case .people: (Strings.NewConversation.people, Strings.NewConversation.peopleHint, people)
            }
        self.init(
            title: words.title, card: nil, purpose: .newConversation(sketch, part), field: TextField(words.text),
            hint: words.hint)
    }

    /// Stores the entered part of a new conversation, and asks for the next part or starts the conversation.
    mutating func accept(_ part: ConversationPart, of sketch: ConversationSketch) -> [OverlayAction] {
        var sketch = sketch
        let text = field.text.trimmed
        switch part {
        case .name:
            guard !text.isEmpty else {
                problem = Strings.NewConversation.noName
                return []
            }
            sketch.name = text
            return [.close, .open(.prompt(PromptOverlay(asking: .people, of: sketch)))]
        case .people:
            sketch.people = text.split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
            return [.close, .start(.startConversation(sketch))]
        }
    }
}
