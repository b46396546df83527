/// Reads the messages of one conversation from the newest to the oldest, page by page. It applies status events to
/// messages on older pages than the event.
///
/// ```swift
/// var pager = client.conversations.pager(of: "release-4.12")
/// while let messages = try await pager.next() { show(messages) }
/// ```
public struct MessagePager: Sendable {
    private let conversations: ComapiConversations
    private let conversationID: String
    private let limit: Int
    private var from: Int?
    /// Whether the oldest page has been read.
    private(set) var isAtStart = false
    private var waiting: [OrphanedEvent] = []

    init(_ conversations: ComapiConversations, of conversationID: String, limit: Int, before: Int?) {
        self.conversations = conversations
        self.conversationID = conversationID
        self.limit = limit
        from = before.map { $0 - 1 }
        isAtStart = before.map { $0 <= 0 } ?? false
    }

    /// The next older page, its messages oldest first; nil after the oldest one. A page can be empty.
    ///
    /// - Throws: ``ComapiError``. The next call then requests the same page again.
    public mutating func next() async throws(ComapiError) -> [ConversationMessage]? {
        guard !isAtStart else { return nil }
        let page = try await conversations.messages(of: conversationID, limit: limit, from: from)
        var messages = page.messages
        waiting = Self.apply(waiting + page.orphans, to: &messages)
        from = page.previous
        isAtStart = page.previous == nil
        return messages
    }

    /// Applies events to their messages, and returns the events whose messages are not in the list.
    static func apply(_ orphans: [OrphanedEvent], to messages: inout [ConversationMessage]) -> [OrphanedEvent] {
        guard !orphans.isEmpty else { return [] }
        var places: [String: Int] = [:]
        for (place, message) in messages.enumerated() { places[message.id] = place }
        return orphans.filter { orphan in
            guard let place = places[orphan.messageID] else { return true }
            messages[place].apply(orphan.update, by: orphan.profileID)
            return false
        }
    }
}
