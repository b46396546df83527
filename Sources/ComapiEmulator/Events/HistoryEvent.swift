import Cards

/// An event in the history of a conversation.
struct HistoryEvent: Sendable {
    /// What pages of messages are made of.
    enum Kind: Sendable {
        case message(EmulatedMessage)
        case status(StatusUpdate)
        case other
    }

    /// Counts all events of the conversation, from 0.
    let number: Int
    /// As sent to sockets.
    let frame: JSONObject
    let kind: Kind

    init(number: Int, frame: JSONObject, _ kind: Kind) {
        self.number = number
        self.frame = frame
        self.kind = kind
    }

    /// The event as the query of events returns it: always with the conversation at the top.
    func listed(in conversationID: String) -> JSONObject {
        frame.merging(["conversationId": .string(conversationID)])
    }
}

extension HistoryEvent.Kind {
    init(_ content: EventContent) {
        self =
            switch content {
            case .messageSent(let message): .message(message)
            case .messageStatus(let update): .status(update)
            default: .other
            }
    }
}
