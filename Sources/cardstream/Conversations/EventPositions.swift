internal import CardStreamComapi
internal import Cards

/// Up to which event of each conversation `events --source` has printed. A value.
struct EventPositions: Equatable, Sendable {
    /// The events that are printed of a conversation which is new to the user, at most.
    static let greatestBeginning = 100

    /// The user; positions of another one mean nothing.
    let profileID: String
    private(set) var latest: [String: Int] = [:]

    init(profileID: String) { self.profileID = profileID }

    /// Whether an event was not printed yet; it counts as printed from now on. Events without a number are always news.
    mutating func isNews(_ event: ConversationEvent) -> Bool {
        guard let conversation = event.conversationID, let number = event.conversationEventID else { return true }
        if let known = latest[conversation], number <= known { return false }
        latest[conversation] = number
        return true
    }

    /// Everything up to an event is printed, or shall not be.
    mutating func begin(_ conversation: String, after event: Int) { latest[conversation] = event }

    // MARK: JSON

    /// `{"profile", "latest": {CONVERSATION: EVENT}}`.
    var json: JSONValue {
        var events = JSONObject()
        for (id, event) in latest.sorted(by: { $0.key < $1.key }) { events[id] = .number(JSONNumber(event)) }
        return ["profile": .string(profileID), "latest": .object(events)]
    }

    /// Reads what ``json`` wrote; nil for anything else, and for another user's.
    init?(json: JSONValue, of profileID: String) {
        guard let object = json.object, object["profile"] == .string(profileID), let events = object["latest"]?.object
        else {
            return nil
        }
        self.init(profileID: profileID)
        for (id, event) in events.members { latest[id] = event.number?.int }
    }
}
