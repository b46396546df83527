import Cards
import FeedAPI
import FeedPostgres
import FeedServer
import FeedStorage
import Foundation
import PostgresSupport
import Support
import Testing

/// Two servers of one database, and how each notices the changes of the other.
@Suite(.enabled(if: PostgresCluster.isAvailable, "\(PostgresCluster.comment)"), .timeLimit(.minutes(2)))
struct SharedStorageTests {
    /// How a server notices changes.
    enum ChangeDetection: String, CaseIterable, Sendable {
        /// Only through notifications: it polls so rarely that a test would not notice.
        case listening
        /// By polling, because no connection listens.
        case polling

        var limits: ServerLimits {
            var limits = ServerLimits()
            limits.allowsPrivateWebhooks = true
            limits.followSeconds = 3600
            limits.takeOverSeconds = 3600
            return limits
        }
    }

    private let database: TestDatabase
    private let keys = DevelopmentKeys.ephemeral()

    init() throws { database = try PostgresCluster.shared.makeDatabase() }

    /// Two running servers.
    private func servers(
        _ detection: ChangeDetection, webhooks: WebhookSender? = nil, clock: ServerClock = .system
    ) async throws -> [FeedServer] {
        var config = keys.config
        config.limits = detection.limits
        var servers: [FeedServer] = []
        for _ in 0..<2 {
            let address =
                detection == .polling
                ? try DatabaseAddress(database.pooledAddress, isPooled: true) : try DatabaseAddress(database.address)
            let storage = try PostgresStorage(address)
            let server = try await FeedServer(config, storage: storage, clock: clock, webhooks: webhooks)
            await server.startClock()
            servers.append(server)
        }
        return servers
    }

    @discardableResult
    private func publish(to server: FeedServer, _ body: CardBody = makeBody()) async throws -> CardID {
        let request = PublishRequest(streamID: "ops", users: ["ana"], body: body.encoded())
        return try #require(try await server.publish([request], environment: keys.environment).cards.first).id
    }

    private func client(_ server: FeedServer, _ user: UserID = "ana") -> FeedClient {
        .inProcess(server, environment: keys.environment, user: user)
    }

    /// A push connection that has received all existing cards.
    private func live(_ server: FeedServer) async throws -> (socket: FeedSocket, frames: FrameReader) {
        let socket = try await client(server).openSocket()
        try await socket.send(.subscribe([.init(streamID: "ops", since: nil)]))
        var frames = FrameReader(socket)
        while true { if case .live = try await frames.next() { return (socket, frames) } }
    }

    @Test(arguments: ChangeDetection.allCases)
    func `a viewer of one server sees what the other one publishes, and answers there`(detection: ChangeDetection)
        async throws
    {
        let servers = try await servers(detection)
        var (socket, frames) = try await live(servers[0])
        for round in 0..<3 {
            let card = try await publish(to: servers[1])
            let delta = try await frames.delta()
            #expect(delta.upserts.map(\.id) == [card])
            try await socket.send(.ack(stream: "ops", cursor: delta.cursor))
            let act = ActionRequest(
                key: ActionKey("k\(round)"), streamID: "ops", cardID: card, response: .dismiss, at: .fixed)
            _ = try await client(servers[0]).act(act)
            #expect(try await servers[1].outcome(of: card, environment: keys.environment).status == .dismissed)
            #expect(try await frames.delta().removals.map(\.id) == [card])
        }
        await socket.close()
        #expect(try database.countConnections(where: "query LIKE 'LISTEN%'") == (detection == .listening ? 2 : 0))
        for server in servers { await server.stop() }
    }

    @Test func `a viewer misses nothing while the connections that listen are ended again and again`() async throws {
        let servers = try await servers(.listening)
        var (socket, frames) = try await live(servers[0])
        var ended = 0
        for _ in 0..<6 {
            ended += try database.endConnections(where: "query LIKE 'LISTEN%'")
            let card = try await publish(to: servers[1])
            let delta = try await frames.delta()
            #expect(delta.upserts.map(\.id) == [card])
            try await socket.send(.ack(stream: "ops", cursor: delta.cursor))
        }
        #expect(ended > 0)
        await socket.close()
        for server in servers { await server.stop() }
    }

