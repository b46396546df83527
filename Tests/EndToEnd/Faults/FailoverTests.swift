import Basics
import Cards
import Foundation
import PostgresSupport
import Support
import Testing

/// Two servers of one database. The primary fails permanently while cards are published and answered, and its standby
/// takes over. `CARDSTREAM_FAULT_ROUNDS` sets the number of rounds.
@Suite(.serialized, .enabled(if: PostgresCluster.isAvailable, "\(PostgresCluster.comment)"), .timeLimit(.minutes(60)))
struct FailoverTests {
    private static let streams: [StreamID] = ["s0", "s1"]
    private static let rounds =
        ProcessInfo.processInfo.environment["CARDSTREAM_FAULT_ROUNDS"].flatMap(Int.init).map { max(1, $0 / 10) } ?? 1
    private static let cards = 40

    private let directory: TemporaryDirectory
    private let primary: PostgresCluster
    private let standby: PostgresCluster
    private let database: TestDatabase
    private let replica: TestDatabase
    private let servers: [Server]
    private let clients: FaultClients

    init() throws {
        directory = try TemporaryDirectory()
        primary = try .makeOwn(settings: ["wal_level = replica", "max_wal_senders = 4"])
        database = try primary.makeDatabase()
        standby = try primary.makeStandby()
        replica = database.replica(in: standby)
        let address = database.address(orIn: standby)
        let first = try Server(directory: directory.url.appending(path: "a"), database: address, keysOf: nil)
        let second = try Server(directory: directory.url.appending(path: "b"), database: address, keysOf: first)
        servers = [first, second]
        clients = try FaultClients(servers: servers)
    }

    @Test(arguments: 0..<rounds)
    func `nothing that was confirmed is lost when a synchronous standby takes over`(round: Int) async throws {
        // The setting that the guide recommends.
        let guide = try GuideFile(topic: "server").text
        let setting = try #require(guide.firstMatch(of: /\nsynchronous_standby_names = .+\n/))
        try primary.administer("ALTER SYSTEM SET \(setting.output)")
        try primary.administer("SELECT pg_reload_conf()")
        try await wait {
            try database.number("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'quorum'") == 1
        }
        let viewers = (0..<4).map { FaultViewer(clients, Self.streams, first: $0) }
        let following = viewers.map { viewer in Task { await viewer.run() } }
        defer { for task in following { task.cancel() } }
        for viewer in viewers { try await wait { await viewer.isLive } }
        let done = Lock(0)
        let work = Task { [clients] in try await Self.work(clients, done) }
        let moment = Int.random(in: 1...Self.cards)
        try await wait { done.withLock { $0 } >= moment }
        try primary.crash()
        try standby.promote()
        let (kept, ended) = try await work.value
        let all = try replica.texts("SELECT id FROM cardstream.card")
        #expect(Set(all) == Set((kept + ended).map(\.rawValue)) && all.count == Self.cards, "after \(moment)")
        let answered = try replica.texts("SELECT id FROM cardstream.card WHERE status = 'dismissed'")
        #expect(Set(answered) == Set(ended.map(\.rawValue)), "after \(moment)")
        #expect(try replica.number("SELECT count(*) FROM cardstream.action") == ended.count)
        for viewer in viewers {
            try await wait { await viewer.active == Set(kept) }
            let state = await viewer.state
            #expect(await viewer.active == Set(kept), "after \(moment): \(state)")
            #expect(await viewer.problems == [], "after \(moment)")
        }
        for number in servers.indices {
            #expect(try await clients.cards(of: number, in: Self.streams) == Set(kept))
        }
    }

    @Test func `viewers load everything again when a standby without the last changes takes over`() async throws {
        let known = try await publish("known")
        try await wait { try replica.hasAll(of: database) }
        try standby.administer("ALTER SYSTEM SET primary_conninfo = ''")
        try standby.administer("SELECT pg_reload_conf()")
        try await wait { try database.number("SELECT count(*) FROM pg_stat_replication") == 0 }
        let lost = try await publish("lost")
        let viewer = FaultViewer(clients, Self.streams, first: 0)
        let following = Task { await viewer.run() }
        defer { following.cancel() }
        try await wait { await viewer.active == [known, lost] }
        try primary.crash()
        try standby.promote()
        let new = try await publish("new")
        try await wait { await viewer.active == [known, new] }
        let state = await viewer.state
        #expect(await viewer.active == [known, new], "\(state)")
        #expect(await viewer.gaps > 0)
        #expect(await viewer.problems == [])
        // Repeats the request from before the failover, whose card was lost.
        let repeated = try await publish("lost")
        try await wait { await viewer.active == [known, new, repeated] }
        #expect(await viewer.active == [known, new, repeated])
    }

    private func publish(_ key: String) async throws -> CardID {
        try await clients.publish(key, to: "s0", makeBody().encoded(), first: 0)
    }

    /// Publishes cards, and answers every second one.
    private static func work(
        _ clients: FaultClients, _ done: Lock<Int>
    ) async throws -> (kept: [CardID], ended: [CardID]) {
        let body = makeBody().encoded()
        return try await withThrowingTaskGroup(of: (kept: [CardID], ended: [CardID]).self) { group in
            for worker in 0..<4 {
                group.addTask {
                    var (kept, ended): ([CardID], [CardID]) = ([], [])
                    for number in stride(from: worker, to: cards, by: 4) {
                        let stream = streams[number / 4 % streams.count]
                        let card = try await clients.publish("p-\(number)", to: stream, body, first: number)
                        done.withLock { $0 += 1 }
                        if number / 8 % 2 == 0 {
                            kept.append(card)
                        } else {
                            try await clients.dismiss("k-\(number)", card, of: stream, at: .fixed, first: number + 1)
                            ended.append(card)
                        }
                    }
                    return (kept, ended)
                }
            }
            return try await group.reduce(into: (kept: [], ended: [])) { all, part in
                all.kept += part.kept
                all.ended += part.ended
            }
        }
    }

    /// Waits for a condition for at most 30 seconds.
    private func wait(_ condition: () async throws -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(30)
        while try await !condition(), ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(10)) }
    }
}
