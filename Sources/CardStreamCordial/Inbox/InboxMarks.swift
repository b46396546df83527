import Cards

/// The combined marks of messages as read and unread: of several marks of a message, the last one counts.
struct InboxMarks: Sendable, Hashable {
    private(set) var read: [String] = []
    private(set) var unread: [String] = []

    init() {}

    /// Combines marks.
    ///
    /// - Parameter rows: The waiting marks, oldest first: objects with `read` and `unread`.
    init(_ rows: [JSONObject]) {
        for row in rows {
            for id in Self.ids(row["read"]) { mark(id, isRead: true) }
            for id in Self.ids(row["unread"]) { mark(id, isRead: false) }
        }
    }

    mutating func mark(_ id: String, isRead: Bool) {
        read.removeAll { $0 == id }
        unread.removeAll { $0 == id }
        if isRead { read.append(id) } else { unread.append(id) }
    }

    /// Whether a message is marked as read; nil if it has no mark.
    func isRead(_ id: String) -> Bool? {
        if read.contains(id) { return true }
        return unread.contains(id) ? false : nil
    }

    static func json(_ ids: [String], isRead: Bool) -> JSONObject {
        [isRead ? "read" : "unread": .array(ids.map(JSONValue.string))]
    }

    private static func ids(_ value: JSONValue?) -> [String] { (value?.array ?? []).compactMap(\.string) }
}
