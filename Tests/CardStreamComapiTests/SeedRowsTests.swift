import Basics
import Cards
import ComapiEmulator
import ComapiSupport
import EmulatorHTTP
import Foundation
import Support
import Testing

@testable import CardStreamComapi

/// One test against the emulator for each row of features in the vendor's guide, as far as the library covers it. The
/// other suites have more tests of each.
///
/// M-1 and M-9 are in ``SeedRowsOfProductTests``, which also checks that no row is left out. The library does not
/// include what commands and cards show: `token_command` of M-3, what a tap opens in M-7, when a message counts as read
/// in M-30, and the number of waiting actions in M-33.
@Suite(.timeLimit(.minutes(1))) struct SeedRowsTests {
    /// Runs a test in a space in which Ana and Ben have a conversation.
    private func space(
        _ test: (_ space: EmulatedSpace, _ ana: ComapiClient, _ ben: ComapiClient) async throws -> Void
    ) async throws {
        try await EmulatedSpace.run(over: .inProcess) { space in
            let (ana, ben) = (space.client("ana"), space.client("ben"))
            try await ben.sessions.start()
            try await ana.conversations.create(
                NewConversation(id: "c", name: "Tea", details: "Four", participants: [Participant("ben")]))
            try await test(space, ana, ben)
        }
    }

    /// The next `count` events of Ben during some work, without the event of the socket.
    private func events(
        _ count: Int, of ben: ComapiClient, during work: () async throws -> Void
    ) async throws -> [ConversationEvent] {
        var iterator = ben.events().makeAsyncIterator()
        guard case .socketOpened? = await iterator.next()?.kind else { return [] }
        try await work()
        var events: [ConversationEvent] = []
        while events.count < count, let event = await iterator.next() { events.append(event) }
        return events
    }

    @Test func `M-2 a space has an id, an authenticator and an address`() async throws {
        try await space { space, ana, _ in
            let authenticator = space.authenticator("ana")
            let vendors = ComapiSpace(id: "shop", authenticator: authenticator)
            #expect(vendors.baseURL == "https://api.comapi.com")
            let other = ComapiSpace(id: "other", authenticator: authenticator, baseURL: space.baseURL)
            let error = await failure {
                try await ComapiClient(other, network: .emulated(by: space.emulator), clock: .live).sessions.start()
            }
            #expect(error?.code == .notFound)
            let profile = try await ana.profiles.profile("ana")
            #expect(profile.value.id == "ana")
        }
    }

    @Test func `M-3 a challenge is answered with a token that contains its nonce, once`() async throws {
        try await EmulatedSpace.run(over: .inProcess) { space in
            let authenticator = RepeatingAuthenticator(signer: space.authenticator("ana"))
            let client = space.client("ana", authenticator: authenticator)
            try await client.sessions.start()
            let challenge = try #require(authenticator.challenges.first)
            #expect(challenge.provider == "jsonWebToken" && !challenge.nonce.isEmpty)
            #expect(challenge.expiresOn == space.clock.now.addingTimeInterval(300))
            let claims = try #require(authenticator.claims)
            #expect(claims["nonce"] == .string(challenge.nonce) && claims["sub"] == "ana")
            #expect(claims["iss"] != nil && claims["aud"] != nil)
            #expect(claims["exp"]?.int == (claims["iat"]?.int).map { $0 + 30 * 86_400 })
            try await client.sessions.end()
            // The same token is not valid for another challenge.
            #expect(await failure { try await client.sessions.start() }?.status == 401)
        }
    }

    @Test func `M-4 a session starts explicitly or with the first call, and ends`() async throws {
        try await space { space, ana, ben in
            #expect(await ana.sessions.current() != nil)
            #expect(await space.emulator.sessionCount(of: "ben") == 1)
            try await ben.sessions.end()
            #expect(await space.emulator.sessionCount(of: "ben") == 0)
        }
    }

    @Test func `M-5 a session has states, is stored, and is renewed`() async throws {
        try await EmulatedSpace.run(over: .inProcess, configure: { $0.sessionLifetime = 60 }) { space in
            let storage = MemorySessionStorage()
            let client = space.client("ana", storage: storage)
            var states = client.sessions.states().makeAsyncIterator()
            #expect(await states.next() == SessionState.none)
            let first = try await client.sessions.start()
            #expect(await states.next() == .starting)
            #expect(await states.next() == .active(first))
            #expect(await storage.session(ofSpace: EmulatedSpace.id)?.session == first)
            let again = try await space.client("ana", storage: storage).sessions.start()
            #expect(again == first)
            await space.wait { space.clock.wakeTimes.contains(60) }
            space.clock.advance(by: 60)
            #expect(await states.next() == .starting)
            guard case .active(let second)? = await states.next() else { return #expect(Bool(false)) }
            #expect(second.id != first.id)
        }
    }

    @Test func `M-6 a push token is set for the session`() async throws {
        try await space { space, ana, _ in
            try await ana.sessions.setPushToken(.apns(bundleID: "b", token: "0a", isDevelopment: false))
            let apns: JSONObject = ["apns": ["bundleId": "b", "environment": "production", "token": "0a"]]
            #expect(await space.emulator.pushDetails(of: "ana") == [apns])
            try await ana.sessions.removePushToken()
            #expect(await space.emulator.pushDetails(of: "ana").isEmpty)
        }
    }

    @Test func `M-7 a push of the service has a link and data`() throws {
        let push = try #require(
            ComapiPush(payload: [
                "aps": ["alert": "Hello"], "dd_originated": "True", "dd_data": ["order": 7],
                "dd_deepLink": ["url": "app://order/7", "trackingUrl": "https://t.example.com"],
            ]))
        #expect(push.link == "app://order/7" && push.trackingURL == "https://t.example.com")
        #expect(push.data == ["order": 7])
        #expect(ComapiPush(payload: ["aps": ["alert": "Hello"]]) == nil)
    }

    @Test func `M-8 an email address makes a contact`() async throws {
        try await space { _, ana, _ in
            try await ana.profiles.patch("ana", ["email": "ana@example.com"])
            #expect(try await ana.profiles.profile("ana").value.email == "ana@example.com")
        }
    }

    @Test func `M-10 the socket opens with the session, and ends with it`() async throws {
        try await space { space, _, ben in
            _ = try await events(0, of: ben) {}
            #expect(await space.emulator.socketCount == 1)
            #expect(await space.emulator.sessionCount(of: "ben") == 1)
            try await ben.sessions.end()
            #expect(await space.emulator.socketCount == 0)
        }
    }

    @Test func `M-11 listeners come and go`() async throws {
        try await space { space, ana, ben in
            var staying = ben.events().makeAsyncIterator()
            let leaving = Task { [stream = ben.events()] in for await _ in stream { break } }
            guard case .socketOpened? = await staying.next()?.kind else { return #expect(Bool(false)) }
            try await ana.conversations.send(SendableMessage("1"), to: "c")
            await leaving.value
            try await ana.conversations.send(SendableMessage("2"), to: "c")
            #expect(await staying.next()?.conversationEventID == 2)
            #expect(await staying.next()?.conversationEventID == 3)
            #expect(await space.emulator.socketCount == 1)
        }
    }

    @Test func `M-12 the update of a profile`() async throws {
        try await space { _, _, ben in
            let event = try await events(1, of: ben) { try await ben.profiles.patch("ben", ["age": 41]) }.first
            #expect(event?.kind == .profileUpdated(profileID: "ben", attributes: ["age": 41]))
            #expect(try await ben.profiles.profile("ben").etag == event?.etag)
        }
    }

    @Test func `M-13 participants added, updated and removed, the owner of a new conversation as well`() async throws {
        try await space { space, ana, ben in
            let found = try await events(5, of: ben) {
                try await ana.conversations.create(
                    NewConversation(id: "d", name: "D", participants: [Participant("ben")]))
                try await ana.conversations.add([Participant("cyd")], to: "d")
                await space.emulator.setRole(.owner, of: "cyd", in: "d", by: "ana")
                try await ana.conversations.remove(["cyd"], from: "d")
            }
            #expect(
                found.dropFirst().map(\.kind) == [
                    .participantAdded(Participant("ana", role: .owner)), .participantAdded(Participant("cyd")),
                    .participantUpdated(Participant("cyd", role: .owner)), .participantRemoved(profileID: "cyd"),
                ])
        }
    }

    @Test func `M-14 conversations created, updated, deleted and restored`() async throws {
        try await space { space, ana, ben in
            let found = try await events(5, of: ben) {
                let created = try await ana.conversations.create(
                    NewConversation(id: "d", name: "D", participants: [Participant("ben")]))
                var update = ConversationUpdate(created.value)
                update.name = "E"
                try await ana.conversations.update("d", update)
                try await ana.conversations.delete("d")
                await space.emulator.undeleteConversation("d", by: "ana")
            }
            let names = found.map { event -> String? in
                switch event.kind {
                case .created(let conversation, _), .updated(let conversation), .undeleted(let conversation):
                    conversation.name
                default: nil
                }
            }
            #expect(names == ["D", nil, "E", nil, "E"])
            #expect(found.map(\.conversationID) == Array(repeating: "d", count: 5))
            #expect(found[3].kind == .deleted(at: space.clock.now))
        }
    }

    @Test func `M-15 typing begins and ends`() async throws {
        try await space { _, ana, ben in
            let found = try await events(2, of: ben) {
                try await ana.conversations.setTyping(in: "c")
                try await ana.conversations.setTyping(false, in: "c")
            }
            #expect(found.map(\.kind) == [.typing(profileID: "ana"), .typingStopped(profileID: "ana")])
            #expect(found.map(\.conversationID) == ["c", "c"])
        }
    }

    @Test func `M-16 messages sent, delivered and read`() async throws {
        try await space { space, ana, ben in
            var id = ""
            let found = try await events(3, of: ben) {
                id = try await ana.conversations.send(SendableMessage("Hello"), to: "c").id
                for status in MessageStatus.allCases {
                    try await ben.conversations.mark(status, [id], in: "c", at: space.clock.now)
                }
            }
            guard case .sent(let message, nil)? = found.first?.kind else { return #expect(Bool(false)) }
            #expect(message.text == "Hello" && message.senderID == "ana" && message.id == id)
            #expect(
                found.dropFirst().map(\.kind)
                    == MessageStatus.allCases.map {
                        .status(messageID: id, profileID: "ben", StatusUpdate($0, on: space.clock.now))
                    })
        }
    }

    @Test func `M-17 an event has its identifier, space, name, context and payload`() async throws {
        try await space { space, ana, ben in
            let event = try #require(
                try await events(1, of: ben) { try await ana.conversations.send(SendableMessage("A"), to: "c") }.first)
            #expect(!event.id.isEmpty && event.name == "conversationMessage.sent" && event.createdBy == "ana")
            #expect(event.conversationID == "c" && event.conversationEventID == 2)
            #expect(event.publishedOn == space.clock.now && event.json["apiSpaceId"] == "shop")
            #expect(event.json["payload"]?["parts"]?.array?.count == 1)
        }
    }

    @Test func `M-18 the profile's id, and whether there is a session`() async throws {
        try await space { space, ana, _ in
            #expect(await ana.sessions.profileID() == "ana")
            let other = space.client("dov")
            let none = await other.sessions.current()
            #expect(none == nil)
        }
    }

    @Test func `M-19 a result has a value and an entity tag, an error its status`() async throws {
        try await space { _, ana, _ in
            let conversation = try await ana.conversations.conversation("c")
            #expect(conversation.value.id == "c" && conversation.etag?.first == "\"")
            let error = await failure { try await ana.conversations.conversation("d") }
            #expect(error?.status == 404 && error?.legacyCode == 5555 && error?.message.isEmpty == false)
        }
    }

    @Test func `M-20 a profile by its id`() async throws {
        try await space { _, ana, _ in
            let profile = try await ana.profiles.profile("ben")
            #expect(profile.value.id == "ben")
        }
    }

    @Test func `M-21 profiles by a query`() async throws {
        try await space { _, ana, ben in
            try await ben.profiles.patch("ben", ["firstName": "Ben", "age": 41])
            let query = ProfileQuery(["firstName^=Be", "age>=18"].compactMap { ProfileQuery.term(typed: $0) })
            #expect(try await ana.profiles.find(query).map(\.id) == ["ben"])
        }
    }

    @Test func `M-22 a profile is patched and replaced under its entity tag`() async throws {
        try await space { _, ana, _ in
            let old = try await ana.profiles.profile("ana")
            let new = try await ana.profiles.patch("ana", ["firstName": "Ana"], ifMatch: old.etag)
            let error = await failure { try await ana.profiles.replace(old.value, ifMatch: old.etag) }
            #expect(error?.code == .conflict && error?.current == .profile(new))
            var replaced = new
            replaced.value.firstName = "Anna"
            #expect(try await ana.profiles.replace(replaced.value, ifMatch: new.etag).value.firstName == "Anna")
        }
    }

    @Test func `M-23 a conversation is created with roles, participants and visibility`() async throws {
        try await space { _, ana, ben in
            let roles = ConversationRoles(participant: RolePermissions(canSend: false))
            let created = try await ana.conversations.create(
                NewConversation(
                    id: "news", name: "News", details: "Read only", roles: roles, isPublic: true,
                    participants: [Participant("ben")]))
            #expect(created.value.roles == roles && created.value.isPublic && created.value.details == "Read only")
            #expect(await failure { try await ben.conversations.send(SendableMessage("A"), to: "news") }?.status == 403)
        }
    }

    @Test func `M-24 my conversations, and public ones`() async throws {
        try await space { space, ana, ben in
            try await ana.conversations.create(NewConversation(id: "lobby", name: "Lobby", isPublic: true))
            #expect(try await ben.conversations.list().map(\.id) == ["c"])
            #expect(try await ben.conversations.list(.everyones).map(\.id) == ["lobby"])
        }
    }

    @Test func `M-25 one conversation`() async throws {
        try await space { _, _, ben in
            let conversation = try await ben.conversations.conversation("c").value
            #expect(conversation.name == "Tea" && conversation.details == "Four")
        }
    }

    @Test func `M-26 a conversation is updated and deleted under its entity tag`() async throws {
        try await space { _, ana, _ in
            let old = try await ana.conversations.conversation("c")
            var update = ConversationUpdate(old.value)
            update.name = "Coffee"
            let new = try await ana.conversations.update("c", update, ifMatch: old.etag)
            #expect(new.value.name == "Coffee")
            #expect(await failure { try await ana.conversations.delete("c", ifMatch: old.etag) }?.code == .conflict)
            try await ana.conversations.delete("c", ifMatch: new.etag)
            #expect(try await ana.conversations.list().isEmpty)
        }
    }

    @Test func `M-27 participants are listed, added and removed`() async throws {
        try await space { _, ana, _ in
            try await ana.conversations.add([Participant("cyd", role: .owner)], to: "c")
            #expect(Set(try await ana.conversations.participants(of: "c").map(\.profileID)) == ["ana", "ben", "cyd"])
            try await ana.conversations.remove(["ben", "cyd"], from: "c")
            #expect(try await ana.conversations.participants(of: "c") == [Participant("ana", role: .owner)])
        }
    }

    @Test func `M-28 messages by the page, backwards`() async throws {
        try await space { _, ana, ben in
            for number in 0..<5 { try await ana.conversations.send(SendableMessage("\(number)"), to: "c") }
            let last = try await ben.conversations.messages(of: "c", limit: 2)
            #expect(last.messages.map(\.text) == ["3", "4"])
            let before = try await ben.conversations.messages(of: "c", limit: 2, from: last.previous)
            #expect(before.messages.map(\.text) == ["1", "2"])
            // A status is not lost if its message is on an older page.
            try await ben.conversations.mark(.read, [try #require(before.messages.last?.id)], in: "c")
            var pager = ben.conversations.pager(of: "c", limit: 2)
            var found: [ConversationMessage] = []
            while let page = try await pager.next() { found = page + found }
            #expect(found.map(\.text) == (0..<5).map { "\($0)" })
            #expect(found[2].statusUpdates["ben"]?.status == .read)
        }
    }

    @Test func `M-29 a message has metadata, parts and an alert`() async throws {
        try await space { _, ana, ben in
            let message = SendableMessage(
                parts: [.text("See this"), .file(name: "a.bin", type: "application/x", bytes: [0, 255])],
                metadata: ["k": 1], alert: MessageAlert(apns: ["sound": "x"], fcm: ["data": [:]]))
            let found = try await events(1, of: ben) { try await ana.conversations.send(message, to: "c") }
            guard case .sent(let sent, let alert)? = found.first?.kind else { return #expect(Bool(false)) }
            #expect(sent.parts == message.parts && sent.metadata == ["k": 1] && alert == message.alert)
        }
    }

    @Test func `M-30 messages are marked as delivered and read`() async throws {
        try await space { _, ana, ben in
            let id = try await ana.conversations.send(SendableMessage("A"), to: "c").id
            try await ben.conversations.mark(.read, [id], in: "c")
            try await ben.conversations.mark(.delivered, [id], in: "c")
            let message = try await ana.conversations.messages(of: "c").messages.first
            #expect(message?.statusUpdates["ben"]?.status == .read)
        }
    }

    @Test func `M-31 typing is told once in ten seconds`() async throws {
        try await space { space, ana, ben in
            let found = try await events(2, of: ben) {
                for _ in 0..<3 { try await ana.conversations.setTyping(in: "c") }
                try await ana.conversations.send(SendableMessage("A"), to: "c")
            }
            #expect(found.map(\.name) == ["conversation.participantTyping", "conversationMessage.sent"])
        }
    }

    @Test func `M-32 events are queried forwards`() async throws {
        try await space { _, ana, ben in
            for number in 0..<3 { try await ana.conversations.send(SendableMessage("\(number)"), to: "c") }
            let found = try await ben.conversations.events(of: "c", from: 1, limit: 3)
            #expect(found.map(\.conversationEventID) == [1, 2, 3])
        }
    }

    @Test func `M-33 a refused session is replaced, at most three times a call`() async throws {
        try await space { space, ana, _ in
            await space.fail(.unauthorized, "/profiles", count: 2)
            let profile = try await ana.profiles.profile("ana")
            #expect(profile.value.id == "ana")
            await space.fail(.unauthorized, "/profiles", count: 3)
            #expect(await failure { try await ana.profiles.profile("ana") }?.status == 401)
        }
    }

    @Test func `M-34 a program is told when its session starts and ends`() async throws {
        try await EmulatedSpace.run(over: .inProcess) { space in
            let client = space.client("ana")
            var states = client.sessions.states().makeAsyncIterator()
            let session = try await client.sessions.start()
            try await client.sessions.end()
            #expect(await states.next() == SessionState.none)
            #expect(await states.next() == .starting)
            #expect(await states.next() == .active(session))
            #expect(await states.next() == SessionState.none)
        }
    }

    @Test func `M-35 files above 13 kB are uploaded`() async throws {
        try await space { space, ana, ben in
            let bytes = [UInt8](repeating: 7, count: 13_334)
            let part = MessagePart.file(name: "a.bin", type: "application/x", bytes: bytes)
            try await ana.conversations.send(SendableMessage(parts: [part]), to: "c")
            let sent = try #require(try await ben.conversations.messages(of: "c").messages.first?.parts.first)
            #expect(sent.data == nil && sent.size == bytes.count)
            #expect(try await space.content(at: try #require(sent.url)) == bytes)
        }
    }

    @Test func `M-36 events begin at 0, a hundred at a time, where the guide has them the other way round`()
        async throws
    {
        try await space { _, ana, ben in
            for number in 0..<120 { try await ana.conversations.send(SendableMessage("\(number)"), to: "c") }
            #expect(try await ben.conversations.events(of: "c").map(\.conversationEventID) == Array(0..<100))
        }
    }
}

/// Answers all challenges with the token for the first one, and records them.
private final class RepeatingAuthenticator: ComapiAuthenticator {
    private let signer: HS256Authenticator
    private let seen = Lock<(challenges: [AuthenticationChallenge], token: String?)>(([], nil))

    init(signer: HS256Authenticator) { self.signer = signer }

    var challenges: [AuthenticationChallenge] { seen.withLock { $0.challenges } }

    /// The claims of the token.
    var claims: JSONObject? {
        let parts = seen.withLock { $0.token }?.split(separator: ".") ?? []
        guard parts.count == 3, let bytes = Base64.decodeURL(parts[1].utf8) else { return nil }
        // A token that is not JSON fails the test.
        return (try? JSONParser.parse(bytes))?.object
    }

    func token(for challenge: AuthenticationChallenge) async throws -> String? {
        let token = signer.token(for: challenge)
        return seen.withLock { seen in
            seen.challenges.append(challenge)
            seen.token = seen.token ?? token
            return seen.token
        }
    }
}
