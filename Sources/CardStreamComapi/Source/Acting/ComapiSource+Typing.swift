public import CardSources
public import Cards

extension ComapiSource: TypingSink {
    /// Tells the participants of a conversation that the user writes a reply, at most once in ten seconds.
    public func setTyping(into field: String?, of card: CardID, in stream: StreamID) async {
        guard stream == self.stream, let id = conversationIDs[card], threads[id] != nil else { return }
        // What is typed into other fields is no message.
        guard field == nil || field == ConversationCard.Field.reply else { return }
        if field != nil { toldTyping.insert(id) } else if toldTyping.remove(id) == nil { return }
        // Others learn it with the next key, or by the message.
        _ = try? await client.conversations.setTyping(field != nil, in: id)
    }
}
