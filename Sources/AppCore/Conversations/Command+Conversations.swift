/// Commands for conversations.
extension Command {
    static let conversations: [Entry] = [
        Entry(
            command: .newConversation, name: "new-conversation", group: .cards, help: "Start a conversation",
            keys: [(.stream, ["T"])], rule: .startsConversations, perform: { state in state.askForConversation() })
    ]
}

extension CommandRule {
    /// Available when the source of a stream can start conversations.
    static let startsConversations = CommandRule { state, _ in
        Availability(state.streamOfConversations != nil, else: Strings.NewConversation.notHere)
    }
}
