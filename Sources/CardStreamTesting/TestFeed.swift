internal import Basics
public import CardSession
public import CardSources
@_exported public import Cards
@_exported public import FeedAPI
internal import FeedServer

public import struct Foundation.Date

/// A feed of cards in this process, for tests of programs that show cards. It is a real server without a port, tokens
/// or files, and the test controls its clock.
///
/// ```swift
/// let feed = try await TestFeed()
/// let session = try await feed.session(for: "ana")
/// let card = try await feed.publish(
///     CardBody(components: [.headline(Card.Headline(text: "Release?"))]), to: "ana", in: "inbox")
/// for await snapshot in try session.snapshots(in: "inbox") where !snapshot.cards.isEmpty { break }
/// try await session.perform(.dismiss(card, in: "inbox"))
/// #expect(try await feed.outcome(of: card).status == .dismissed)
/// ```
///
/// A feed can be used by any number of tasks. Its data is discarded when it is released.
public final class TestFeed: Sendable {
    /// The time of the feed and of its sessions.
    public let clock: TestClock

    let server: FeedServer
    let environment: EnvironmentID
    let links = Lock<[UserID: TestLink]>([:])
    private let outage = Lock(TestLink.Outage.none)

    /// Creates a feed without cards.
    ///
    /// - Parameter date: The time at which the feed begins; the machine's by default.
    /// - Throws: An error if the feed cannot be created, which a test need not expect.
    public init(startingAt date: Date? = nil) async throws {
        let keys = DevelopmentKeys.ephemeral()
        clock = TestClock(startingAt: date)
        environment = keys.environment
        server = try await FeedServer(keys.config, clock: clock.ofServer)
        await server.startClock()
    }

    deinit {
        let server = server
        Task { await server.stop(within: .zero) }
    }

    // MARK: For the publisher

    /// Publishes a card.
    ///
    /// - Returns: The id of the card.
    /// - Throws: ``Problem`` if the card is not valid.
    @discardableResult
    public func publish(_ card: CardBody, to user: UserID, in stream: StreamID) async throws -> CardID {
        let receipt = try await server.publish(
            [PublishRequest(streamID: stream, users: [user], body: card.encoded())], environment: environment)
        return receipt.cards[0].id
    }

    /// Publishes a card in JSON, as publishers send it.
    ///
    /// - Returns: The id of the card.
    /// - Throws: ``CardError`` if the JSON is not a card; ``Problem`` if the card is not valid.
    @discardableResult
    public func publish(json: String, to user: UserID, in stream: StreamID) async throws -> CardID {
        try await publish(try CardBody.decode(Array(json.utf8)), to: user, in: stream)
    }

    /// Cancels a card. It disappears from its user's sessions.
    ///
    /// - Throws: ``Problem`` for an unknown card.
    public func cancel(_ card: CardID) async throws { try await server.cancel(card, environment: environment) }

    /// Sets the theme of a stream. Sessions load it with their next connection, or after `CardSession.refresh()`.
    ///
    /// - Parameters:
    ///   - document: A theme file; nil removes the theme.
    ///   - stream: The stream whose containers get the theme.
    /// - Throws: ``Problem`` for a document that cannot be shown.
    public func setTheme(_ document: String?, of stream: StreamID) async throws {
        try await server.setTheme(document, of: stream, environment: environment)
    }

    /// The outcome of a card, with everything that its user answered.
    ///
    /// - Throws: ``Problem`` for an unknown card.
    public func outcome(of card: CardID) async throws -> CardOutcome {
        try await server.outcome(of: card, environment: environment)
    }

    /// Waits until a card has ended: until it is answered, dismissed, cancelled or expires.
    ///
    /// - Parameters:
    ///   - card: The id that publishing returned.
    ///   - time: The maximum time to wait, by the feed's clock; a minute by default.
    /// - Returns: The outcome; its status is still open if the time has passed.
    /// - Throws: ``Problem`` for an unknown card.
    public func end(of card: CardID, within time: Duration = .seconds(60)) async throws -> CardOutcome {
        try await server.outcome(of: card, environment: environment, waiting: Int(time.components.seconds))
    }

