import Basics
public import CardSources
public import Cards

/// Older messages, which are loaded on demand.
extension ComapiSource {
    /// The greatest number of messages on a page.
    static let pageMessages = 20

    /// Loads the messages before the ones on a card or on another page.
    public func page(
        _ name: String, of card: CardID, in stream: StreamID
    ) async throws(SourceError) -> [Card.Component] {
        try check(stream)
        try await begin()
        if conversationIDs[card] == nil { try await refresh() }
        guard let id = conversationIDs[card] else { throw .refused(SourceRefusal(.unknownCard)) }
        guard threads[id] != nil else { throw .refused(SourceRefusal(.cardClosed)) }
        guard let older = OlderMessages(page: name) else { throw .refused(SourceRefusal(.notFound)) }
        let (messages, isAll) = try await messages(before: older.event, in: id)
        await loadNames(of: messages.map(\.senderID))
        guard let thread = threads[id], let people else { throw .refused(SourceRefusal(.cardClosed)) }
        let shown = ConversationCard.fitting(messages)
        // Loading messages counts as reading them.
        await read(shown, by: people.me, in: id)
        return ConversationCard(thread: thread, people: people, zone: zone)
            .page(shown, isAll: isAll && shown.count == messages.count)
    }

    /// Loads the newest messages before an event, oldest first, and whether no older ones exist.
    private func messages(
        before event: Int, in id: String
    ) async throws(SourceError) -> ([ConversationMessage], isAll: Bool) {
        var pager = client.conversations.pager(of: id, limit: Self.pageEvents, before: event)
        var found: [ConversationMessage] = []
        do throws(ComapiError) {
            // A page of events can be without messages.
            while found.count < Self.pageMessages {
                guard let page = try await pager.next() else { return (found, true) }
                found = page + found
            }
        } catch { throw SourceError(error) }
        return (found.suffix(Self.pageMessages), found.count == Self.pageMessages && pager.isAtStart)
    }
}
