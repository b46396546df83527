public import CardSources
public import Cards

/// Read receipts.
extension ComapiSource: SeenSink {
    /// Marks the messages on conversations' cards as read, here and at the service.
    public func markSeen(_ cards: [CardID], in stream: StreamID) async {
        guard stream == self.stream, let me = people?.me else { return }
        for card in cards {
            guard let id = conversationIDs[card], let thread = threads[id] else { continue }
            let unread = thread.unread(by: me)
            guard !unread.isEmpty else { continue }
            mark(unread, .read, in: id)
            dirty.insert(id)
        }
        await update()
    }
}
