internal import CardStreamCordial
internal import Cards

import struct Foundation.Date

/// The state of an inbox for `events --source`: its contact, and which messages are read. A value.
struct InboxSnapshot: Equatable, Sendable {
    /// The primary key of the contact; nil for a guest.
    var contact: String?
    /// Whether each message is read.
    var read: [String: Bool]

    init(contact: String?, _ messages: [InboxMessage]) {
        self.contact = contact
        read = Dictionary(messages.map { ($0.id, $0.isRead) }, uniquingKeysWith: { first, _ in first })
    }

    /// The events since an earlier snapshot: new messages in the order of their times, then read and unread marks, then
    /// deletions.
    ///
    /// - Parameter messages: The messages of this snapshot.
    func changes(since old: InboxSnapshot, _ messages: [InboxMessage]) -> [InboxEvent] {
        guard contact == old.contact else { return [InboxEvent(kind: .contact, id: contact ?? "guest")] }
        let sorted = messages.sorted { ($0.sentAt, $0.id) < ($1.sentAt, $1.id) }
        let new = sorted.filter { old.read[$0.id] == nil }.map { InboxEvent(kind: .received, $0) }
        let marked = sorted.filter { message in old.read[message.id].map { $0 != message.isRead } ?? false }
            .map { InboxEvent(kind: $0.isRead ? .read : .unread, $0) }
        let gone = old.read.keys.filter { read[$0] == nil }.sorted().map { InboxEvent(kind: .deleted, id: $0) }
        return new + marked + gone
    }

    // MARK: JSON

    /// `{"contact", "read": {MESSAGE: BOOL}}`.
    var json: JSONValue {
        var states = JSONObject()
        for (id, isRead) in read.sorted(by: { $0.key < $1.key }) { states[id] = .bool(isRead) }
        var object: JSONObject = ["read": .object(states)]
        if let contact { object["contact"] = .string(contact) }
        return .object(object)
    }

    /// Reads what ``json`` wrote; nil for anything else.
    init?(json: JSONValue) {
        guard let object = json.object, let states = object["read"]?.object else { return nil }
        contact = object["contact"]?.string
        read = [:]
        for (id, isRead) in states.members { read[id] = isRead == .bool(true) }
    }
}

/// An event of an inbox.
struct InboxEvent: Equatable, Sendable {
    /// The raw value is the event's name.
    enum Kind: String, Sendable {
        case received = "message.received"
        case read = "message.read"
        case unread = "message.unread"
        case deleted = "message.deleted"
        /// The contact has changed, and with it all messages.
        case contact = "contact.changed"
    }

    var kind: Kind
    /// The id of the message, or the key of the contact.
    var id: String
    var title: String?
    var sentAt: Date?

    init(kind: Kind, id: String) { (self.kind, self.id) = (kind, id) }

    init(kind: Kind, _ message: InboxMessage) {
        self.init(kind: kind, id: message.id)
        title = message.metadata["title"]?.string
        sentAt = message.sentAt
    }

    /// The event as `cardstream schema source-event` describes it.
    var json: JSONValue {
        var json: JSONObject = ["event": .string(kind.rawValue), "id": .string(id)]
        if let title { json["title"] = .string(title) }
        if let sentAt { json["published"] = .string(sentAt.rfc3339) }
        return .object(json)
    }

    /// `2026-11-21 09:30:00  message.received  order-10482  Your order`
    func line(at now: Date) -> String {
        let time = TextTable.time((kind == .received ? sentAt ?? now : now).rfc3339)
        return [time, kind.rawValue, id, title ?? ""].filter { !$0.isEmpty }.joined(separator: "  ")
            .split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}
