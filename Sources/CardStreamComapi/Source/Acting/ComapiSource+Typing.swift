public import CardSources
public import Cards

extension ComapiSource: TypingSink {
    /// Tells the participants of a conversation that the user is writing a reply, at most once in 10 seconds.
    public func setTyping(into field: String?, of card: CardID, in stream: StreamID) async {
        guard stream == self.stream, let id = conversationIDs[card], threads[id] != nil else { return }
        // Text in other fields is not a message.
        guard field == nil || field == ConversationCard.Field.reply else { return }
        if field != nil { toldTyping.insert(id) } else if toldTyping.remove(id) == nil { return }
        // A failure is ignored: the next key tries again, or the message arrives.
        _ = try? await client.conversations.setTyping(field != nil, in: id)
    }
}
