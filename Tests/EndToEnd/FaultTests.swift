import Basics
import Cards
import CurlTransport
import FeedAPI
import FeedTransport
import Foundation
import PostgresSupport
import Support
import Testing

/// Two servers of one database, of which one part after the other fails while cards are published and answered: nothing is lost,
/// and nothing happens twice. `CARDSTREAM_FAULT_ROUNDS` makes it longer.
@Suite(.enabled(if: PostgresCluster.isAvailable, "\(PostgresCluster.comment)"), .timeLimit(.minutes(30)))
struct FaultTests {
    private enum Fault: CaseIterable {
        /// A server ends, as by a crash, and starts again.
        case kill
        /// All connections to the database end.
        case disconnect
        /// The database restarts, as after a crash.
        case crash
        case restart
        /// A server hangs for a while.
        case hang
    }

    private let directory: TemporaryDirectory
    private let cluster: PostgresCluster
    private let database: TestDatabase
    private let servers: [Server]
    private static let rounds = ProcessInfo.processInfo.environment["CARDSTREAM_FAULT_ROUNDS"].flatMap(Int.init) ?? 1
    private static let streams: [StreamID] = ["s0", "s1", "s2"]
    /// Cards that are published, and answered, with each fault.
    private static let cards = 60
    private static let width = 6

    init() throws {
        directory = try TemporaryDirectory()
        cluster = try PostgresCluster.makeOwn()
        database = try cluster.makeDatabase()
        let file = directory.url.appending(path: "database")
        try Data(database.address.utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        let names = [directory.url.appending(path: "a"), directory.url.appending(path: "b")]
        let first = try Server(directory: names[0], flags: ["--database", file.path])
        // Both have the same keys.
        try FileManager.default.createDirectory(at: names[1], withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: names[0].appending(path: "data"), to: names[1].appending(path: "data"))
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o700], ofItemAtPath: names[1].appending(path: "data").path)
        servers = [first, try Server(directory: names[1], flags: ["--database", file.path])]
    }

    private func secret(_ name: String) throws -> String {
        let text = try String(contentsOf: servers[0].directory.appending(path: name), encoding: .utf8)
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    @Test func `whatever fails, each card is published once and answered once`() async throws {
        let clients = Clients(
            addresses: servers.map(\.address), publisherKey: try secret("publisher.key"),
            viewerKey: try secret("viewer.key"), token: try secret("token"))
        let follower = Follower()
        let following = Task {
            var attempt = 0
            while !Task.isCancelled {
                await follower.follow(clients.viewer(attempt), Self.streams)
                attempt += 1
            }
        }
        // One that begins without cards is not told of those that have ended before.
        try await wait { await follower.isLive(Self.streams) }
        let body = makeBody().encoded()
        var published: Set<CardID> = []
        for round in 0..<Self.rounds {
            for (place, fault) in Fault.allCases.enumerated() {
                let name = "\(round)-\(place)"
                let done = Lock(0)
                let (progress, reached) = AsyncStream.makeStream(of: Void.self)
                let work = Task {
                    try await withThrowingTaskGroup(of: [CardID].self) { group in
                        for worker in 0..<Self.width {
                            group.addTask {
                                var cards: [CardID] = []
                                for number in stride(from: worker, to: Self.cards, by: Self.width) {
                                    let stream = Self.streams[number % Self.streams.count]
                                    let request = PublishRequest(
                                        streamID: stream, users: ["ana"],
                                        key: PublicationKey(stored: "p-\(name)-\(number)"), body: body)
                                    let card = try await clients.insist(number) { server throws(FeedError) in
                                        try await clients.publisher(server).publish(request).cards[0].id
                                    }
                                    let act = ActionRequest(
                                        key: ActionKey(stored: "k-\(name)-\(number)"), streamID: stream, cardID: card,
                                        response: .dismiss, at: .fixed)
                                    let next = fault == .hang ? number : number + 1
                                    _ = try await clients.insist(next) { server throws(FeedError) in
                                        try await clients.viewer(server).act(act)
                                    }
                                    cards.append(card)
                                    let count = done.withLock { done in
                                        done += 1
                                        return done
                                    }
                                    if count == Self.cards / 4 || count == Self.cards / 2 { reached.yield() }
                                }
                                return cards
                            }
                        }
                        return try await group.reduce(into: [CardID]()) { $0 += $1 }
                    }
                }
                var points = progress.makeAsyncIterator()
                await points.next()
                switch fault {
                case .kill:
                    servers[round % 2].crash()
                    await points.next()
                    try servers[round % 2].start()
                case .disconnect: for _ in 0..<3 { try database.endConnections() }
                case .crash: try cluster.restart("immediate")
                case .restart: try cluster.restart("fast")
                case .hang:
                    servers[round % 2].pause()
                    // Those who use the other one go on.
                    await points.next()
                    servers[round % 2].goOn()
                }
                let cards = try await work.value
                #expect(cards.count == Self.cards && Set(cards).count == Self.cards, "\(fault)")
                #expect(published.isDisjoint(with: cards))
                published.formUnion(cards)
                try check(published.count, "after \(fault) of round \(round)")
            }
        }
        let all = published
        try await wait { await follower.ended == all }
        let state = await follower.state
        #expect(await follower.ended == all, "\(state)")
        #expect(await follower.problems == [])
        following.cancel()
        for server in servers { server.stop() }
    }

    /// Waits for a condition, at most half a minute.
    private func wait(_ condition: () async -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(30)
        while await !condition(), ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(20)) }
    }

    /// Each intent had its effect once: with two changes for each card, the numbers of each feed have no gap.
    private func check(_ count: Int, _ place: String) throws {
        #expect(try database.number("SELECT count(*) FROM cardstream.card") == count, "\(place)")
        #expect(try database.number("SELECT count(*) FROM cardstream.publication") == count, "\(place)")
        #expect(try database.number("SELECT count(*) FROM cardstream.action") == count, "\(place)")
        #expect(try database.number("SELECT count(DISTINCT card) FROM cardstream.action") == count, "\(place)")
        #expect(
            try database.number("SELECT count(*) FROM cardstream.card WHERE status = 'dismissed'") == count, "\(place)")
        #expect(try database.number("SELECT sum(sequence)::bigint FROM cardstream.feed") == 2 * count, "\(place)")
        #expect(
            try database.number(
                "SELECT count(*) FROM (SELECT DISTINCT feed, sequence FROM cardstream.card) AS numbers") == count,
            "\(place)")
        #expect(try database.number("SELECT max(number) FROM cardstream.ending") == count, "\(place)")
    }
}

