import Cards
import SQLite

import struct Foundation.UUID

/// The inbox on this machine. Stores messages by id, and contents within limits, of which the least recently used are
/// removed first.
extension StoreAccess {
    /// Throws while no contact is set: the inbox belongs to the contact.
    func checkContact() throws { if state.phase == .out { throw CordialError.noContact } }

    /// Throws if the contact has changed: data that was loaded for one contact must not be stored for another.
    func check(_ owner: String?) throws {
        guard state.primaryKey == owner, state.phase != .out else {
            throw CordialError(.notLoggedIn, "the contact has changed in the meantime")
        }
    }

    func keep(_ messages: [InboxMessage]) throws {
        for message in messages {
            try database.run(
                "INSERT OR REPLACE INTO messages (id, body) VALUES (?, ?)",
                [message.id, JSONValue.object(message.json).text()])
        }
    }

    /// Stores these messages and removes all others.
    func replaceMessages(_ messages: [InboxMessage]) throws {
        try database.run("DELETE FROM messages")
        try keep(messages)
        try database.run("DELETE FROM contents WHERE id NOT IN (SELECT id FROM messages)")
    }

    mutating func addMark(_ ids: [String], isRead: Bool) throws {
        try add(.mark, key: UUID().uuidString, InboxMarks.json(ids, isRead: isRead))
        state.inboxEdits += 1
        // Also change the stored messages: once the mark was sent, they would not get it in any other way.
        for var message in try ids.compactMap({ try message($0) }) where message.isRead != isRead {
            message.isRead = isRead
            try keep([message])
        }
    }

    func message(_ id: String) throws -> InboxMessage? {
        let text: String? = try database.statement("SELECT body FROM messages WHERE id = ?").value([id])
        return try text.flatMap { InboxMessage(try Self.object($0)) }
    }

    /// All stored messages, in any order.
    func messages() throws -> [InboxMessage] {
        try database.statement("SELECT body FROM messages").all { InboxMessage(try Self.object($0.string(0))) }
            .compactMap { $0 }
    }

    /// The stored content of a message; nil if there is none. Marks it as recently used.
    func content(_ id: String) throws -> String? {
        guard let text: String = try database.statement("SELECT content FROM contents WHERE id = ?").value([id]) else {
            return nil
        }
        try database.run("UPDATE contents SET used = (SELECT max(used) FROM contents) + 1 WHERE id = ?", [id])
        return text
    }

    /// Stores a content. Removes the least recently used contents while the stored ones reach the limit. The new one
    /// may then exceed the limit by its own size, as in the service's own library.
    func keep(content: String, of id: String, _ limits: InboxCacheLimits) throws {
        let size = content.utf8.count
        try database.run("DELETE FROM contents WHERE id = ?", [id])
        guard size < limits.messageSize, size < limits.size else { return }
        while try contentSize() >= limits.size {
            try database.run("DELETE FROM contents WHERE id = (SELECT id FROM contents ORDER BY used LIMIT 1)")
        }
        try database.run(
            "INSERT INTO contents (id, content, size, used) VALUES (?, ?, ?, (SELECT ifnull(max(used), 0) + 1 FROM contents))",
            [id, content, size])
    }

    func contentSize() throws -> Int {
        try database.statement("SELECT ifnull(sum(size), 0) FROM contents").value() ?? 0
    }

    /// Removes a stored message and its content.
    func forget(_ id: String) throws {
        try database.run("DELETE FROM messages WHERE id = ?", [id])
        try database.run("DELETE FROM contents WHERE id = ?", [id])
    }

    func marks() throws -> InboxMarks { InboxMarks(try waiting(.mark).map(\.body)) }

    func deletedIDs() throws -> Set<String> { Set(try waiting(.delete).map(\.key)) }

    /// Messages with the changes of waiting marks and deletions.
    func withWaiting(_ messages: [InboxMessage]) throws -> [InboxMessage] {
        let (marks, deleted) = (try marks(), try deletedIDs())
        return messages.filter { !deleted.contains($0.id) }.map { message in
            var message = message
            message.isRead = marks.isRead(message.id) ?? message.isRead
            return message
        }
    }
}
