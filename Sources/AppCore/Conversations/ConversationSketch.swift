package import Cards

/// A conversation that the user starts.
package struct ConversationSketch: Hashable, Sendable {
    /// Where its card will be.
    package var stream: StreamID
    package var name = ""
    /// As they are typed: ids or names.
    package var people: [String] = []

    package init(stream: StreamID) { self.stream = stream }
}

/// What became of starting a conversation.
package enum ConversationEvent: Hashable, Sendable {
    case started(CardID, ConversationSketch)
    case failed(ConversationSketch, reason: String)
}
