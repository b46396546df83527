import Basics
import Cards
import Foundation
import Support
import Testing
import VendorClient

@testable import CardStreamComapi

/// A conversation as a card.
@Suite struct ConversationCardTests {
    private func thread(_ change: (inout ConversationThread) -> Void = { _ in }) -> ConversationThread {
        var thread = ConversationThread(
            Conversation(["id": "release", "name": "Release 4.12", "isPublic": false])!,
            participants: [Participant("ana", role: .owner), Participant("ben"), Participant("chris")])
        thread.conversation.roles = ConversationRoles()
        change(&thread)
        return thread
    }

    private func message(
        _ text: String, from sender: String = "ben", event: Int = 0, parts: [MessagePart] = []
    ) -> ConversationMessage {
        let all = (text.isEmpty ? [] : [MessagePart.text(text)]) + parts
        return ConversationMessage(
            [
                "id": .string("m\(event)"), "sentEventId": .number(JSONNumber(event)),
                "context": ["from": ["id": .string(sender)], "sentOn": "2026-01-15T09:05:00Z"],
                "parts": .array(all.map { .object($0.json) }),
            ])!
    }

    private func card(_ thread: ConversationThread) -> ConversationCard {
        var people = PeopleNames(me: "ana")
        people.set(ComapiProfile(id: "ana", attributes: ["firstName": "Ana", "lastName": "Diaz"]))
        people.set(ComapiProfile(id: "ben", attributes: ["firstName": "Ben"]))
        return ConversationCard(thread: thread, people: people, zone: .utc)
    }

    /// The problems for which a server would refuse a card. Pages are left out, because the source provides them.
    private func problems(_ body: CardBody) -> [CardProblem] {
        CardValidation.problems(in: body.encoded()).filter { !"\($0)".contains("but the card has no pages") }
    }

    @Test func `the card names the conversation and its participants`() {
        let body = card(thread()).body
        #expect(body.title == "Release 4.12")
        #expect(body.category?.text == "Ben, chris and you")
        #expect(body.messageTexts == ["No messages yet."])
        #expect(problems(body) == [])
    }

    @Test(arguments: [(37, true), (42, false), (61, false), (240, false)])
    func `an event that is nested deeply is left out`(levels: Int, isShown: Bool) throws {
        var nested: JSONValue = 1
        for _ in 0..<levels { nested = ["x": nested] }
        let body = card(thread { $0.newestEvent = ["payload": nested] }).body
        #expect(problems(body) == [])
        #expect(try (CardBody.decode(body.encoded()).metadata["event"] != nil) == isShown)
    }

    @Test func `the card names the replies among its messages by their keys`() {
        let thread = thread { thread in
            for (event, sender) in ["ana", "ben", "ana"].enumerated() {
                var message = message("Text", from: sender, event: event)
                if event < 2 { message.metadata[ConversationMessage.temporaryIDKey] = .string("key-\(event)") }
                thread.add(message)
            }
        }
        #expect(card(thread).body.metadata["replies"] == ["key-0"])
        #expect(card(self.thread()).body.metadata["replies"] == nil)
    }

