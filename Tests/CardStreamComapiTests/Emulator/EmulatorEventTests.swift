import Cards
import ComapiEmulator
import ComapiSupport
import EmulatorHTTP
import Foundation
import Support
import Testing

@testable import CardStreamComapi

/// Live events against the emulator, and the events that are loaded after a gap.
@Suite(.timeLimit(.minutes(1))) struct EmulatorEventTests {
    /// Runs a test in which Ben listens to a conversation with Ana.
    private func conversation(
        over transport: Transport, _ test: (EmulatedSpace, ComapiClient, inout Listener) async throws -> Void
    ) async throws {
        try await EmulatedSpace.run(over: transport) { space in
            let ana = space.client("ana")
            var ben = Listener(space.client("ben"))
            guard case .socketOpened(let id?) = try await ben.next().kind else { throw Missing() }
            #expect(!id.isEmpty)
            try await ana.conversations.create(
                NewConversation(id: "c", name: "Tea", participants: [Participant("ben")]))
            #expect(try await ben.next().name == "conversation.create")
            #expect(try await ben.next().name == "conversation.participantAdded")
            try await test(space, ana, &ben)
        }
    }

    private struct Missing: Error {}

    /// A client and one of its event streams.
    private struct Listener {
        let client: ComapiClient
        private var events: AsyncStream<ConversationEvent>.Iterator

        init(_ client: ComapiClient) {
            self.client = client
            events = client.events().makeAsyncIterator()
        }

        mutating func next() async throws -> ConversationEvent {
            guard let event = await events.next() else { throw Missing() }
            return event
        }

        /// The numbers of the next `count` events.
        mutating func numbers(_ count: Int) async throws -> [Int?] {
            var result: [Int?] = []
            for _ in 0..<count { result.append(try await next().conversationEventID) }
            return result
        }
    }

    @Test(arguments: Transport.allCases)
    func `all thirteen kinds of events arrive with their content`(over transport: Transport) async throws {
        try await EmulatedSpace.run(over: transport) { space in
            let ana = space.client("ana").conversations
            var ben = Listener(space.client("ben"))
            _ = try await ben.next()
            let created = try await ana.create(
                NewConversation(id: "c", name: "Tea", isPublic: true, participants: [Participant("ben")]))
            var update = ConversationUpdate(created.value)
            update.name = "Coffee"
            let updated = try await ana.update("c", update)
            try await ana.add([Participant("cyd")], to: "c")
            await space.emulator.setRole(.owner, of: "cyd", in: "c", by: "ana")
            try await ana.remove(["cyd"], from: "c")
            try await ana.setTyping(in: "c")
            try await ana.setTyping(false, in: "c")
            let message = try await ana.send(SendableMessage("Hello"), to: "c")
            let at = space.clock.now
            try await ben.client.conversations.mark(.delivered, [message.id], in: "c", at: at)
            try await ben.client.conversations.mark(.read, [message.id], in: "c", at: at)
            try await ana.delete("c")
            await space.emulator.undeleteConversation("c", by: "ana")
            let profile = try await ben.client.profiles.patch("ben", ["firstName": "Ben"])

            var events: [ConversationEvent] = []
            for _ in 0..<14 { events.append(try await ben.next()) }
            // Times and tags are only in responses, not in the descriptions of events.
            func described(_ conversation: Conversation) -> Conversation {
                var result = conversation
                (result.createdOn, result.updatedOn) = (nil, nil)
                return result
            }
            let owner = Participant("ana", role: .owner)
            let expected: [ConversationEvent.Kind] = [
                .created(described(created.value), [Participant("ben"), owner]), .participantAdded(owner),
                .updated(described(updated.value)), .participantAdded(Participant("cyd")),
                .participantUpdated(Participant("cyd", role: .owner)), .participantRemoved(profileID: "cyd"),
                .typing(profileID: "ana"), .typingStopped(profileID: "ana"),
                .sent(try #require(try await self.message(message.id, space, "c")), nil),
                .status(messageID: message.id, profileID: "ben", StatusUpdate(.delivered, on: at)),
                .status(messageID: message.id, profileID: "ben", StatusUpdate(.read, on: at)),
                .deleted(at: at), .undeleted(described(updated.value)),
                .profileUpdated(profileID: "ben", attributes: ["firstName": "Ben"]),
            ]
            for (event, kind) in zip(events, expected) { #expect(event.kind == kind, "\(event.name)") }
            #expect(events.compactMap(\.conversationEventID) == Array(0...10))
            #expect(events.map(\.conversationID) == Array(repeating: "c", count: 13) + [nil])
            #expect(events[2].etag == updated.etag && events[13].etag == profile.etag)
            #expect(events.map(\.createdBy) == expected.map { Self.isOfBen($0) ? "ben" : "ana" })
            #expect(events.allSatisfy { !$0.id.isEmpty && $0.publishedOn == at && $0.json["apiSpaceId"] == "shop" })
            // The history has the same events except typing.
            let history = try await ben.client.conversations.events(of: "c")
            #expect(
                history.map(\.kind) == expected.enumerated().filter { ![6, 7, 13].contains($0.offset) }.map(\.element))
            #expect(history.map(\.conversationEventID) == Array(0...10))
        }
    }

    private static func isOfBen(_ kind: ConversationEvent.Kind) -> Bool {
        switch kind {
        case .status, .profileUpdated: true
        default: false
        }
    }

    /// A message as it appears in a page, without its statuses.
    private func message(_ id: String, _ space: EmulatedSpace, _ conversation: String) async throws
        -> ConversationMessage?
    {
        var message = try await space.client("ana").conversations.messages(of: conversation).messages.first {
            $0.id == id
        }
        message?.statusUpdates = [:]
        return message
    }

    @Test(arguments: Transport.allCases)
    func `every listener gets every event, also the sender`(over transport: Transport) async throws {
        try await conversation(over: transport) { _, ana, ben in
            var second = Listener(ben.client)
            var sender = Listener(ana)
            _ = try await sender.next()
            let sent = try await ana.conversations.send(SendableMessage("Hello"), to: "c")
            for event in [try await ben.next(), try await second.next(), try await sender.next()] {
                guard case .sent(let message, nil) = event.kind else { throw Missing() }
                #expect(message.id == sent.id && message.sentEventID == sent.eventID)
            }
        }
    }

    @Test(arguments: Transport.allCases)
    func `withheld events are loaded before the next one`(over transport: Transport) async throws {
        try await conversation(over: transport) { space, ana, ben in
            await space.fail(.withhold, count: 3)
            for number in 0..<5 { try await ana.conversations.send(SendableMessage("\(number)"), to: "c") }
            #expect(try await ben.numbers(5) == [2, 3, 4, 5, 6])
        }
    }

    @Test(arguments: Transport.allCases)
    func `a repeated or late event is delivered again, and none is missing`(
        over transport: Transport
    ) async throws {
        try await conversation(over: transport) { space, ana, ben in
            await space.fail(.duplicate)
            try await ana.conversations.send(SendableMessage("twice"), to: "c")
            #expect(try await ben.numbers(2) == [2, 2])
            await space.fail(.reorder)
            try await ana.conversations.send(SendableMessage("late"), to: "c")
            try await ana.conversations.send(SendableMessage("early"), to: "c")
            // The event that arrives early makes the client load the missing one; then the late event arrives.
            #expect(try await ben.numbers(3) == [3, 4, 3])
        }
    }

    @Test(arguments: Transport.allCases)
    func `after a lost socket, all missed events are loaded`(over transport: Transport) async throws {
        try await conversation(over: transport) { space, ana, ben in
            await space.emulator.dropSockets()
            for number in 0..<120 { try await ana.conversations.send(SendableMessage("\(number)"), to: "c") }
            await space.letReconnect()
            var numbers: [Int] = []
            while numbers.count < 120 {
                if let number = try await ben.next().conversationEventID { numbers.append(number) }
            }
            #expect(numbers == Array(2..<122))
            try await ana.conversations.send(SendableMessage("live"), to: "c")
            var event = try await ben.next()
            while event.conversationEventID == nil { event = try await ben.next() }
            #expect(event.conversationEventID == 122)
        }
    }

    @Test(arguments: Transport.allCases)
    func `a refused socket is opened again with a new session`(over transport: Transport) async throws {
        try await conversation(over: transport) { space, ana, ben in
            // All sessions of Ben are forgotten, and their sockets closed.
            await space.emulator.endSessions(of: "ben")
            await space.letReconnect()
            // The old token is refused. The client waits again, and starts a session.
            await space.letReconnect(after: 3)
            guard case .socketOpened = try await ben.next().kind else { throw Missing() }
            try await ana.conversations.send(SendableMessage("Hello"), to: "c")
            #expect(try await ben.next().conversationEventID == 2)
        }
    }

    @Test(arguments: Transport.allCases)
    func `events go on after the session has expired`(over transport: Transport) async throws {
        try await conversation(over: transport) { space, ana, ben in
            // Both clients check the clock once a minute until their sessions expire.
            await space.wait { space.clock.wakeTimes == [60] && space.clock.sleeperCount == 2 }
            space.clock.advance(by: 86_400)
            await space.wait { await space.emulator.sessionCount(of: "ben") == 1 }
            // The service closes the socket of the expired session instead of sending this message.
            let sent = try await ana.conversations.send(SendableMessage("Good morning"), to: "c")
            await space.letReconnect()
            var event = try await ben.next()
            while event.conversationEventID == nil { event = try await ben.next() }
            #expect(event.conversationEventID == sent.eventID)
            #expect(await space.emulator.sessionCount(of: "ben") == 1)
        }
    }

    @Test(arguments: Transport.allCases)
    func `the end of the session closes the socket`(over transport: Transport) async throws {
        try await conversation(over: transport) { space, ana, ben in
            #expect(await space.emulator.socketCount == 1)
            try await ben.client.sessions.end()
            await space.wait { await space.emulator.socketCount == 0 }
            #expect(await ben.client.liveStates().first { $0 == .closed } == .closed)
            withExtendedLifetime(ana) {}
        }
    }
}
