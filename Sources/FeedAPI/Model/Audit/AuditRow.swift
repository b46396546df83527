package import Cards

/// A row of the audit log of an environment. It has a number, and a hash of its content and of the previous row's hash.
///
/// JSON: `{"number","at","event","ask","user"?,"card"?,"detail"?,"previous","hash"}`. The hash is the SHA-256 of the
/// canonical JSON (``CanonicalJSON``) of all other members, in hexadecimal.
package struct AuditRow: Hashable, Sendable {
    /// The number of the row, starting at 1, without gaps.
    package var number: Int64
    package var entry: AuditEntry
    /// The hash of the previous row; ``origin`` for the first row.
    package var previous: String
    package var hash: String

    /// The value of ``previous`` in the first row.
    package static let origin = String(repeating: "0", count: 64)

    package init(number: Int64, entry: AuditEntry, previous: String, hash: String) {
        self.number = number
        self.entry = entry
        self.previous = previous
        self.hash = hash
    }

    /// Creates the row that follows another one.
    ///
    /// - Parameter last: The number and hash of the last row; nil to create the first row.
    package init(_ entry: AuditEntry, after last: (number: Int64, hash: String)?) {
        self.init(
            number: (last?.number ?? 0) + 1, entry: entry, previous: last?.hash ?? Self.origin, hash: "")
        hash = expectedHash
    }

    /// The hash computed from the other members.
    package var expectedHash: String {
        var members = json
        members["hash"] = nil
        return SHA256Text.of(CanonicalJSON.bytes(.object(members)))
    }

    /// The row in the form in which it is sent.
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