    @Test func `the card contains the newest event unchanged, unless it is long or about typing`() throws {
        func event(_ name: String, _ payload: JSONObject) throws -> ConversationEvent {
            try #require(
                ConversationEvent([
                    "eventId": "e1", "name": .string(name), "conversationId": "release", "payload": .object(payload),
                    "context": ["createdBy": "ben"],
                ]))
        }
        var thread = thread()
        #expect(card(thread).body.metadata["event"] == nil)
        let added = try event("conversation.participantAdded", ["profileId": "dora", "role": "participant"])
        _ = thread.apply(added, at: Date(timeIntervalSince1970: 0))
        _ = thread.apply(
            try event("conversation.participantTyping", ["profileId": "ben", "conversationId": "release"]),
            at: Date(timeIntervalSince1970: 0))
        #expect(card(thread).body.metadata["event"] == .object(added.json))
        #expect(added.json.text("eventId") == "e1")
        let long = String(repeating: "x", count: 5000)
        _ = thread.apply(
            try event("conversation.participantAdded", ["profileId": .string(long)]), at: Date(timeIntervalSince1970: 0)
        )
        #expect(card(thread).body.metadata["event"] == nil)
    }

    @Test func `messages have sender, time and text, and the latest are marked as new`() {
        var thread = thread { $0.add(message("On *my* way\n\n1. now")) }
        thread.findNew(for: "ana")
        let new = ["**Ben** · Thu 15 Jan 09:05 · new\\\nOn \\*my\\* way\\\n1\\. now"]
        #expect(card(thread).body.messageTexts == new)
        #expect(card(thread).body.category?.subText == "1 unread" && card(thread).body.isRead == false)
        var read = thread.messages[0]
        read.apply(StatusUpdate(.read, on: nil), by: "ana")
        thread.add(read)
        thread.findNew(for: "ana")
        #expect(card(thread).body.messageTexts == new)
        #expect(card(thread).body.category?.subText == nil && card(thread).body.isRead == true)
        // The conversation keeps its place while it is being read.
        #expect(card(thread).priority == 4)
        thread.add(message("And", event: 1))
        thread.findNew(for: "ana")
        #expect(card(thread).body.messageTexts.map { $0.split(separator: "\\")[0].hasSuffix("new") } == [false, true])
        thread.add(message("Fine", from: "ana", event: 2))
        thread.findNew(for: "ana")
        #expect(!card(thread).body.messageTexts.contains { $0.split(separator: "\\")[0].hasSuffix("new") })
        var last = thread.messages[1]
        last.apply(StatusUpdate(.read, on: nil), by: "ana")
        thread.add(last)
        thread.findNew(for: "ana")
        #expect(card(thread).priority == CardBody.defaultPriority)
    }

    @Test(
        arguments: [
            ("2026-01-15T09:07:00Z", "09:07"), ("2026-01-16T00:00:00Z", "Fri 16 Jan 00:00"),
            ("2027-01-01T08:00:00Z", "Fri 1 Jan 08:00"),
        ])
    func `a day is shown where it changes, with the year if it differs from the last message's`(
        sentOn: String, expected: String
    ) {
        let first = message("One")
        let date = Date(rfc3339: sentOn)!
        #expect(MessageTime.text(date, after: first.sentOn, before: date, in: .utc) == expected)
        let isSameYear = sentOn.hasPrefix("2026")
        #expect(
            MessageTime.text(first.sentOn!, before: date, in: .utc)
                == (isSameYear ? "Thu 15 Jan 09:05" : "Thu 15 Jan 2026 09:05"))
    }

    private func submissions(_ components: [Card.Component]) -> [Card.ButtonAction.Submission] {
        components.flatMap { component -> [Card.ButtonAction.Submission] in
            guard case .buttons(let container) = component else { return [] }
            return container.buttons.compactMap {
                if case .submit(let submission) = $0.action { submission } else { nil }
            }
        }
    }

    @Test func `leaving and deleting ask first, and all buttons say what they did`() throws {
        let body = card(thread()).body
        let details = submissions(body.subviews["details"]?.components ?? [])
        #expect(details.map(\.buttonName) == ["save", "leave", "delete"])
        #expect(details.map { $0.confirm != nil } == [false, true, true])
        #expect(details.map(\.done) == ["Details saved", "You left “Release 4.12”", "“Release 4.12” is deleted"])
        let participants = submissions(body.subviews["participants"]?.components ?? [])
        #expect(participants.map(\.done) == ["Participant added", "Participant removed"])
    }

    @Test func `the user's latest message shows its delivery status`() {
        var thread = thread { $0.add(message("Done", from: "ana")) }
        #expect(card(thread).body.messageTexts == ["**You** · Thu 15 Jan 09:05 · sent\\\nDone"])
        var seen = message("Done", from: "ana")
        seen.apply(StatusUpdate(.delivered, on: nil), by: "ben")
        thread.add(seen)
        #expect(card(thread).body.messageTexts == ["**You** · Thu 15 Jan 09:05 · delivered\\\nDone"])
        seen.apply(StatusUpdate(.read, on: nil), by: "ben")
        thread.add(seen)
        #expect(card(thread).body.messageTexts == ["**You** · Thu 15 Jan 09:05 · read by Ben\\\nDone"])
        seen.apply(StatusUpdate(.read, on: nil), by: "chris")
        thread.add(seen)
        #expect(card(thread).body.messageTexts == ["**You** · Thu 15 Jan 09:05 · read by all\\\nDone"])
    }

    @Test func `unread messages raise the priority, and one that mentions the user more`() {
        #expect(card(thread()).priority == CardBody.defaultPriority)
        #expect(card(thread { $0.add(message("Hi")) }).priority == 4)
        for text in ["@ana look", "What do you think, @Ana?", "cc @AnaDiaz."] {
            #expect(card(thread { $0.add(message(text)) }).priority == 2, "\(text)")
        }
        for text in ["@anastasia", "mail ana@example.com", "ana"] {
            #expect(card(thread { $0.add(message(text)) }).priority == 4, "\(text)")
        }
    }

    @Test func `pictures are media, other files are links, and parts without an address are a line`() {
        let body = card(
            thread {
                $0.add(
                    message(
                        "", event: 1,
                        parts: [
                            MessagePart(name: "a.png", type: "image/png", url: "https://example.com/a.png"),
                            MessagePart(
                                name: "r (1).pdf", type: "application/pdf", url: "https://example.com/r", size: 4_200),
                            MessagePart(name: "evil", type: "text/html", url: "javascript:alert(1)"),
                        ]))
            }
        ).body
        #expect(
            body.components.contains {
                if case .media(let media) = $0 { media.url == "https://example.com/a.png" } else { false }
            })
        #expect(
            body.messageTexts.suffix(2) == ["[r \\(1\\)\\.pdf \\(4\\.2 kB\\)](<https://example.com/r>)", "evil"])
        #expect(problems(body) == [])
    }

    @Test func `addresses in a text are links, and end before the full stop`() {
        #expect(
            Markdown.escaped("See https://example.com/a_b?x=1. Now")
                == "See [https\\:\\/\\/example\\.com\\/a\\_b?x\\=1](<https://example.com/a_b?x=1>)\\. Now")
    }

    @Test func `users without the right to send have no reply field, and only owners can change details`() {
        var thread = thread()
        thread.participants = [Participant("ana"), Participant("ben", role: .owner)]
        thread.conversation.roles = ConversationRoles(
            participant: RolePermissions(canSend: false, canAddParticipants: false, canRemoveParticipants: false))
        let body = card(thread).body
        #expect(!body.components.contains { if case .input = $0 { true } else { false } })
        let details = body.subviews["details"]?.components ?? []
        #expect(submissions(details).map(\.buttonName) == ["leave"])
        #expect(!details.contains { if case .input(let input) = $0 { input.name == "name" } else { false } })
        let participants = body.subviews["participants"]?.components ?? []
        #expect(!participants.contains { if case .buttons = $0 { true } else { false } })
    }

    @Test func `who is typing is shown beside the participants`() {
        let typing = thread {
            _ = $0.apply(
                ConversationEvent(
                    [
                        "name": "conversation.participantTyping",
                        "payload": ["profileId": "ben", "conversationId": "release"],
                    ])!,
                at: .fixed)
        }
        #expect(card(typing).body.category?.subText == "Ben is typing…")
    }

    @Test(arguments: HostileText.all) func `no message of others makes the card invalid`(hostile: HostileText) {
        let text = hostile.text
        var thread = thread { $0.add(message(text)) }
        thread.conversation.name = text
        thread.conversation.details = text
        thread.participants.append(Participant(text))
        let body = card(thread).body
        #expect(problems(body) == [])
        #expect(throws: Never.self) { try CardBody.decode(body.encoded()) }
    }

    @Test(arguments: ["wörd ", "😀", "*", "\u{1}", "\""]) func `the largest conversation is a card within the limits`(
        word: String
    ) {
        let thread = thread {
            let text = String(repeating: word, count: 20_000)
            for number in 1...100 { $0.add(message(text, event: number)) }
            for number in 1...1000 { $0.participants.append(Participant("\(number)" + text.prefix(500))) }
            $0.conversation.name = text
            $0.conversation.details = text
        }
        let body = card(thread).body
        #expect(problems(body) == [])
        #expect(body.encoded().count <= CardLimits.bytes)
    }
}
