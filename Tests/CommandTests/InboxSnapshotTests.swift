import Cards
import Foundation
import Testing

@testable import CardStreamCordial
@testable import cardstream

/// The events of an inbox that `events --source` prints: the difference between two states.
@Suite struct InboxSnapshotTests {
    private func message(_ id: String, isRead: Bool = false, at minute: Int = 0) throws -> InboxMessage {
        let json: JSONObject = [
            "_id": .string(id), "url": "https://content.example/m", "urlExpireAt": "2026-07-31T10:00:00.000Z",
            "sentAt": .string("2026-07-31T09:0\(minute):00.000Z"), "read": .bool(isRead),
            "metadata": ["title": .string("Title of \(id)")],
        ]
        return try #require(InboxMessage(json))
    }

    @Test func `new messages in the order of their times, then marks, then deletions`() throws {
        let old = InboxSnapshot(contact: "ana", [try message("a"), try message("b", isRead: true), try message("c")])
        let now = [
            try message("e", at: 2), try message("d", at: 1), try message("a", isRead: true), try message("b"),
        ]
        let events = InboxSnapshot(contact: "ana", now).changes(since: old, now)
        #expect(events.map(\.id) == ["d", "e", "a", "b", "c"])
        #expect(events.map(\.kind) == [.received, .received, .read, .unread, .deleted])
        #expect(events[0].title == "Title of d")
        #expect(events[0].line(at: Date()).hasSuffix("message.received  d  Title of d"))
        #expect(events[4].json == ["event": "message.deleted", "id": "c"])
        #expect(InboxSnapshot(contact: "ana", now).changes(since: InboxSnapshot(contact: "ana", now), now).isEmpty)
    }

    @Test func `another contact is one event, whatever its inbox has`() throws {
        let old = InboxSnapshot(contact: nil, [try message("a")])
        let now = [try message("b")]
        #expect(
            InboxSnapshot(contact: "ben", now).changes(since: old, now) == [InboxEvent(kind: .contact, id: "ben")])
    }

    @Test func `a stored snapshot is read back, and other text is refused`() throws {
        for contact in ["ana", nil] {
            let snapshot = InboxSnapshot(contact: contact, [try message("a"), try message("b", isRead: true)])
            #expect(InboxSnapshot(json: snapshot.json) == snapshot)
        }
        for json: JSONValue in [[], "x", ["read": []]] { #expect(InboxSnapshot(json: json) == nil) }
    }
}
