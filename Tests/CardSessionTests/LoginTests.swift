import Basics
import CardSession
import Cards
import FeedAPI
import FeedServer
import Foundation
import Logging
import Support
import Testing

@Suite struct LoginTests {
    private struct Provider: TokenProviding {
        var expiryInterval = Duration.seconds(60)
        var retryInterval = Duration.zero
        var give: @Sendable () async throws -> String? = { nil }
        func token() async throws -> String? { try await give() }
    }

    /// Symbols: initialise, metrics-errors
    @Test func `before a login, every request says what is missing`() async throws {
        let session = try CardSession(.memory)
        let device = DeviceRegistration(token: "0123456789abcdef", environment: .both)
        let all: [(String, () async throws -> Void)] = [
            ("observe", { _ = try session.observeStream(id: "inbox") { _ in } }),
            ("observe as a sequence", { _ = try session.observeStream(id: "inbox") }),
            ("act", { _ = try await session.perform(.dismiss("c1", in: "inbox")) }),
            ("count", { _ = try await session.cardCount(in: "inbox") }),
            ("observe the count", { _ = try session.observeCardCount(in: "inbox") { _ in } }),
            ("count changes", { _ = try session.cardCountChanges() }),
            ("counts as a sequence", { _ = try session.cardCounts(in: "inbox") }),
            ("metrics", { _ = try await session.userMetrics() }),
            ("send events", { try await session.flushEvents() }),
            ("a device", { try await session.registerDevice(device) }),
            ("a device no more", { try await session.deregisterDevice(device) }),
            (
                "streams of a device",
                { try await session.registerStreams(StreamRegistration(token: device.token, streams: ["inbox"])) }
            ),
            ("an event of one's own", { try await session.send(CustomEvent(id: "e", name: "signed-up", at: Date())) }),
            ("the profile", { _ = try await session.updateUser(UserSettings(name: "Ana")) }),
            (
                "a notification that arrived",
                {
                    try await session.trackNotificationReceived(
                        PushNotification(id: "n", cardID: "c", streamID: "inbox", title: "A card"))
                }
            ),
            ("log out", { try await session.logout() }),
        ]
        for (name, use) in all {
            await #expect(
                throws: RequestError.notLoggedIn(missing: "the environment id or the API key"), "\(name)"
            ) { try await use() }
        }
        try await session.initialise(environmentID: "e", apiKey: "k")
        await #expect(throws: RequestError.notLoggedIn(missing: "the token provider")) {
            try await session.userMetrics()
        }
        try await session.setTokenProvider(Provider())
        await #expect(throws: RequestError.notLoggedIn(missing: "the API's base URL")) {
            try await session.userMetrics()
        }
        #expect(!session.isLoggedIn)
        try await session.setBaseURL("http://127.0.0.1:1")
        #expect(session.isLoggedIn)
        let error = await #expect(throws: RequestError.self) { try await session.userMetrics() }
        guard case .data(let cause) = error, cause.reason.contains("no token") else {
            Issue.record("\(String(describing: error))")
            return
        }
        await session.close()
        await #expect(throws: RequestError.aborted(.init("the session is closed", code: .sessionClosed))) {
            try await session.setBaseURL("http://127.0.0.1:1")
        }
    }

    /// Symbols: base-url
    @Test(arguments: [
        "", "cards.example", "ftp://cards.example", "https://ana@cards.example", "https://a b", "https://",
    ])
    func `an invalid base URL is refused`(url: String) async throws {
        let session = try CardSession(.memory)
        await #expect(throws: RequestError.self) {
            try await session.login(environmentID: "e", apiKey: "k", baseURL: url) { "t" }
        }
        await #expect(throws: RequestError.self) { try await session.setBaseURL(url) }
        #expect(!session.isLoggedIn)
        await session.close()
    }

    @Test func `keys that would break a header and negative intervals are refused and not quoted`() async throws {
        let session = try CardSession(.memory)
        for (id, key) in [("", "k"), ("e", ""), ("e", "se\r\ncret"), ("e e", "k")] {
            let error = await #expect(throws: RequestError.self) {
                try await session.login(environmentID: id, apiKey: key, baseURL: "https://a.example") { "t" }
            }
            #expect(error?.explanation.contains("cret") == false)
        }
        for provider in [Provider(expiryInterval: .seconds(-1)), Provider(retryInterval: .seconds(-0.5))] {
            await #expect(throws: RequestError.self) { try await session.setTokenProvider(provider) }
        }
        await session.close()
    }

    /// Symbols: login, session-delegate
    @Test func `a login over the network brings cards, an action and no other user's`() async throws {
        let feed = try await TestFeed()
        let cards = try await feed.publish(makeBody(title: "Hello"))
        _ = try await feed.publish(makeBody(title: "Not hers"), to: "ben")
        try await feed.listening { url in
            let session = try CardSession(.memory)
            let token = try await feed.token(of: "ana")
            try await session.login(
                environmentID: feed.keys.environment.rawValue, apiKey: feed.keys.viewerKey, baseURL: url
            ) { token }
            for await update in try session.observeStream(id: feed.stream) {
                #expect(try update.get().map(\.id) == cards)
                break
            }
            #expect(try await session.perform(.dismiss(cards[0], in: feed.stream)) == .delivered)
            #expect(try await feed.outcome(cards[0]).status == .dismissed)
            await session.close()
        }
    }

    /// Symbols: token-ask
    @Test func `a provider without a token leaves a stream without cards, and says why`() async throws {
        let feed = try await TestFeed()
        try await feed.listening { url in
            let session = try CardSession(.memory)
            try await session.login(
                environmentID: feed.keys.environment.rawValue, apiKey: feed.keys.viewerKey, baseURL: url
            ) { nil }
            let calls = Calls<CardSession.StreamUpdate>()
            try session.observeStream(id: feed.stream) { calls.record($0) }
            let update = try await calls.first("a failure") { _ in true }
            guard case .failure(.data(let cause)) = update else {
                Issue.record("\(update)")
                return
            }
            #expect(cause.reason.contains("there is no token"))
            await session.close()
        }
    }

    /// Symbols: api-protocol
    @Test func `the protocol can be changed at any time, with immediate effect`() async throws {
        let feed = try await TestFeed()
        _ = try await feed.publish(makeBody())
        let session = try CardSession(.memory)
        let states = Calls<SyncStatus.Connection>()
        await session.connect(
            FeedSource(feed.client()), streams: [feed.stream], delivery: .push(fallbackInterval: .seconds(1))
        ) { event in if case .status(let status) = event { states.record(status.connection) } }
        _ = try await states.first("push") { $0 == .live }
        await session.setAPIProtocol(.http)
        _ = try await states.first("polling") { $0 == .polling(.chosen) }
        let count = states.all.count
        await session.setAPIProtocol(.webSocket)
        try await eventually("push again") { states.all.dropFirst(count).contains(.live) }
        await session.close()
    }

    /// Symbols: app-version
    @Test func `a client's version is truncated, and without one it is unknown`() throws {
        let session = try CardSession(.memory)
        #expect(session.clientAppVersion == "unknown")
        session.setClientAppVersion("Version 26.2 (17C52)")
        #expect(session.clientAppVersion == "Version 26.2 (17C52)")
        session.setClientAppVersion(String(repeating: "v", count: 200))
        #expect(session.clientAppVersion == String(repeating: "v", count: CardSession.clientAppVersionLimit))
        #expect(CardSession.clientAppVersionLimit == 128)
        session.setClientAppVersion("")
        #expect(session.clientAppVersion == "unknown")
    }

    /// Symbols: debug
    @Test(arguments: DebugLevel.allCases)
    func `a log level includes its messages, and never a secret`(level: DebugLevel) async throws {
        let feed = try await TestFeed()
        let cards = try await feed.publish(makeBody(title: "Secret title"))
        try await feed.listening { url in
            let lines = Lock<[String]>([])
            var logger = Logger(label: "test") { _ in LineHandler(lines: lines) }
            logger.logLevel = .trace
            let session = try CardSession(.memory)
            session.setDebugLevel(level, logger: logger)
            let token = try await feed.token(of: "ana")
            try await session.login(
                environmentID: feed.keys.environment.rawValue, apiKey: feed.keys.viewerKey, baseURL: url
            ) { token }
            for await _ in try session.observeStream(id: feed.stream) { break }
            try await session.perform(
                .submit(cards[0], in: feed.stream, buttonName: "approve", values: ["note": "secret note"]))
            _ = try? await session.perform(.dismiss("nope", in: feed.stream))
            let text = lines.withLock { $0 }.joined(separator: "\n")
            #expect(text.contains("the action failed") == (level >= .operations))
            #expect(text.contains("/v1/actions") == (level >= .everything))
            #expect(text.contains("logging in") == (level >= .operations))
            #expect(text.contains("observing") == (level >= .details))
            for secret in [token, feed.keys.viewerKey, "Secret title", "secret note"] {
                #expect(!text.contains(secret))
            }
            await session.close()
        }
    }

    private struct LineHandler: LogHandler {
        let lines: Lock<[String]>
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let line = "\(event.level) \(event.message) \(event.metadata.map { "\($0)" } ?? "")"
            lines.withLock { $0.append(line) }
        }
    }
}
