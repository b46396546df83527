package import Cards

/// An entry in the record of an environment: numbered, and with a hash over itself and the row before.
///
/// JSON: `{"number","at","event","ask","user"?,"card"?,"detail"?,"previous","hash"}`. The hash is the SHA-256 of the
/// canonical JSON (``CanonicalJSON``) of all other members, in hexadecimal.
package struct AuditRow: Hashable, Sendable {
    /// From 1, without gaps.
    package var number: Int64
    package var entry: AuditEntry
    /// The hash of the row before; ``origin`` for the first one.
    package var previous: String
    package var hash: String

    /// What precedes the first row.
    package static let origin = String(repeating: "0", count: 64)

    package init(number: Int64, entry: AuditEntry, previous: String, hash: String) {
        self.number = number
        self.entry = entry
        self.previous = previous
        self.hash = hash
    }

    /// The row that follows another one.
    ///
    /// - Parameter last: The number and the hash of the last row; nil makes the first one.
    package init(_ entry: AuditEntry, after last: (number: Int64, hash: String)?) {
        self.init(
            number: (last?.number ?? 0) + 1, entry: entry, previous: last?.hash ?? Self.origin, hash: "")
        hash = expectedHash
    }

    /// The hash that the other members have.
    package var expectedHash: String {
        var members = json
        members["hash"] = nil
        return SHA256Text.of(CanonicalJSON.bytes(.object(members)))
    }

    /// The row as it is sent.
    package var json: JSONObject {
        var object: JSONObject = [
            "number": .number(JSONNumber(Int(number))),
            "at": .string(FeedTime.text(FeedTime.date(milliseconds: entry.at))),
            "event": .string(entry.event.rawValue), "ask": .string(entry.ask.rawValue),
        ]
        if let user = entry.user { object["user"] = .string(user.rawValue) }
        if let card = entry.card { object["card"] = .string(card.rawValue) }
        if !entry.detail.isEmpty { object["detail"] = .object(entry.detail) }
        object["previous"] = .string(previous)
        object["hash"] = .string(hash)
        return object
    }
}
