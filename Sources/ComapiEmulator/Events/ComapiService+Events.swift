import Cards
import EmulatorHTTP

/// Sending and numbering events.
extension ComapiService {
    /// Sends an event without recording it in a history.
    mutating func emit(_ content: EventContent, to profileIDs: [String], by author: String) {
        let frame = envelope(by: author).frame(content)
        emitted.append(EmulatorEvent(name: content.name, frame: frame, profileIDs: Set(profileIDs)))
    }

    /// Sends an event to the participants of a conversation, and records it in the history with the next number.
    ///
    /// - Parameters:
    ///   - index: The index of the conversation.
    ///   - others: Profiles that receive the event in addition to the participants.
    mutating func record(_ content: EventContent, in index: Int, alsoTo others: [String] = [], by author: String) {
        var frame = envelope(by: author).frame(content)
        let number = conversations[index].nextEventID
        frame["conversationEventId"] = .number(JSONNumber(number))
        conversations[index].append(HistoryEvent(number: number, frame: frame, .init(content)))
        let profileIDs = Set(conversations[index].participants.map(\.id) + others)
        emitted.append(EmulatorEvent(name: content.name, frame: frame, profileIDs: profileIDs))
    }

    /// Returns the first frame of a socket.
    mutating func socketInfo(socketID: String, profileID: String) -> JSONObject {
        envelope(by: profileID).frame(.socketInfo(socketID: socketID))
    }

    private func envelope(by author: String) -> EventEnvelope {
        EventEnvelope(configuration: configuration, eventID: identifiers(), author: author, time: now)
    }

    /// Returns the events of a conversation from the number `from` on. Both query parameters are required.
    func getEvents(_ id: String, _ call: Call) throws(EmulatorRefusal) -> EmulatorResponse {
        let conversation = conversations[try conversationIndex(id, for: call.profileID)]
        var missing: [ValidationFailure] = []
        for name in ["from", "limit"] where call.target[name] == nil {
            missing.append(ValidationFailure(parameter: name, message: "is required"))
        }
        guard missing.isEmpty else { throw .invalid(missing) }
        let from = try call.target.integer("from", in: 0 ... .max) ?? 0
        let limit = try call.target.integer("limit", in: MessagePage.limits) ?? MessagePage.limits.upperBound
        let events = conversation.history.dropFirst(from).prefix(limit)
        return .json(.array(events.map { .object($0.listed(in: conversation.id)) }))
    }
}
