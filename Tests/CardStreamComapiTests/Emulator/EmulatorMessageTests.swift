import Cards
import ComapiEmulator
import ComapiSupport
import EmulatorHTTP
import Foundation
import Support
import Testing

@testable import CardStreamComapi

/// Messages against the emulator: sending, pages, statuses, typing and content.
@Suite(.timeLimit(.minutes(1))) struct EmulatorMessageTests {
    /// Runs a test with a conversation of Ana and Ben.
    private func conversation(
        over transport: Transport,
        _ test: (EmulatedSpace, ComapiConversations, ComapiConversations) async throws -> Void
    ) async throws {
        try await EmulatedSpace.run(over: transport) { space in
            let ana = space.client("ana").conversations
            let ben = space.client("ben").conversations
            try await ana.create(NewConversation(id: "c", name: "Tea", participants: [Participant("ben")]))
            try await test(space, ana, ben)
        }
    }

    @Test(arguments: Transport.allCases)
    func `a message arrives as it was sent`(over transport: Transport) async throws {
        try await conversation(over: transport) { space, ana, ben in
            let parts: [MessagePart] = [
                .text("Hello 👋"), .file(name: "Über.bin", type: "image/png", bytes: [0, 1, 255]),
                MessagePart(name: "page", type: "text/html", url: "https://example.com/a?b=c", size: 7),
            ]
            let metadata: JSONObject = [ConversationMessage.temporaryIDKey: "t1", "deep": ["a": [1, nil]]]
            let alert = MessageAlert(title: "Tea", body: "Hello", apns: ["badge": 1], fcm: ["data": ["k": "v"]])
            let sent = try await ana.send(SendableMessage(parts: parts, metadata: metadata, alert: alert), to: "c")
            let message = try #require(try await ben.messages(of: "c").messages.first)
            #expect(message.id == sent.id && message.sentEventID == sent.eventID && sent.eventID == 2)
            #expect(message.parts == parts && message.metadata == metadata && message.temporaryID == "t1")
            #expect(message.senderID == "ana" && message.conversationID == "c" && message.sentOn == space.clock.now)
            #expect(message.statusUpdates.isEmpty && message.text == "Hello 👋")
            let events = try await ben.events(of: "c", from: 2)
            #expect(events.map(\.kind) == [.sent(message, alert)])
            let empty = await failure { try await ana.send(SendableMessage(parts: []), to: "c") }
            #expect(empty?.code == .invalidRequest && empty?.validationFailures.map(\.field) == ["parts"])
        }
    }

    @Test(arguments: Transport.allCases)
    func `pages go back to event 0 and miss nothing`(over transport: Transport) async throws {
        try await conversation(over: transport) { space, ana, ben in
            for number in 0..<25 {
                space.clock.advance(by: 1)
                try await (number.isMultiple(of: 2) ? ana : ben).send(SendableMessage("\(number)"), to: "c")
            }
            // Events 0 and 1 belong to the conversation: the pages end at 20, 13, 6 and 0.
            for limit in [1, 3, 7, 13, 27, 100] {
                var pager = ben.pager(of: "c", limit: limit)
                var texts: [String] = []
                var pages = 0
                while let page = try await pager.next() {
                    texts = page.map(\.text) + texts
                    pages += 1
                }
                #expect(texts == (0..<25).map { "\($0)" }, "limit \(limit)")
                #expect(pages == (27 + limit - 1) / limit, "limit \(limit)")
            }
            let page = try await ben.messages(of: "c", limit: 2, from: 10)
            #expect(page.messages.map(\.sentEventID) == [9, 10])
            #expect(page.latestEventID == 10 && page.earliestEventID == 9 && page.previous == 8)
        }
    }

    @Test(arguments: Transport.allCases)
    func `a status in a newer page reaches its message in an older one`(over transport: Transport) async throws {
        try await conversation(over: transport) { space, ana, ben in
            let first = try await ana.send(SendableMessage("1"), to: "c").id
            let second = try await ana.send(SendableMessage("2"), to: "c").id
            let at = space.clock.now.addingTimeInterval(5)
            try await ben.mark(.read, [first], in: "c", at: at)
            // This status is too late to replace the later one.
            try await ben.mark(.delivered, [first, second], in: "c", at: at)
            // Events 2 and 3 are the messages; 4, 5 and 6 are the statuses.
            let page = try await ana.messages(of: "c", limit: 3)
            #expect(page.messages.isEmpty)
            #expect(page.orphans.map(\.eventID) == [4, 5, 6])
            #expect(page.orphans.map(\.messageID) == [first, first, second])
            #expect(page.orphans.allSatisfy { $0.profileID == "ben" && $0.update.on == at })
            for limit in 1...7 {
                var pager = ana.pager(of: "c", limit: limit)
                var found: [ConversationMessage] = []
                while let messages = try await pager.next() { found = messages + found }
                #expect(found.map(\.id) == [first, second], "limit \(limit)")
                #expect(found.map { $0.statusUpdates["ben"]?.status } == [.read, .delivered], "limit \(limit)")
                #expect(found.map { $0.status(among: ["ana", "ben"]) } == [.read, .delivered], "limit \(limit)")
            }
        }
    }

    @Test(arguments: Transport.allCases)
    func `a status is reported once, whatever is repeated`(over transport: Transport) async throws {
        try await conversation(over: transport) { _, ana, ben in
            let id = try await ana.send(SendableMessage("1"), to: "c").id
            for _ in 0..<3 { try await ben.mark(.read, [id, "unknown"], in: "c") }
            #expect(
                try await ana.events(of: "c").map(\.name).suffix(2) == [
                    "conversationMessage.sent", "conversationMessage.read",
                ])
            let stranger = await failure { try await ana.mark(.read, [id], in: "d") }
            #expect(stranger?.code == .notFound)
        }
    }

    @Test(arguments: Transport.allCases)
    func `a message whose response is lost is stored once`(over transport: Transport) async throws {
        try await conversation(over: transport) { space, ana, ben in
            for effect in [RequestFault.Effect.lostResponse, .cutResponse, .brokenJSON] {
                let before = try await ben.messages(of: "c").messages.count
                await space.fail(effect, method: "POST", "/conversations/c/messages")
                let id = "t-\(effect)"
                let message = SendableMessage("Hello", metadata: [ConversationMessage.temporaryIDKey: .string(id)])
                let error = await failure { try await ana.send(message, to: "c") }
                #expect(error?.mayHaveArrived == true, "\(effect)")
                // The echo has the sender's id, so the program need not send the message again.
                let messages = try await ben.messages(of: "c").messages
                #expect(messages.count == before + 1 && messages.last?.temporaryID == id, "\(effect)")
            }
        }
    }

    @Test(arguments: Transport.allCases)
    func `typing is reported at most once in ten seconds`(over transport: Transport) async throws {
        try await conversation(over: transport) { space, ana, _ in
            var wasSent: [Bool] = []
            for isTyping in [true, true, false, false] {
                wasSent.append(try await ana.setTyping(isTyping, in: "c"))
            }
            space.clock.advance(by: 10)
            wasSent.append(try await ana.setTyping(in: "c"))
            #expect(wasSent == [true, false, true, false, true])
            // Typing is not part of the history.
            #expect(try await ana.events(of: "c").count == 2)
        }
    }

    @Test(arguments: Transport.allCases)
    func `a large part is uploaded and sent as an address`(over transport: Transport) async throws {
        try await conversation(over: transport) { space, ana, ben in
            let bytes = (0..<20_000).map { UInt8(truncatingIfNeeded: $0) }
            let text = String(repeating: "ü", count: 10_000)
            let small = MessagePart.text(String(repeating: "x", count: ComapiConversations.maximumInlineBytes))
            try await ana.send(
                SendableMessage(parts: [
                    .file(name: "Übersicht 日本.png", type: "image/png", bytes: bytes),
                    MessagePart(name: "a.txt", type: "text/plain", data: text), small,
                ]), to: "c")
            let parts = try #require(try await ben.messages(of: "c").messages.first).parts
            #expect(parts.map(\.name) == ["Übersicht 日本.png", "a.txt", nil])
            #expect(parts.map(\.type) == ["image/png", "text/plain", "text/plain"])
            #expect(parts.map(\.size) == [20_000, 20_000, small.size])
            #expect(parts[0].data == nil && parts[1].data == nil && parts[2] == small)
            let address = try #require(parts[0].url)
            #expect(address.hasPrefix(space.baseURL))
            #expect(try await space.content(at: address) == bytes)
            #expect(try await space.content(at: try #require(parts[1].url)) == Array(text.utf8))
        }
    }

    @Test(arguments: Transport.allCases)
    func `uploaded content keeps its name`(over transport: Transport) async throws {
        try await conversation(over: transport) { space, ana, _ in
            for name in ["plan.pdf", "Übersicht.pdf", "日本", "a\r\nb", "tab\tbed", "", " "] {
                let content = ComapiContent(name: name, type: "application/pdf", bytes: [1])
                let stored = try await ana.upload(content, folder: "plans & more")
                #expect(stored.size == 1 && stored.type == "application/pdf")
                #expect(await space.emulator.fileName(stored.id) == name)
            }
        }
    }
}
