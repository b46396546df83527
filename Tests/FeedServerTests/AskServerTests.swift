import Cards
import FeedAPI
import FeedServer
import Foundation
import Support
import Testing

/// Asks over HTTP: requests that wait, and their responses.
@Suite struct AskServerTests {
    private static let card = CardBody(components: [
        .headline(Card.Headline(text: "Release?")),
        .buttons(
            Card.ButtonContainer(buttons: [
                Card.Button(text: "Yes", action: .submit(.init(buttonName: "yes"))),
                Card.Button(text: "No", action: .submit(.init(buttonName: "no"))),
            ])),
    ])

    private static func request(_ users: [UserID] = ["ana", "bo"], key: PublicationKey? = nil) -> AskRequest {
        AskRequest(streamID: "ops", users: users, body: card.encoded(), key: key, timeout: 600)
    }

    /// Creates an ask over a separate connection.
    private func ask(_ test: TestServer, _ port: UInt16, _ request: AskRequest = request()) async throws -> Ask {
        let answer = try await RawClient(port: port)
            .request(.makeAsk, test.keys.publisherCredentials, body: FeedCoder.encode(request))
        try #require(answer.status == 201 || answer.status == 200)
        return try FeedCoder.decodeAsk(answer.body)
    }

    /// Reads an ask over a separate connection. Waits for a change if `wait` is given.
    private func answer(
        _ test: TestServer, _ port: UInt16, _ id: AskID, wait: Int? = nil, tag: String? = nil
    ) async throws -> (status: Int, ask: Ask?, tag: String?) {
        let answer = try await RawClient(port: port).request(
            .ask(id, wait: wait), test.keys.publisherCredentials, headers: tag.map { [("If-None-Match", $0)] } ?? [])
        let ask = answer.status == 200 ? try FeedCoder.decodeAsk(answer.body) : nil
        return (answer.status, ask, answer.headers["etag"])
    }

    @Test func `a waiting request gets the answer that settles the ask`() async throws {
        let test = try await TestServer()
        try await test.listening { port in
            let ask = try await ask(test, port)
            #expect(ask.title == "Release?" && ask.settlement == nil && ask.cards.map(\.user) == ["ana", "bo"])
            async let waiting = answer(test, port, ask.id, wait: 55)
            _ = try await test.act(
                .submit(buttonName: "no", values: ["why": "frozen"]), on: ask.cards[1].id, user: "bo")
            let settled = try #require(try await waiting.ask)
            #expect(settled.settlement?.outcome == .decline && settled.settlement?.vote?.user == "bo")
            #expect(settled.settlement?.vote?.values == ["why": "frozen"])
            // Ana's viewer receives the answer as well, and her late answer is refused with it as the reason.
            let entry = try #require(try await test.entries("ana").first)
            #expect(try CardBody.decode(entry.body).answered?.by == "bo")
            let late = await problem {
                try await test.act(.submit(buttonName: "yes", values: [:]), on: ask.cards[0].id)
            }
            #expect(late?.type == .cardClosed && late?.detail?.contains("bo answered first") == true)
        }
    }

    @Test func `a request with an entity tag waits for any change, such as a seen card`() async throws {
        let test = try await TestServer()
        try await test.listening { port in
            let ask = try await ask(test, port)
            let tag = try #require(try await answer(test, port, ask.id).tag)
            async let waiting = answer(test, port, ask.id, wait: 55, tag: tag)
            let seen = """
                {"records":[{"id":"r1","eventName":"card-displayed","timestamp":"2026-11-21T09:30:00.000Z",\
                "cardContext":{"cardInstanceId":"\(ask.cards[0].id)","cardInstanceStatus":"active",\
                "cardViewState":"topview","cardPresentation":"individual"}}]}
                """
            let sent = try await RawClient(port: port)
                .request(.sendAnalytics, try await test.viewer(), body: Array(seen.utf8))
            #expect(sent.status == 200)
            let news = try await waiting
            #expect(news.status == 200 && news.tag != tag)
            #expect(news.ask?.cards.map { $0.seenAt != nil } == [true, false] && news.ask?.settlement == nil)
        }
    }

