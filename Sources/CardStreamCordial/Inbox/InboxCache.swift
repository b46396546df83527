import Cards
import SQLite

import struct Foundation.UUID

/// The inbox on this machine: messages by id until the address of their content expires, and contents within limits, of
/// which the least recently used are removed.
extension StoreAccess {
    /// The inbox is the contact's: while none is set, it is closed.
    func checkContact() throws { if state.phase == .out { throw CordialError.noContact } }

    /// What was loaded for one contact must not be kept for another.
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

    /// Keeps these and no others.
    func replaceMessages(_ messages: [InboxMessage]) throws {
        try database.run("DELETE FROM messages")
        try keep(messages)
        try database.run("DELETE FROM contents WHERE id NOT IN (SELECT id FROM messages)")
    }

    mutating func addMark(_ ids: [String], isRead: Bool) throws {
        try add(.mark, key: UUID().uuidString, InboxMarks.json(ids, isRead: isRead))
        state.inboxEdits += 1
        // What is kept has no other way to learn of it once the mark was sent.
        for var message in try ids.compactMap({ try message($0) }) where message.isRead != isRead {
            message.isRead = isRead
            try keep([message])
        }
    }

    func message(_ id: String) throws -> InboxMessage? {
        let text: String? = try database.statement("SELECT body FROM messages WHERE id = ?").value([id])
        return try text.flatMap { InboxMessage(try Self.object($0)) }
    }

    /// All that are kept, in any order.
    func messages() throws -> [InboxMessage] {
        try database.statement("SELECT body FROM messages").all { InboxMessage(try Self.object($0.string(0))) }
            .compactMap { $0 }
    }

    /// The content of a message, which counts as used.
    func content(_ id: String) throws -> String? {
        guard let text: String = try database.statement("SELECT content FROM contents WHERE id = ?").value([id]) else {
            return nil
        }
        try database.run("UPDATE contents SET used = (SELECT max(used) FROM contents) + 1 WHERE id = ?", [id])
        return text
    }

    /// Keeps a content. While what is there already reaches the limit, the least recently used goes; the new one may then
    /// exceed the limit by its own size, as the service's own library does.
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

    /// Forgets a message and its content.
    func forget(_ id: String) throws {
        try database.run("DELETE FROM messages WHERE id = ?", [id])
        try database.run("DELETE FROM contents WHERE id = ?", [id])
    }

    func marks() throws -> InboxMarks { InboxMarks(try waiting(.mark).map(\.body)) }

    func deletedIDs() throws -> Set<String> { Set(try waiting(.delete).map(\.key)) }

    /// Messages as they will be once everything that waits was sent.
    func withWaiting(_ messages: [InboxMessage]) throws -> [InboxMessage] {
        let (marks, deleted) = (try marks(), try deletedIDs())
        return messages.filter { !deleted.contains($0.id) }.map { message in
            var message = message
            message.isRead = marks.isRead(message.id) ?? message.isRead
            return message
        }
    }
}
