import Cards

/// An event in the history of a conversation.
struct HistoryEvent: Sendable {
    /// The kinds that pages of messages distinguish.
    enum Kind: Sendable {
        case message(EmulatedMessage)
        case status(StatusUpdate)
        case other
    }

    /// The number of the event in the conversation, from 0.
    let number: Int
    /// The frame that sockets received.
    let frame: JSONObject
    let kind: Kind

    init(number: Int, frame: JSONObject, _ kind: Kind) {
        self.number = number
        self.frame = frame
        self.kind = kind
    }

    /// The event in responses to GET events, which always have `conversationId` at the top level.
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
