import Basics
import Cards
import FeedAPI
import Foundation
import PostgresSupport
import Support
import Testing

/// Several servers of one database. One part after the other fails while cards are published and answered: nothing is
/// lost, nothing happens twice, and all viewers are soon live again. `CARDSTREAM_FAULT_ROUNDS` sets how often each part
/// fails, `CARDSTREAM_FAULTS` which parts.
@Suite(.enabled(if: PostgresCluster.isAvailable, "\(PostgresCluster.comment)"), .timeLimit(.minutes(120)))
struct FaultTests {
    private static let rounds = environment("CARDSTREAM_FAULT_ROUNDS", Int.init) ?? 1
    private static let seed = environment("CARDSTREAM_FAULT_SEED", UInt64.init) ?? .random(in: 0...99_999)
    private static let streams: [StreamID] = ["s0", "s1", "s2"]
    /// The number of cards that are published and answered during each fault.
    private static let cards = 60
    private static let width = 6
    /// The maximum time until all viewers are live again.
    private static let limit = Duration.seconds(8)

    private static func environment<Value>(_ name: String, _ parse: (String) -> Value?) -> Value? {
        ProcessInfo.processInfo.environment[name].flatMap(parse)
    }

    @Test(
        .enabled(
            if: PostgresCluster.canLimitDisk, "no file system can be mounted here, so the database's disk stays free"))
    func `the database's disk can be filled`() throws {
        let cluster = try PostgresCluster.makeOwn(diskMegabytes: 128)
        let database = try cluster.makeDatabase()
        try cluster.fillDisk()
        #expect(throws: (any Error).self) {
            try database.execute("CREATE TABLE t AS SELECT repeat('x', 100) FROM generate_series(1, 200000)")
        }
        try cluster.freeDisk()
        #expect(try database.number("SELECT 1") == 1)
    }

    @Test(arguments: rounds > 1 ? [2, 3] : [3])
    func `with any fault, each card is published once and answered once`(servers: Int) async throws {
        let world = try FaultWorld(servers: servers)
        let clients = try FaultClients(servers: world.servers)
        // At most eight viewers, which is the limit of one server for one user.
        let viewers = (0..<2 * servers).map { FaultViewer(clients, Self.streams, first: $0) }
        let following = viewers.map { viewer in Task { await viewer.run() } }
        defer { for task in following { task.cancel() } }
        // Wait for all viewers, because a viewer that starts without cards is not notified of cards that ended before.
        try await wait { await all(viewers) { await $0.isLive } }
        var random = SeededGenerator(seed: Self.seed &+ UInt64(servers))
        var intents = Intents()
        var slowest: [Fault: Duration] = [:]
        /// The number of requests that failed because of a full disk.
        var refused = 0
        for round in 0..<(Self.rounds > 1 ? Self.rounds / 2 : 1) {
            for fault in Fault.chosen {
                let place = "\(fault) of round \(round) with \(servers) servers, seed \(Self.seed)"
                let name = "\(round)-\(fault)"
                let done = Lock(0)
                let work = Task { try await self.work(name, clients, after: fault, done) }
                let begin = Int.random(in: 1...(fault == .disk ? 20 : 70), using: &random)
                try await wait { done.withLock { $0 } >= begin }
                let isLong = fault == .cut && round % 4 == 0
                let failed = clients.failures.withLock { $0 }
                let failing = Int.random(in: 0..<servers, using: &random)
                let repair = try world.begin(fault, server: failing, isHard: .random(using: &random))
                var since = repair.since
                if let run = repair.run, !isLong {
                    let length = Int.random(in: 1...15, using: &random)
                    try await wait {
                        done.withLock { $0 } >= (fault == .disk ? 2 * Self.cards : begin + length)
                            || fault == .disk && clients.failures.withLock { $0 } >= failed + 3 * length
                    }
                    try run()
                    // The viewers of a stopped server reconnect to another one immediately. Those of a server that
                    // hangs must wait until it continues.
                    if fault != .kill { since = .now }
                }
                let probe = try await clients.publish(
                    "probe-\(name)", to: "s0", makeBody().encoded(), first: failing + 1)
                intents.active.insert(probe)
                try await wait { await all(viewers) { await $0.active.contains(probe) } }
                let time = ContinuousClock.now - since
                slowest[fault] = max(slowest[fault] ?? .zero, time)
                if time >= Self.limit {
                    let states = await states(viewers)
                    Issue.record("viewers are live \(time) after \(place): \(states)")
                }
                if fault == .disk { refused += clients.failures.withLock { $0 } - failed }
                // A long fault ends only now: a server without its database disconnects its viewers.
                if isLong { try repair.run?() }
                intents.add(try await work.value, place)
                try check(intents, in: world, place)
                let (active, ended) = (intents.active, intents.ended.count)
                try await wait { await all(viewers) { await $0.has(active, ended: ended) } }
                for viewer in viewers {
                    let state = await viewer.state
                    #expect(await viewer.has(active, ended: ended), "after \(place): \(state)")
                    #expect(await viewer.problems == [], "after \(place)")
                    #expect(await viewer.gaps == 0, "after \(place)")
                }
            }
        }
        for viewer in viewers { #expect(await viewer.ended == intents.ended) }
        for number in 0..<servers {
            #expect(try await clients.cards(of: number, in: Self.streams) == intents.active)
        }
        if Self.rounds > 1 {
            #expect(refused > 0 || !Fault.chosen.contains(.disk))
            let times = slowest.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key) \($0.value)" }
            print(
                "\(servers) servers, seed \(Self.seed): \(intents.ended.count) cards answered, "
                    + "\(clients.failures.withLock { $0 }) requests repeated, \(refused) for a full disk; slowest return: \(times)"
            )
        }
        for server in world.servers { server.stop() }
    }

    /// The cards that were requested and confirmed.
    private struct Intents {
        /// Cards without an answer; `ended` has the answered ones.
        var active: Set<CardID> = []
        var ended: Set<CardID> = []

        mutating func add(_ cards: [CardID], _ place: String) {
            #expect(cards.count == FaultTests.cards && Set(cards).count == FaultTests.cards, "\(place)")
            #expect(ended.isDisjoint(with: cards), "\(place)")
            ended.formUnion(cards)
        }
    }

    /// Publishes cards and answers each, several at a time. During a fault of one server, each worker stays with its
    /// server.
    private func work(
        _ name: String, _ clients: FaultClients, after fault: Fault, _ done: Lock<Int>
    ) async throws -> [CardID] {
        // So large that the cards do not fit into the disk space that the database has already allocated.
        let text = (0..<(fault == .disk ? 1700 : 1)).map { _ in "\(UInt32.random(in: .min ... .max))" }
        let body = makeBody(text: text.joined(separator: " ")).encoded()
        return try await withThrowingTaskGroup(of: [CardID].self) { group in
            for worker in 0..<Self.width {
                group.addTask {
                    var cards: [CardID] = []
                    for number in stride(from: worker, to: Self.cards, by: Self.width) {
                        let stream = Self.streams[(number / Self.width) % Self.streams.count]
                        let card = try await clients.publish("p-\(name)-\(number)", to: stream, body, first: worker)
                        done.withLock { $0 += 1 }
                        try await clients.dismiss(
                            "k-\(name)-\(number)", card, of: stream, at: .fixed,
                            first: fault.isOfOneServer ? worker : worker + 1)
                        done.withLock { $0 += 1 }
                        cards.append(card)
                    }
                    return cards
                }
            }
            return try await group.reduce(into: [CardID]()) { $0 += $1 }
        }
    }

    private func all(_ viewers: [FaultViewer], _ condition: (FaultViewer) async -> Bool) async -> Bool {
        for viewer in viewers where await !condition(viewer) { return false }
        return true
    }

    private func states(_ viewers: [FaultViewer]) async -> [String] {
        var states: [String] = []
        for viewer in viewers { states.append(await viewer.state) }
        return states
    }

    /// Waits for a condition for at most 30 seconds.
    private func wait(_ condition: () async -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(30)
        while await !condition(), ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(10)) }
    }

    /// Checks that each intent took effect exactly once: with one change for each card and one for each answer, the
    /// sequence numbers of each feed have no gap.
    private func check(_ intents: Intents, in world: FaultWorld, _ place: String) throws {
        let (all, ended) = (intents.active.count + intents.ended.count, intents.ended.count)
        let stored = try world.database.texts("SELECT id FROM cardstream.card")
        #expect(Set(stored) == Set(intents.active.union(intents.ended).map(\.rawValue)), "\(place)")
        let answered = try world.database.texts("SELECT id FROM cardstream.card WHERE status = 'dismissed'")
        #expect(Set(answered) == Set(intents.ended.map(\.rawValue)), "\(place)")
        let database = world.database
        #expect(try database.number("SELECT count(*) FROM cardstream.publication") == all, "\(place)")
        #expect(try database.number("SELECT count(*) FROM cardstream.action") == ended, "\(place)")
        #expect(try database.number("SELECT count(DISTINCT key) FROM cardstream.action") == ended, "\(place)")
        #expect(try database.number("SELECT count(DISTINCT card) FROM cardstream.action") == ended, "\(place)")
        #expect(
            try database.number(
                """
                SELECT count(*) FROM cardstream.feed WHERE sequence <> (
                    SELECT count(*) + count(*) FILTER (WHERE status = 'dismissed')
                    FROM cardstream.card WHERE card.feed = feed.id)
                """) == 0, "\(place)")
        #expect(
            try database.number(
                "SELECT count(*) FROM (SELECT DISTINCT feed, sequence FROM cardstream.card) AS numbers") == all,
            "\(place)")
        #expect(try database.number("SELECT max(number) FROM cardstream.ending") == ended, "\(place)")
    }
}