/// Reaches the servers by number, in turns.
private struct Clients: Sendable {
    private let driver = CurlDriver()
    let addresses: [String]
    let publisherKey: String
    let viewerKey: String
    let token: String

    init(addresses: [String], publisherKey: String, viewerKey: String, token: String) {
        (self.addresses, self.publisherKey) = (addresses, publisherKey)
        (self.viewerKey, self.token) = (viewerKey, token)
    }

    private func endpoint(_ server: Int, key: String) -> FeedEndpoint {
        FeedEndpoint(baseURL: addresses[server % addresses.count], environmentID: "development", apiKey: key)
    }

    func publisher(_ server: Int) -> FeedHTTPClient {
        FeedHTTPClient(driver: driver, endpoint: endpoint(server, key: publisherKey))
    }

    func viewer(_ server: Int) -> FeedClient {
        .curl(
            driver: driver, endpoint: endpoint(server, key: viewerKey), token: { [token] () throws(FeedError) in token }
        )
    }

    /// Tries one server after the other until one says that it is done.
    func insist<Value: Sendable>(
        _ first: Int, _ body: @Sendable (Int) async throws(FeedError) -> Value
    ) async throws -> Value {
        var server = first
        let end = ContinuousClock.now + .seconds(120)
        while true {
            do throws(FeedError) { return try await body(server) } catch {
                guard ContinuousClock.now < end else { throw error }
                server += 1
                try await Task.sleep(for: .milliseconds(20))
            }
        }
    }
}

/// A viewer that goes to the next server when its connection ends, and continues from its cursors.
private actor Follower {
    private var cursors: [StreamID: FeedCursor] = [:]
    private var sequences: [StreamID: Int64] = [:]
    /// The cards that it was told have ended.
    private(set) var ended: Set<CardID> = []
    private(set) var problems: [String] = []
    /// How its connections ended, the last ones first.
    private var ends: [String] = []
    private var lastFrame = ""

    /// For the message of a failure.
    var state: String { "\(ended.count) cards, \(sequences), last \(lastFrame), \(ends.prefix(9))" }

    func isLive(_ streams: [StreamID]) -> Bool { streams.allSatisfy { cursors[$0] != nil } }

    func follow(_ client: FeedClient, _ streams: [StreamID]) async {
        do {
            let socket = try await client.openSocket()
            defer { Task { await socket.close() } }
            try await socket.send(.subscribe(streams.map { .init(streamID: $0, since: cursors[$0]) }))
            for try await frame in socket.frames {
                lastFrame = String("\(ContinuousClock.now) \(frame)".prefix(90))
                switch frame {
                case .delta(let delta):
                    receive(delta)
                    try await socket.send(.ack(stream: delta.streamID, cursor: delta.cursor))
                case .live(let stream, let cursor): cursors[stream] = cursor
                case .gap(let stream): problems.append("a gap of \(stream)")
                default: break
                }
            }
        } catch {
            // Another server, or the same one again.
            ends.insert("\(ContinuousClock.now) \(error)", at: 0)
            try? await Task.sleep(for: .milliseconds(20))
        }
    }

    private func receive(_ delta: FeedDelta) {
        let numbers = delta.upserts.map(\.sequence) + delta.removals.map(\.sequence)
        let last = sequences[delta.streamID] ?? 0
        for number in numbers where number <= last { problems.append("\(number) of \(delta.streamID) after \(last)") }
        sequences[delta.streamID] = numbers.max() ?? last
        for card in delta.removals where !ended.insert(card.id).inserted {
            problems.append("\(card.id) has ended twice")
        }
        cursors[delta.streamID] = delta.cursor
    }
}
