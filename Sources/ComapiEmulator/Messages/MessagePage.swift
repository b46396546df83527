import Cards

/// A page of messages: the events of a conversation, backwards from a number. The limit counts events of all kinds, so
/// a page can have fewer messages. Statuses of messages on older pages are returned as orphans.
struct MessagePage: Sendable {
    /// The range of the limit of a request.
    static let limits = 1...100

    private let events: ArraySlice<HistoryEvent>

    /// - Parameters:
    ///   - from: The number of the newest event in the page; nil for the newest event of the conversation.
    ///   - limit: The greatest number of events, within ``limits``.
    init(_ history: [HistoryEvent], from: Int?, limit: Int) {
        let end = min(from ?? .max, history.count - 1) + 1
        events = history[max(0, end - limit)..<end]
    }

    var json: JSONValue {
        var messages: [(number: Int, message: EmulatedMessage)] = []
        var statuses: [String: JSONObject] = [:]
        var orphans: [JSONValue] = []
        for event in events {
            switch event.kind {
            case .message(let message): messages.append((event.number, message))
            case .status(let update):
                if messages.contains(where: { $0.message.id == update.messageID }) {
                    Self.fold(update, into: &statuses[update.messageID, default: [:]])
                } else {
                    orphans.append(Self.orphan(update, event))
                }
            case .other: break
            }
        }
        return [
            "latestEventId": .number(JSONNumber(events.last?.number ?? 0)),
            "earliestEventId": .number(JSONNumber(events.first?.number ?? 0)),
            "messages": .array(
                messages.map { .object($0.message.listed(number: $0.number, statuses: statuses[$0.message.id] ?? [:])) }
            ),
            "orphanedEvents": .array(orphans),
        ]
    }

    private static func fold(_ update: StatusUpdate, into statuses: inout JSONObject) {
        let current = statuses[update.profileID]?["status"]?.string.flatMap(MessageStatus.init)
        guard update.status.replaces(current) else { return }
        statuses[update.profileID] = [
            "status": .string(update.status.rawValue), "on": .string(update.timestamp),
        ]
    }

    private static func orphan(_ update: StatusUpdate, _ event: HistoryEvent) -> JSONValue {
        [
            "id": .number(JSONNumber(event.number)),
            "data": [
                "name": .string(update.status.rawValue), "eventId": event.frame["eventId"] ?? .null,
                "profileId": .string(update.profileID), "payload": .object(update.payload),
            ],
        ]
    }
}
