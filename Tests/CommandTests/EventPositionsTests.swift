import CardStreamComapi
import Cards
import Foundation
import Testing

@testable import cardstream

/// The position up to which `events --source` has printed events, and their format.
@Suite struct EventPositionsTests {
    private func event(_ conversation: String?, _ number: Int?, _ more: JSONObject = [:]) throws -> ConversationEvent {
        var json: JSONObject = ["name": "conversationMessage.read", "eventId": "e1"]
        if let conversation { json["conversationId"] = .string(conversation) }
        if let number { json["conversationEventId"] = .number(JSONNumber(number)) }
        for (key, value) in more.members { json[key] = value }
        return try #require(ConversationEvent(json))
    }

    @Test func `an event is printed once, separately for each conversation`() throws {
        var positions = EventPositions(profileID: "ana")
        positions.begin("c", after: 9)
        let events = try [("a", 3), ("a", 3), ("a", 2), ("b", 0), ("a", nil), ("a", nil), ("c", 9), ("c", 10)].map {
            try event($0.0, $0.1)
        }
        #expect(events.map { positions.isNews($0) } == [true, false, false, true, true, true, false, true])
        #expect(positions.latest == ["a": 3, "b": 0, "c": 10])
    }

    @Test func `positions are stored for each user`() throws {
        var positions = EventPositions(profileID: "ana")
        positions.begin("a", after: 3)
        #expect(EventPositions(json: positions.json, of: "ana") == positions)
        #expect(EventPositions(json: positions.json, of: "ben") == nil)
        #expect(EventPositions(json: ["profile": "ana"], of: "ana") == nil)
    }

    @Test func `an event is one line, whatever its message says`() throws {
        let payload: JSONValue = [
            "id": "m1", "context": ["conversationId": "a", "from": ["id": "ben"]],
            "parts": [["type": "text/plain", "data": "One\nTwo"]],
        ]
        let sent = try event(
            "a", 4,
            [
                "name": "conversationMessage.sent", "payload": payload, "publishedOn": "2026-11-21T09:30:00.000Z",
                "context": ["createdBy": "ben"],
            ])
        #expect(sent.line(at: .distantPast).hasSuffix("  conversationMessage.sent  a  ben: One Two"))
        let json = sent.printed()
        #expect(json["number"] == 4 && json["by"] == "ben" && json["message"]?["text"] == "One\nTwo")
        #expect(json["payload"] == payload && json["published"] == "2026-11-21T09:30:00.000Z")
    }
}
