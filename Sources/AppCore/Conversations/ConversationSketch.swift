package import Cards

/// A new conversation that the user is entering.
package struct ConversationSketch: Hashable, Sendable {
    /// The stream of the conversation's card.
    package var stream: StreamID
    package var name = ""
    /// Ids or names, as typed.
    package var people: [String] = []

    package init(stream: StreamID) { self.stream = stream }
}

/// The result of starting a conversation.
package enum ConversationEvent: Hashable, Sendable {
    case started(CardID, ConversationSketch)
    case failed(ConversationSketch, reason: String)
}