    @Test(arguments: ChangeDetection.allCases)
    func `a viewer begins with a snapshot when an older copy takes the place of the database`(
        detection: ChangeDetection
    ) async throws {
        let servers = try await servers(detection)
        var (socket, frames) = try await live(servers[0])
        let first = try await publish(to: servers[0])
        _ = try await frames.delta()
        let copy = try database.copy()
        _ = try await publish(to: servers[0])
        let cursor = try await frames.delta().cursor
        let epoch = cursor.parts?.epoch
        try database.swap(with: copy)
        // The client is notified although nothing is published, because its last change no longer exists.
        while true { if case .gap = try await frames.next() { break } }
        let third = try await publish(to: servers[1])
        // With a pooler the connections stay open, and the next poll notices that the database has changed.
        try await eventually("the old cursor is refused") {
            await problem { try await client(servers[0]).changes("ops", cursor) }?.type == .cursorExpired
        }
        let page = try await client(servers[0]).snapshot("ops", nil)
        #expect(Set(page.entries.map(\.id)) == [first, third])
        #expect(page.cursor.parts?.epoch != epoch)
        try await socket.send(.subscribe([.init(streamID: "ops", since: page.cursor)]))
        let fourth = try await publish(to: servers[1])
        #expect(try await frames.delta().upserts.map(\.id) == [fourth])
        await socket.close()
        for server in servers { await server.stop() }
    }

