public import CardSources
public import Cards

/// Read receipts.
extension ComapiSource: ReadSink {
    /// Marks the messages on a conversation's card as read, in memory and at the service. Older messages stay unread
    /// until they are loaded into the card.
    public func markRead(_ card: CardID, in stream: StreamID) async {
        guard stream == self.stream, let me = people?.me, let id = conversationIDs[card], let thread = threads[id]
        else { return }
        for other in threads.keys where threads[other]?.isEntered == true && other != id {
            threads[other]?.isEntered = false
        }
        threads[id]?.isEntered = true
        await read(ConversationCard.fitting(thread.shownMessages), by: me, in: id)
    }

    /// Marks the shown messages of others as read, except the ones that are already read.
    func read(_ shown: [ConversationMessage], by me: String, in id: String) async {
        let unread = shown.filter { $0.senderID != me && $0.statusUpdates[me]?.status != .read }
        guard !unread.isEmpty else { return }
        mark(unread, .read, in: id)
        dirty.insert(id)
        await update()
    }
}
