import Cards
import EmulatorHTTP
import Foundation
import Support
import Testing

@testable import ComapiEmulator

/// Sockets: what they send, to whom, and how they fail.
@Suite(.timeLimit(.minutes(1))) struct SocketTests {
    /// An emulator in which ana and ben have sessions.
    private struct Peers {
        let clock = TestClock()
        let emulator: ComapiEmulator
        var tokens: [String: String] = [:]

        init() async throws {
            emulator = ComapiEmulator(
                EmulatorConfiguration(apiSpaceID: "shop", secret: EmulatorFixture.secret, accountID: 42),
                clock: { [clock] in clock.now }, identifiers: EmulatorFixture.counting())
            for profile in ["ana", "ben", "cyd"] { try await logIn(profile) }
        }

        private mutating func logIn(_ profile: String) async throws {
            let start = await emulator.respond(to: EmulatorRequest("GET", "/apispaces/shop/sessions/start"))
            let challenge = try JSONParser.parse(start.body)
            let fixture = try EmulatorFixture()
            let token = EmulatorFixture.jwt(
                fixture.claims(of: profile, nonce: try #require(challenge["nonce"]?.string)))
            let body = EmulatorFixture.sessionBody(try #require(challenge["authenticationId"]?.string), token)
            let response = await emulator.respond(
                to: EmulatorRequest("POST", "/apispaces/shop/sessions", body: Array(body.utf8)))
            tokens[profile] = try JSONParser.parse(response.body)["token"]?.string
        }

        @discardableResult func send(
            _ method: String, _ path: String, as profile: String, _ body: String = ""
        ) async -> EmulatorResponse {
            await emulator.respond(
                to: EmulatorRequest(
                    method, "/apispaces/shop\(path)",
                    headers: [EmulatorHeader("Authorization", "Bearer \(tokens[profile] ?? "")")],
                    body: Array(body.utf8)))
        }

        func open(_ profile: String) async throws -> EmulatorSocket {
            guard case .open(let socket) = await emulator.openSocket(token: tokens[profile] ?? "") else {
                throw Refused()
            }
            return socket
        }

        func createConversation() async {
            let body = """
                {"id":"c1","name":"Tea","isPublic":false,"roles":\(EmulatorFixture.roles),"participants":[{"id":"ben"}]}
                """
            await send("POST", "/conversations", as: "ana", body)
        }
    }

    private struct Refused: Error {}

    /// The names of the frames until the service closes the socket.
    private func names(_ socket: EmulatorSocket) async throws -> [String] {
        var names: [String] = []
        for await frame in socket.frames { names.append(try JSONParser.parse(frame)["name"]?.string ?? "") }
        return names
    }

    @Test func `the first frame is the socket's description, and needs a session`() async throws {
        let peers = try await Peers()
        let socket = try await peers.open("ana")
        await peers.emulator.dropSockets()
        var frames: [JSONValue] = []
        for await frame in socket.frames { frames.append(try JSONParser.parse(frame)) }
        let eventID = try #require(frames.first?["eventId"])
        #expect(
            frames == [
                [
                    "eventId": eventID, "name": "socket.info", "apiSpaceId": "shop", "context": ["createdBy": "ana"],
                    "socketId": .string(socket.id), "accountId": 42, "publishedOn": .string(EmulatorFixture.now),
                ]
            ])
        guard case .refused(let response) = await peers.emulator.openSocket(token: "unknown") else {
            throw Refused()
        }
        #expect(response.status == 401)
    }

    @Test func `the token of a socket is in the query or in a header`() async throws {
        let peers = try await Peers()
        let token = try #require(peers.tokens["ana"])
        let header = EmulatorHeader("authorization", "Bearer \(token)")
        for (target, headers, status) in [
            ("/apispaces/shop/socket?token=\(token)", [], nil), ("/apispaces/shop/socket", [header], nil),
            ("/apispaces/shop/socket", [], 401), ("/apispaces/shop/other?token=\(token)", [], 404),
        ] as [(String, [EmulatorHeader], Int?)] {
            switch await peers.emulator.openSocket(EmulatorRequest("GET", target, headers: headers)) {
            case .open: #expect(status == nil)
            case .refused(let response): #expect(response.status == status)
            }
        }
    }

    @Test func `a socket can be refused on request`() async throws {
        let peers = try await Peers()
        var faults = EmulatorFaults()
        faults.requests = [RequestFault(.tooManyRequests(retryAfter: 3), pathPrefix: "/socket")]
        await peers.emulator.setFaults(faults)
        let token = try #require(peers.tokens["ana"])
        guard case .refused(let response) = await peers.emulator.openSocket(token: token) else { throw Refused() }
        #expect(response.status == 429 && response.headers["Retry-After"] == "3")
        _ = try await peers.open("ana")
        #expect(await peers.emulator.socketCount == 1)
    }

    @Test func `all sockets of all participants get an event, the writer's too, and no others`() async throws {
        let peers = try await Peers()
        let sockets = [
            try await peers.open("ana"), try await peers.open("ana"), try await peers.open("ben"),
            try await peers.open("cyd"),
        ]
        await peers.createConversation()
        await peers.send("POST", "/conversations/c1/messages", as: "ben", #"{"parts":[{"data":"hi"}]}"#)
        await peers.send("PATCH", "/profiles/cyd", as: "cyd", #"{"a":1}"#)
        await peers.emulator.dropSockets()
        let conversation = [
            "socket.info", "conversation.create", "conversation.participantAdded", "conversationMessage.sent",
        ]
        for socket in sockets[..<3] { #expect(try await names(socket) == conversation) }
        #expect(try await names(sockets[3]) == ["socket.info", "profile.update"])
    }

    @Test func `an echo frame is returned unchanged, and other frames are ignored`() async throws {
        let peers = try await Peers()
        let socket = try await peers.open("ana")
        let echo = #"{"name":"echo","payload":{},"publishedOn":"2026-01-15T09:00:00.000Z"}"#
        for frame in ["no JSON", #"{"name":"other"}"#, echo] { await peers.emulator.receive(frame, on: socket.id) }
        await peers.emulator.receive(echo, on: "unknown socket")
        await peers.emulator.closeSocket(socket.id)
        var frames: [String] = []
        for await frame in socket.frames { frames.append(frame) }
        #expect(frames.count == 2 && frames.last == echo)
    }

    @Test func `a socket ends with its session`() async throws {
        let peers = try await Peers()
        let (ana, ben) = (try await peers.open("ana"), try await peers.open("ben"))
        await peers.emulator.endSessions(of: "ana")
        #expect(try await names(ana) == ["socket.info"])
        #expect(await peers.emulator.socketCount == 1)
        peers.clock.advance(by: 86_400)
        await peers.send("GET", "/profiles", as: "ben")
        #expect(try await names(ben) == ["socket.info"])
        #expect(await peers.emulator.socketCount == 0)
    }

    @Test func `a socket that its client has abandoned is dropped with the next event`() async throws {
        let peers = try await Peers()
        do { _ = try await peers.open("ana") }
        let kept = try await peers.open("ana")
        #expect(await peers.emulator.socketCount == 2)
        await peers.send("PATCH", "/profiles/ana", as: "ana", "{}")
        #expect(await peers.emulator.socketCount == 1)
        await peers.emulator.closeSocket(kept.id)
        #expect(try await names(kept) == ["socket.info", "profile.update"])
    }

    @Test func `a half-open socket sends nothing, and does not close`() async throws {
        let peers = try await Peers()
        let socket = try await peers.open("ana")
        var faults = EmulatorFaults()
        faults.isHalfOpen = true
        await peers.emulator.setFaults(faults)
        await peers.createConversation()
        await peers.emulator.receive(#"{"name":"echo"}"#, on: socket.id)
        #expect(await peers.emulator.socketCount == 1)
        await peers.emulator.setFaults(EmulatorFaults())
        await peers.send("POST", "/conversations/c1/typing", as: "ben")
        await peers.emulator.dropSockets()
        #expect(try await names(socket) == ["socket.info", "conversation.participantTyping"])
    }

    @Test func `a withheld event is a gap that the history fills`() async throws {
        let peers = try await Peers()
        await peers.createConversation()
        let socket = try await peers.open("ana")
        var faults = EmulatorFaults()
        faults.events = [EventFault(.withhold, name: "conversationMessage.sent")]
        await peers.emulator.setFaults(faults)
        for text in ["one", "two"] {
            await peers.send("POST", "/conversations/c1/messages", as: "ben", "{\"parts\":[{\"data\":\"\(text)\"}]}")
        }
        await peers.emulator.undeleteConversation("c1", by: "admin")
        await peers.emulator.setRole(.owner, of: "ben", in: "c1", by: "admin")
        await peers.emulator.dropSockets()
        var numbers: [Int] = []
        for await frame in socket.frames {
            if let number = try JSONParser.parse(frame)["conversationEventId"]?.int { numbers.append(number) }
        }
        #expect(numbers == [3, 4])
        let history = await peers.send("GET", "/conversations/c1/events?from=2&limit=1", as: "ana")
        #expect(try JSONParser.parse(history.body).array?.first?["name"] == "conversationMessage.sent")
    }
}
