import Cards
import Foundation
import Support
import Testing
import VendorClient

@testable import CardStreamComapi

/// How events and pages change a conversation.
@Suite struct ConversationThreadTests {
    private func message(_ id: String, _ event: Int?, from sender: String = "ben", text: String = "Hi")
        -> ConversationMessage
    {
        var json: JSONObject = [
            "id": .string(id), "parts": [["type": "text/plain", "data": .string(text)]],
            "context": ["from": ["id": .string(sender)], "conversationId": "release"],
        ]
        json.set("sentEventId", event)
        return ConversationMessage(json)!
    }

    private var thread: ConversationThread {
        ConversationThread(Conversation(["id": "release", "name": "Release"])!, participants: [Participant("ana")])
    }

    private func event(_ name: String, _ payload: JSONObject, number: Int? = nil) -> ConversationEvent {
        var json: JSONObject = ["name": .string(name), "conversationId": "release", "payload": .object(payload)]
        json.set("conversationEventId", number)
        return ConversationEvent(json)!
    }

    @Test func `messages are in the order of their events, regardless of arrival`() {
        var thread = thread
        for (id, number) in [("c", 7), ("a", 2), ("b", 5)] { thread.add(message(id, number)) }
        #expect(thread.messages.map(\.id) == ["a", "b", "c"])
        #expect(thread.latestEventID == 7)
    }

    @Test func `an echo replaces its message, and its readers stay`() {
        var thread = thread
        thread.add(message("a", 1))
        _ = thread.apply(
            event("conversationMessage.read", ["messageId": "a", "profileId": "ana"], number: 2), at: .fixed)
        thread.add(message("a", nil, text: "Hi again"))
        #expect(thread.messages.map(\.text) == ["Hi again"])
        #expect(thread.messages[0].statusUpdates["ana"]?.status == .read)
        #expect(thread.messages[0].sentEventID == 1)
        #expect(thread.unread(by: "ana").isEmpty)
    }

    @Test func `only the newest messages are kept, with the position of older ones`() {
        var thread = thread
        for number in 1...ConversationThread.capacity + 5 { thread.add(message("m\(number)", number)) }
        #expect(thread.messages.count == ConversationThread.capacity)
        #expect(thread.firstEventID == 6)
        #expect(thread.hasOlder)
    }

    @Test func `a burst does not displace messages whose delivery is not reported yet`() {
        var thread = thread
        for number in 1..<ConversationThread.capacity { thread.add(message("m\(number)", number)) }
        let sender = thread.messages[0].senderID
        #expect(!thread.isFullOfUndelivered(to: "ana"))
        thread.add(message("last", ConversationThread.capacity))
        #expect(thread.isFullOfUndelivered(to: "ana") && !thread.isFullOfUndelivered(to: sender))
        var first = thread.messages[0]
        first.apply(StatusUpdate(.delivered, on: .fixed), by: "ana")
        thread.add(first)
        #expect(!thread.isFullOfUndelivered(to: "ana"))
    }

    @Test func `the card begins at the same message until it has twice as many`() {
        var thread = thread
        for number in 1...15 { thread.add(message("m\(number)", number)) }
        let first = thread.shownMessages.first?.id
        #expect(first == "m1")
        for number in 16...20 { thread.add(message("m\(number)", number)) }
        #expect(thread.shownMessages.first?.id == first)
        thread.add(message("m21", 21))
        #expect(thread.shownMessages.map(\.id) == (12...21).map { "m\($0)" })
    }

    @Test func `the card of the user begins at the same message until it has all that are kept`() {
        var thread = thread
        thread.isEntered = true
        for number in 1...ConversationThread.capacity { thread.add(message("m\(number)", number)) }
        #expect(thread.shownMessages.first?.id == "m1")
        let next = ConversationThread.capacity + 1
        thread.add(message("m\(next)", next))
        #expect(thread.shownMessages.first?.id == "m2")
        thread.isEntered = false
        thread.add(message("m\(next + 1)", next + 1))
        #expect(thread.shownMessages.count == ConversationThread.shownCount)
    }

