internal import CardStreamComapi
internal import Cards

/// The last event of each conversation that `events --source` has printed. A value.
struct EventPositions: Equatable, Sendable {
    /// The maximum number of events that are printed for a conversation that is new to the user.
    static let maxFirstEvents = 100

    /// The user. The positions of a different user are not valid.
    let profileID: String
    private(set) var latest: [String: Int] = [:]

    init(profileID: String) { self.profileID = profileID }

    /// Whether an event was not printed yet. It counts as printed from now on. Events without a number always count as
    /// new.
    mutating func isNews(_ event: ConversationEvent) -> Bool {
        guard let conversation = event.conversationID, let number = event.conversationEventID else { return true }
        if let known = latest[conversation], number <= known { return false }
        latest[conversation] = number
        return true
    }

    /// Sets the position of a conversation. Events up to and including `event` count as printed.
    mutating func begin(_ conversation: String, after event: Int) { latest[conversation] = event }

    // MARK: JSON

    /// `{"profile", "latest": {CONVERSATION: EVENT}}`.
    var json: JSONValue {
        var events = JSONObject()
        for (id, event) in latest.sorted(by: { $0.key < $1.key }) { events[id] = .number(JSONNumber(event)) }
        return ["profile": .string(profileID), "latest": .object(events)]
    }

    /// Reads the value of ``json``. Nil for any other JSON, and for the positions of a different user.
    init?(json: JSONValue, of profileID: String) {
        guard let object = json.object, object["profile"] == .string(profileID), let events = object["latest"]?.object
        else {
            return nil
        }
        self.init(profileID: profileID)
        for (id, event) in events.members { latest[id] = event.number?.int }
    }
}
