import Cards
import FeedAPI
import FeedEngine
import FeedPostgres
import FeedSQLite
import FeedStorage
import Foundation
import PostgresSupport
import Support

/// Every storage that passes the contract. New storages are added here.
enum StorageKind: String, CaseIterable, Sendable {
    case memory, sqlite, postgres
    /// PostgreSQL through a pooler.
    case pooled

    /// Without PostgreSQL if it is not installed and not required.
    static var allCases: [StorageKind] {
        [.memory, .sqlite] + (PostgresCluster.isAvailable ? [.postgres, .pooled] : [])
    }

}

/// A storage, and the calls that tests use. Times are seconds from ``Foundation/Date/fixed``.
struct Rig {
    static let environment: EnvironmentID = "e"
    static let ana = Viewer(environment: environment, user: "ana")
    static let bo = Viewer(environment: environment, user: "bo")
    static let ops = FeedKey(viewer: ana, streamID: "ops")

    let storage: any FeedStorage
    /// Retained as long as its storage.
    private let database: TestDatabase?

    init(_ kind: StorageKind) throws {
        switch kind {
        case .memory: self.init(MemoryStorage(), nil)
        case .sqlite: self.init(try SQLiteStorage(), nil)
        case .postgres: try self.init(PostgresCluster.shared.makeDatabase())
        case .pooled: try self.init(PostgresCluster.shared.makeDatabase(), isPooled: true)
        }
    }

    init(_ database: TestDatabase, through proxy: PostgresFaultProxy? = nil, isPooled: Bool = false) throws {
        let address = proxy.map(database.address) ?? (isPooled ? database.pooledAddress : database.address)
        self.init(try PostgresStorage(DatabaseAddress(address, isPooled: isPooled)), database)
    }

    init(storage: any FeedStorage) { self.init(storage, nil) }

    private init(_ storage: any FeedStorage, _ database: TestDatabase?) {
        self.storage = storage
        self.database = database
    }

    /// Publishes one card to each user.
    ///
    /// - Parameter ids: The ids of the cards, one for each user, ascending.
    @discardableResult
    func publish(
        _ ids: [CardID], _ body: CardBody = makeBody(), to users: [UserID] = ["ana"], stream: StreamID = "ops",
        key: PublicationKey? = nil, at seconds: Double = 0
    ) async throws -> [CardID] {
        let request = PublishRequest(streamID: stream, users: users, key: key, body: body.encoded())
        let now = Date.fixed(seconds)
        let command = PublishCards([try Publication(request, now: now)], in: Self.environment, ids: ids, now: now)
        return try await storage.run(command).reply.cards.map(\.id)
    }

    @discardableResult
    func act(
        _ response: CardResponse, on card: CardID, key: ActionKey = "k", by viewer: Viewer = Self.ana,
        at seconds: Double = 0
    ) async throws -> ActionReceipt {
        let now = Date.fixed(seconds)
        let request = ActionRequest(key: key, streamID: "ops", cardID: card, response: response, at: now)
        return try await storage.run(ActOnCard(request, by: viewer, now: now)).reply
    }

    func entries(
        of feed: FeedKey = Self.ops, after start: FeedOrder? = nil, limit: Int = 100, mostBytes: Int = .max,
        filter: PreparedFilter? = nil, mostRows: Int? = nil
    ) async throws -> EntryCollector {
        let collector = EntryCollector(
            limit: limit, mostBytes: mostBytes, filter: filter, mostRows: mostRows, now: .fixed)
        return try await storage.cards(of: feed, after: start, into: collector).collector
    }

    func changes(
        of feed: FeedKey = Self.ops, after sequence: Int64, skippingRemovalsUpTo start: Int64 = 0, limit: Int = 100
    ) async throws -> EntryCollector {
        let collector = EntryCollector(limit: limit, mostBytes: .max, now: .fixed)
        return try await storage.changes(
            of: feed, after: sequence, skippingRemovalsUpTo: start, into: collector
        ).collector
    }

    func status(_ card: CardID) async throws -> CardStatus? {
        try await storage.outcome(of: card, in: Self.environment)?.status
    }
}

/// The type of the problem with which a call fails; nil if it succeeds.
func problem<Result>(_ body: () async throws -> Result) async throws -> ProblemType? {
    do {
        _ = try await body()
        return nil
    } catch let problem as Problem { return problem.type }
}
