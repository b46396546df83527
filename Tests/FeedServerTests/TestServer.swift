import Cards
import FeedAPI
import FeedSQLite
import FeedServer
import FeedStorage
import FlyingSocks
import Foundation
import Support
import Testing

/// A server with new keys, in memory by default, and the calls that tests use.
struct TestServer {
    let keys: DevelopmentKeys
    let server: FeedServer
    let clock: ManualClock

    init(
        directory: String? = nil, keys: DevelopmentKeys = .ephemeral(), clock: ManualClock = ManualClock(),
        config: ServerConfig? = nil, limits: ServerLimits = ServerLimits(), webhooks: WebhookSender? = nil,
        isServer: Bool = false
    ) async throws {
        self.keys = keys
        self.clock = clock
        var config = config ?? keys.config
        config.limits = limits
        let storage = try SQLiteStorage(
            directory: directory, freeBytes: limits.uploadReserveBytes, isServer: isServer)
        server = try await FeedServer(config, storage: storage, clock: clock.clock, webhooks: webhooks)
    }

    func client(_ user: String = "ana") -> FeedClient {
        .inProcess(server, environment: keys.environment, user: UserID(user))
    }

    @discardableResult
    func publish(_ body: CardBody = makeBody(), to users: [String] = ["ana"], key: String? = nil) async throws -> CardID
    {
        let request = PublishRequest(
            streamID: "ops", users: users.map { UserID($0) }, key: key.map { PublicationKey($0) }, body: body.encoded())
        return try #require(try await server.publish([request], environment: keys.environment).cards.first).id
    }

    /// All entries of a snapshot.
    func entries(_ user: String = "ana") async throws -> [FeedEntry] {
        var entries: [FeedEntry] = []
        var page: String?
        repeat {
            let answer = try await client(user).snapshot("ops", page)
            entries += answer.entries
            page = answer.next
        } while page != nil
        return entries
    }

    /// The ids of the active cards.
    func ids(_ user: String = "ana") async throws -> [CardID] {
        try await entries(user).filter { $0.status == .active }.map(\.id)
    }

    func act(
        _ response: CardResponse, on card: CardID, key: String = UUID().uuidString, user: String = "ana"
    ) async throws(FeedError) -> ActionReceipt {
        try await client(user).act(
            ActionRequest(
                key: ActionKey(key), streamID: "ops", cardID: card, response: response, at: clock.now))
    }

    func token(_ user: String = "ana", lifetime: Double? = 3600) async throws -> String {
        TokenMint.mint(user: user, secret: keys.secret, now: clock.now, lifetime: lifetime)
    }

    func viewer(_ user: String = "ana") async throws -> FeedCredentials {
        FeedCredentials(environment: keys.environment.rawValue, apiKey: keys.viewerKey, token: try await token(user))
    }
}

/// The problem with which a call fails, or nil.
func problem<Result>(_ body: () async throws -> Result) async -> Problem? {
    do {
        _ = try await body()
        return nil
    } catch FeedError.server(let problem, _) {
        return problem
    } catch let problem as Problem {
        return problem
    } catch {
        Issue.record("unexpected \(error)")
        return nil
    }
}

/// Waits for a condition for at most ten seconds.
func eventually(
    _ what: String, sourceLocation: SourceLocation = #_sourceLocation, _ condition: () async throws -> Bool
) async throws {
    let deadline = ContinuousClock.now + .seconds(10)
    while try await !condition() {
        guard ContinuousClock.now < deadline else {
            Issue.record("waited in vain: \(what)", sourceLocation: sourceLocation)
            return
        }
        try await Task.sleep(for: .milliseconds(2))
    }
}

func temporaryDirectory() -> String {
    NSTemporaryDirectory() + "cardstream-server-" + UUID().uuidString
}

/// Reads the frames of a push connection in order.
struct FrameReader {
    var iterator: AsyncThrowingStream<PushFrame, any Error>.Iterator

    init(_ socket: FeedSocket) { iterator = socket.frames.makeAsyncIterator() }

    mutating func next() async throws -> PushFrame { try #require(try await iterator.next()) }

    mutating func delta() async throws -> FeedDelta {
        while true { if case .delta(let delta) = try await next() { return delta } }
    }
}