    @Test func `an ask lists the users whom its cards have reached, also in a waiting request`() async throws {
        let test = try await TestServer()
        try await test.listening { port in
            let ask = try await ask(test, port)
            #expect(ask.cards.map(\.isTold) == [false, false])
            let tag = try #require(try await answer(test, port, ask.id).tag)
            async let waiting = answer(test, port, ask.id, wait: 55, tag: tag)
            try await eventually("the request waits") { await test.server.waitingAsks == 1 }
            _ = try await test.entries("bo")
            let news = try #require(try await waiting.ask)
            #expect(news.cards.map(\.isTold) == [false, true] && news.settlement == nil)
            // Cards that were reported as delivered stay so once the ask is settled.
            _ = try await test.act(.submit(buttonName: "yes", values: [:]), on: ask.cards[1].id, user: "bo")
            #expect(try await answer(test, port, ask.id).ask?.cards.map(\.isTold) == [false, true])
        }
    }

    @Test func `a card says that no request waits, until one does`() async throws {
        let test = try await TestServer()
        try await test.listening { port in
            var request = Self.request()
            request.timeout = 86_400
            let ask = try await ask(test, port, request)
            func isUnattended() async throws -> Bool? {
                try await test.entries("ana").first.map { try CardBody.decode($0.body).isUnattended }
            }
            try await eventually("the absence begins") {
                test.clock.advance(by: 16)
                return try await isUnattended() == true
            }
            async let waiting = answer(test, port, ask.id, wait: 1)
            try await eventually("the request waits") { await test.server.waitingAsks == 1 }
            try await eventually("the absence is over") { try await isUnattended() == false }
            test.clock.advance(by: 2)
            #expect(try await waiting.ask?.isUnattended == false)
            #expect(try await isUnattended() == false)
        }
    }

    @Test func `a client that closes its connection does not wait any longer`() async throws {
        let test = try await TestServer()
        try await test.listening { port in
            let ask = try await ask(test, port)
            let client = try await RawClient(port: port)
            let credentials = test.keys.publisherCredentials
            try await client.send(
                "GET \(FeedRoute.ask(ask.id, wait: 55).target) HTTP/1.1\r\nHost: x\r\nCardstream-Environment: "
                    + "\(credentials.environment)\r\nCardstream-Key: \(credentials.apiKey)\r\n\r\n")
            try await eventually("the request waits") { await test.server.waitingAsks == 1 }
            try client.close()
            try await eventually("no request waits") { await test.server.waitingAsks == 0 }
        }
    }

    @Test func `a waiting request ends after its time without changes, and at the deadline with the outcome`()
        async throws
    {
        let test = try await TestServer()
        try await test.listening { port in
            let ask = try await ask(test, port)
            let tag = try #require(try await answer(test, port, ask.id).tag)
            async let unchanged = answer(test, port, ask.id, wait: 20, tag: tag)
            try await eventually("the request waits") { await test.server.waitingAsks == 1 }
            test.clock.advance(by: 20)
            #expect(try await unchanged.status == 304)
            async let settled = answer(test, port, ask.id, wait: 55)
            // The request has read the ask, and reads it again when its wait ends.
            try await eventually("the request waits") { test.clock.wakeTimes.contains(.fixed(75)) }
            test.clock.advance(by: 580)
            #expect(try await settled.ask?.settlement?.outcome == .timeout)
            #expect(try await test.ids().isEmpty)
        }
    }

    @Test(.timeLimit(.minutes(1))) func `a server that stops ends the waits`() async throws {
        let test = try await TestServer()
        let port = try await test.server.start(listen: .ephemeralLoopback)
        let ask = try await ask(test, port)
        let waiting = Task { try await answer(test, port, ask.id, wait: 55) }
        try await eventually("the request waits") { await test.server.waitingAsks == 1 }
        await test.server.stop(within: .seconds(600))
        #expect(try await waiting.value.ask?.settlement == nil)
    }