    /// The events that the feed has received: cards that were seen, videos, runtime variables and so on. Answers are in
    /// ``outcome(of:)``. `CardSession.flushEvents()` sends the unsent events of a session.
    ///
    /// - Throws: ``Problem``, which a test need not expect.
    public func events() async throws -> [AnalyticsRecord] { try await server.analytics(environment: environment) }

    // MARK: For the user

    /// A session in memory that is connected to the feed.
    ///
    /// - Parameters:
    ///   - user: The user whose cards it shows.
    ///   - streams: The streams that it follows in addition to observed ones; none by default.
    ///   - configuration: The settings of the session. A request policy is not asked, because there is no network.
    /// - Throws: `SessionError`, which a test need not expect.
    public func session(
        for user: UserID, streams: [StreamID] = [],
        configuration: CardSession.Configuration = CardSession.Configuration()
    ) async throws -> CardSession {
        let session = try CardSession(.memory, configuration: configuration, timedBy: clock.ofSessions)
        try await connect(session, as: user, streams: streams)
        return session
    }

    /// A session over a file that is connected to the feed, for tests of programs that are restarted.
    ///
    /// - Parameters:
    ///   - user: The user whose cards it shows.
    ///   - path: The file; it is created if it is missing.
    ///   - streams: The streams that it follows in addition to observed ones; none by default.
    ///   - configuration: The settings of the session. A request policy is not asked, because there is no network.
    /// - Throws: `SessionError`.
    public func session(
        for user: UserID, at path: String, streams: [StreamID] = [],
        configuration: CardSession.Configuration = CardSession.Configuration()
    ) async throws -> CardSession {
        let session = try CardSession(.file(path: path), configuration: configuration, timedBy: clock.ofSessions)
        try await connect(session, as: user, streams: streams)
        return session
    }

    /// Connects a session that the host has created. It keeps the machine's clock: ``clock`` only affects the feed.
    ///
    /// - Parameters:
    ///   - session: The session to connect.
    ///   - user: The user whose cards it shows. Stored cards of another user are removed first.
    ///   - streams: The streams that it follows in addition to observed ones; none by default.
    /// - Throws: `SessionError` if the session has unsent actions of another user.
    public func connect(_ session: CardSession, as user: UserID, streams: [StreamID] = []) async throws {
        try await session.connect(
            to: source(for: user), for: "\(user) at a test feed", streams: streams,
            delivery: .push(fallbackInterval: .seconds(1)))
    }

    /// The cards of a user as a source.
    public func source(for user: UserID) -> any CardSource { FeedSource(link(of: user).client) }

    private func link(of user: UserID) -> TestLink {
        let outage = outage.withLock { $0 }
        return links.withLock { links in
            if let link = links[user] { return link }
            let link = TestLink(.inProcess(server, environment: environment, user: user), outage)
            links[user] = link
            return link
        }
    }

    // MARK: Outages

    /// Sets whether the feed can be reached. While it cannot, its connections break and requests fail with
    /// `RequestError.Code.unreachable`, but ``publish(_:to:in:)`` works.
    public func setReachable(_ isReachable: Bool) async { await begin(isReachable ? .none : .unreachable) }

    /// Refuses every request of sessions with a problem, such as `Problem(.tooManyRequests, retryAfter: 5)`, until this
    /// is called again. Nil, the default state, accepts requests.
    public func refuse(with problem: Problem?) async { await begin(problem.map { .refusing($0) } ?? .none) }

    private func begin(_ outage: TestLink.Outage) async {
        self.outage.withLock { $0 = outage }
        for link in links.withLock({ Array($0.values) }) { await link.begin(outage) }
    }
}