    @Test func `a conversation that is loaded again keeps what is shown, unless messages are missing`() {
        var old = thread
        for number in 1...15 { old.add(message("m\(number)", number)) }
        func loaded(_ range: ClosedRange<Int>) -> ConversationThread {
            var thread = thread
            thread.load([
                MessagePage(
                    [
                        "latestEventId": .number(JSONNumber(range.upperBound)),
                        "earliestEventId": .number(JSONNumber(range.lowerBound)),
                        "messages": .array(
                            range.map { ["id": .string("m\($0)"), "sentEventId": .number(JSONNumber($0))] }),
                    ], conversationID: "release")
            ])
            thread.keep(old)
            return thread
        }
        #expect(loaded(10...18).shownMessages.map(\.id) == (1...18).map { "m\($0)" })
        #expect(loaded(16...30).shownMessages.map(\.id) == (21...30).map { "m\($0)" })
        #expect(loaded(18...30).messages.map(\.id) == (18...30).map { "m\($0)" })
    }

    @Test func `the greatest event number does no harm`() {
        var old = thread
        old.add(message("a", .max))
        var loaded = thread
        loaded.load([MessagePage(["latestEventId": 3, "earliestEventId": 3], conversationID: "release")])
        loaded.keep(old)
        #expect(loaded.messages.map(\.id) == ["a"])
        var sequence = EventSequence()
        sequence.advance(to: .max, in: "release")
        #expect(sequence.missing(before: 3, in: "release") == nil)
        sequence.forget("release")
        sequence.advance(to: .min, in: "release")
        #expect(sequence.missing(before: .min, in: "release") == nil)
    }

    @Test func `delivered after read changes nothing`() {
        var thread = thread
        thread.add(message("a", 1))
        let read: JSONObject = ["messageId": "a", "profileId": "ana"]
        var changes: [Bool] = []
        changes.append(thread.apply(event("conversationMessage.read", read, number: 2), at: .fixed))
        changes.append(thread.apply(event("conversationMessage.delivered", read, number: 3), at: .fixed))
        #expect(changes == [true, false])
    }

    @Test func `typing ends with a message, with the service's event, or after a timeout`() {
        var thread = thread
        let ben: JSONObject = ["profileId": "ben", "conversationId": "release"]
        var changes: [Bool] = []
        changes.append(thread.apply(event("conversation.participantTyping", ben), at: .fixed))
        changes.append(thread.apply(event("conversation.participantTyping", ben), at: .fixed.addingTimeInterval(1)))
        changes.append(thread.endTyping(at: .fixed.addingTimeInterval(12.5)))
        changes.append(thread.endTyping(at: .fixed.addingTimeInterval(13)))
        changes.append(thread.apply(event("conversation.participantTyping", ben), at: .fixed))
        changes.append(thread.apply(event("conversation.participantTypingOff", ben), at: .fixed))
        changes.append(thread.apply(event("conversation.participantTyping", ben), at: .fixed))
        #expect(changes == [true, false, false, true, true, true, true])
        thread.add(message("a", 1))
        #expect(thread.typing.isEmpty)
    }

    @Test func `a status on a newer page is folded into its message on an older one`() throws {
        var thread = thread
        let newest = MessagePage(
            [
                "latestEventId": 9, "earliestEventId": 5, "messages": [],
                "orphanedEvents": [
                    [
                        "id": 6,
                        "data": [
                            "name": "delivered", "payload": ["messageId": "a", "profileId": "ana"], "profileId": "ana",
                        ],
                    ]
                ],
            ], conversationID: "release")
        let older = MessagePage(
            [
                "latestEventId": 9, "earliestEventId": 0,
                "messages": [["id": "a", "sentEventId": 3, "context": ["from": ["id": "ben"]], "parts": []]],
            ], conversationID: "release")
        thread.load([newest, older])
        #expect(thread.messages.map { $0.statusUpdates["ana"]?.status } == [.delivered])
        #expect(!thread.hasOlder)
        #expect(thread.latestEventID == 9)
    }
}