    @Test func `the same key finds the ask with 200, and a withdrawal says how it ended`() async throws {
        let test = try await TestServer()
        try await test.listening { port in
            let client = try await RawClient(port: port)
            let publisher = test.keys.publisherCredentials
            let body = FeedCoder.encode(Self.request(key: "k"))
            let first = try await client.request(.makeAsk, publisher, body: body)
            let second = try await client.request(.makeAsk, publisher, body: body)
            #expect(first.status == 201 && second.status == 200 && first.body == second.body)
            let id = try FeedCoder.decodeAsk(first.body).id
            let gone = try FeedCoder.decodeAsk(try await client.request(.withdrawAsk(id), publisher).body)
            #expect(gone.settlement?.outcome == .cancel && gone.settlement?.reason == .withdrawn)
            #expect(gone.cards.allSatisfy { $0.status == .cancelled })
            let open = try await client.request(.asks(AskQuery()), publisher)
            #expect(try FeedCoder.decodeAsks(open.body).isEmpty)
            let all = try await client.request(.asks(AskQuery(includesSettled: true)), publisher)
            #expect(try FeedCoder.decodeAsks(all.body) == [gone])
        }
    }

    @Test func `only publishers can read asks, and unknown ones are 404`() async throws {
        let test = try await TestServer()
        try await test.listening { port in
            let client = try await RawClient(port: port)
            let refused = try await client.request(.asks(AskQuery()), try await test.viewer())
            #expect(refused.status == 403)
            for route in [FeedRoute.ask("x", wait: 5), .withdrawAsk("x")] {
                let unknown = try await RawClient(port: port).request(route, test.keys.publisherCredentials)
                #expect(unknown.status == 404 && unknown.problem?.type == .unknownAsk)
            }
        }
    }

    @Test(
        arguments: [
            (#"{"stream":"ops","users":[],"card":{}}"#, "/users"),
            (#"{"stream":"ops","users":["a"],"not":["a"],"card":{}}"#, "/users"),
            (#"{"stream":"ops","users":["a"],"card":{},"timeout":"40d"}"#, "/timeout"),
            (#"{"stream":"ops","users":["a"],"card":{},"timeout":"soon"}"#, "/timeout"),
            (#"{"stream":"ops","users":["a"],"card":{},"quorum":0}"#, "/quorum"),
            (#"{"stream":"ops","users":["a"],"card":{},"quorum":2}"#, "/quorum"),
            (#"{"stream":"ops","users":["a"],"card":{},"quorum":"most"}"#, "/quorum"),
            (
                #"{"stream":"ops","users":["a"],"card":{},"escalate":[{"after":"10m","users":["b"]}]}"#,
                "/escalate/0/after"
            ),
            (#"{"stream":"ops","users":["a"],"card":{},"escalate":[{"after":"1m"}]}"#, "/escalate/0/users"),
            (#"{"stream":"ops","users":["a"],"card":[]}"#, "/card"),
            (#"{"stream":"ops","users":["a"],"card":{},"nott":["b"]}"#, "/nott"),
            (#"{"stream":"ops","users":["a"],"card":{},"quorom":2}"#, "/quorom"),
            (
                #"{"stream":"ops","users":["a"],"card":{},"escalate":[{"after":"1m","users":["b"],"to":["c"]}]}"#,
                "/escalate/0/to"
            ),
        ])
    func `a mistake in a request is named with its place`(json: String, pointer: String) throws {
        let found = #expect(throws: Problem.self) { try FeedCoder.decodeAskRequest(Array(json.utf8)) }
        #expect(found?.type == (pointer == "/card" ? .badCard : .malformedRequest) && found?.pointer == pointer)
    }

    @Test func `a misspelt condition is refused with a suggestion`() throws {
        let json = #"{"stream":"ops","users":["a"],"card":{},"nott":["b"]}"#
        let problem = #expect(throws: Problem.self) { try FeedCoder.decodeAskRequest(Array(json.utf8)) }
        #expect(problem?.detail == #"There is no member "nott" here. Did you mean "not"?"#)
    }

    @Test func `a request round-trips, with each user once`() throws {
        var request = Self.request(["ana", "bo"], key: "k")
        request.quorum = .majority
        request.hasVeto = true
        request.allowsUndo = true
        request.isDetached = true
        request.excluded = ["carl"]
        request.onTimeout = "no"
        request.steps = [.init(after: 60, users: ["dana"])]
        #expect(try FeedCoder.decodeAskRequest(FeedCoder.encode(request)) == request)
        var repeating = request
        repeating.users = ["ana", "carl", "bo", "ana"]
        repeating.steps = [.init(after: 90, users: ["bo", "carl"]), .init(after: 60, users: ["dana", "ana"])]
        #expect(try FeedCoder.decodeAskRequest(FeedCoder.encode(repeating)) == request)
    }
}