    @Test(arguments: ChangeDetection.allCases)
    func `a request that waits for an ask is woken by changes on the other server`(detection: ChangeDetection)
        async throws
    {
        let servers = try await servers(detection)
        let (port, other) = (
            try await servers[0].start(listen: .ephemeralLoopback),
            try await servers[1].start(listen: .ephemeralLoopback)
        )
        let card = CardBody(components: [
            .buttons(
                Card.ButtonContainer(buttons: [Card.Button(text: "Yes", action: .submit(.init(buttonName: "yes")))]))
        ])
        var request = AskRequest(streamID: "ops", users: ["ana", "bo"], body: card.encoded(), timeout: 600)
        request.quorum = .count(2)
        let made = try await RawClient(port: other).request(
            .makeAsk, keys.publisherCredentials, body: FeedCoder.encode(request))
        let ask = try FeedCoder.decodeAsk(made.body)

        /// The response to a request that waits on the first server while `body` runs on the second.
        func change(_ body: () async throws -> Void) async throws -> Ask {
            let known = try await RawClient(port: port).request(.ask(ask.id, wait: nil), keys.publisherCredentials)
            async let waiting = RawClient(port: port).request(
                .ask(ask.id, wait: 55), keys.publisherCredentials,
                headers: [("If-None-Match", try #require(known.headers["etag"]))])
            try await eventually("the request waits") { await servers[0].waitingAsks == 1 }
            try await body()
            let answer = try await waiting
            #expect(answer.status == 200)
            return try FeedCoder.decodeAsk(answer.body)
        }
        func answer(_ index: Int) async throws {
            let act = ActionRequest(
                key: "k", streamID: "ops", cardID: ask.cards[index].id,
                response: .submit(buttonName: "yes", values: [:]), at: .fixed)
            _ = try await client(servers[1], ask.cards[index].user).act(act)
        }

        let seen = try await change {
            let records = """
                {"records":[{"id":"r1","eventName":"card-displayed","timestamp":"2026-11-21T09:30:00.000Z",\
                "cardContext":{"cardInstanceId":"\(ask.cards[0].id)","cardInstanceStatus":"active",\
                "cardViewState":"topview","cardPresentation":"individual"}}]}
                """
            let token = TokenMint.mint(user: "ana", secret: keys.secret, now: Date(), lifetime: 3600)
            let viewer = FeedCredentials(
                environment: keys.environment.rawValue, apiKey: keys.viewerKey, token: token)
            let sent = try await RawClient(port: other).request(.sendAnalytics, viewer, body: Array(records.utf8))
            #expect(sent.status == 200)
        }
        #expect(seen.cards.map { $0.seenAt != nil } == [true, false])
        let told = try await change { _ = try await client(servers[1], "bo").snapshot("ops", nil) }
        #expect(told.cards.map(\.isTold) == [false, true])
        let answered = try await change { try await answer(0) }
        #expect(answered.votes.count == 1 && answered.settlement == nil)
        let settled = try await change { try await answer(1) }
        #expect(settled.settlement?.outcome == .accept)
        for server in servers { await server.stop() }
    }

    @Test(arguments: ChangeDetection.allCases)
    func `a card does not say that no one waits while a request waits on the other server`(detection: ChangeDetection)
        async throws
    {
        let clock = ManualClock()
        let servers = try await servers(detection, clock: clock.clock)
        let port = try await servers[0].start(listen: .ephemeralLoopback)
        let other = try await servers[1].start(listen: .ephemeralLoopback)
        let request = AskRequest(
            streamID: "ops", users: ["ana"],
            body: CardBody(components: [
                .buttons(
                    Card.ButtonContainer(buttons: [Card.Button(text: "Yes", action: .submit(.init(buttonName: "yes")))])
                )
            ]).encoded(), timeout: 86_400)
        let made = try await RawClient(port: port).request(
            .makeAsk, keys.publisherCredentials, body: FeedCoder.encode(request))
        let ask = try FeedCoder.decodeAsk(made.body)
        func isUnattended() async throws -> Bool? {
            try await client(servers[0]).snapshot("ops", nil).entries.first
                .map { try CardBody.decode($0.body).isUnattended }
        }
        func changes() throws -> Int { try database.number("SELECT sequence FROM cardstream.feed") }

        async let waiting = RawClient(port: other).request(.ask(ask.id, wait: 50), keys.publisherCredentials)
        try await eventually("the request waits, and the other server can know") {
            try await servers[1].waitingAsks == 1 && database.number("SELECT count(*) FROM cardstream.asker") == 1
        }
        let before = try changes()
        for _ in 0..<3 {
            clock.advance(by: 15)
            for _ in 0..<5 { #expect(try await isUnattended() == false) }
        }
        clock.advance(by: 10)
        #expect(try await waiting.status == 200)
        #expect(try changes() == before)
        try await eventually("the absence begins") {
            clock.advance(by: 15)
            return try await isUnattended() == true
        }
        for server in servers { await server.stop() }
    }

    @Test func `viewers of a server that is cut off from the database go to another one`() async throws {
        let proxy = try database.makeFaultProxy()
        var config = keys.config
        config.limits.followSeconds = 0.05
        let server = try await FeedServer(
            config, storage: try PostgresStorage(DatabaseAddress(database.address(through: proxy))))
        let port = try await server.start(listen: .ephemeralLoopback)
        let token = TokenMint.mint(user: "ana", secret: keys.secret, now: Date(), lifetime: 3600)
        let viewer = FeedCredentials(environment: keys.environment.rawValue, apiKey: keys.viewerKey, token: token)
        let socket = try await RawClient(port: port)
        #expect(try await socket.upgrade(viewer).status == 101)
        try await socket.send(.subscribe([.init(streamID: "ops", since: nil)]))
        while true { if case .live = try await socket.push() { break } }
        proxy.hold(true)
        #expect(try await socket.closeCode() == 1012)
        #expect(try await RawClient(port: port).upgrade(viewer).problem?.type == .notReady)
        #expect(try await RawClient(port: port).request(.ready, nil).problem?.type == .notReady)
        proxy.hold(false)
        try await eventually("the server serves again") {
            try await RawClient(port: port).upgrade(viewer).status == 101
        }
        await server.stop()
    }

    @Test func `a feed that another transaction holds stops no other feed, and slow reads do not make it unready`()
        async throws
    {
        let storage = try PostgresStorage(DatabaseAddress(database.address))
        let server = try await FeedServer(keys.config, storage: storage)
        let port = try await server.start(listen: .ephemeralLoopback)
        try await publish(to: server)
        let feed = try database.hold("SELECT FROM cardstream.feed FOR UPDATE")
        let waiting = Task { [self] in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 { group.addTask { try await publish(to: server) } }
                try await group.waitForAll()
            }
        }
        try await eventually("changes wait") { await storage.state.waiting > 3 }
        let request = PublishRequest(streamID: "other", users: ["ana"], body: makeBody().encoded())
        _ = try await server.publish([request], environment: keys.environment)

        let cards = try database.hold("LOCK TABLE cardstream.card")
        let reading = Task { [self] in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 { group.addTask { _ = try await client(server).snapshot("ops", nil) } }
                try await group.waitForAll()
            }
        }
        try await eventually("reads wait") {
            // Other reads of the server take some of the four connections as well.
            try database.countConnections(where: "wait_event_type = 'Lock' AND query LIKE '%FROM card%'") >= 4
        }
        #expect(try await RawClient(port: port).request(.ready, nil).status == 200)
        feed.end()
        cards.end()
        try await waiting.value
        try await reading.value
        #expect(try await client(server).snapshot("ops", nil).entries.count == 9)
        await server.stop()
    }

    @Test(arguments: ChangeDetection.allCases)
    func `each event reaches a webhook once, whichever server caused it`(detection: ChangeDetection) async throws {
        let endpoint = Endpoint(.status(204))
        let servers = try await servers(detection, webhooks: endpoint.sender)
        _ = try await servers[0].makeWebhook(
            WebhookRequest(url: "http://127.0.0.1:9/hook", events: [.published], streams: []),
            environment: keys.environment)
        for number in 0..<20 { try await publish(to: servers[number % 2]) }
        // The first server may not know the deliveries of the second one until it polls.
        _ = try await publish(to: servers[0])
        try await eventually("all are delivered") { endpoint.posts.count >= 21 }
        for server in servers { await server.stop() }
        let ids = endpoint.posts.flatMap { post in post.headers.filter { $0.name == "webhook-id" }.map(\.value) }
        #expect(ids.count == 21 && Set(ids).count == 21)
    }
}
