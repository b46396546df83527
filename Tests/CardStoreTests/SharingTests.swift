import Basics
import Cards
import FeedAPI
import Foundation
import SQLite
import Support
import Testing

@testable import CardStore

/// A store that several processes have open. These tests open it several times in one process, which the locks
/// distinguish as well.
@Suite struct SharingTests {
    let directory: TemporaryDirectory
    var path: String { directory.file("store/cards.sqlite") }

    init() throws { directory = try TemporaryDirectory() }

    private func shared() throws -> CardDatabase { try CardDatabase.openShared(path: path, at: .fixed) }

    @Test func `the first process leads, the others follow, and each sees what another one stores`() async throws {
        let first = try shared()
        let second = try shared()
        let third = try shared()
        #expect([first, second, third].map(\.isLeader) == [true, false, false])
        #expect(CardDatabase.holder(of: path) == StoreHolder(processID: getpid(), kind: .shared))
        try await first.apply(makeDelta([makeEntry("a"), makeEntry("b")]), at: .fixed)
        #expect(try second.ids() == ["a", "b"])
        _ = try await second.respond(.dismiss, to: "a", in: ops, key: ActionKey("k1"), at: .fixed)
        #expect(try first.ids() == ["b"] && third.ids() == ["b"])
        #expect(try await first.outboxWork(at: .fixed, limit: 9).due.map(\.key) == [ActionKey("k1")])
        for database in [first, second, third] { database.close() }
    }

    /// The first process is like one that its user has stopped. The schema of a new store may exist only in its
    /// write-ahead log.
    @Test func `another process can lead a new store while its creator has it open without the lead`() throws {
        let first = try shared()
        first.endLead()
        let start = ContinuousClock.now
        let second = try shared()
        #expect(second.isLeader && second.opening == .opened)
        #expect(ContinuousClock.now - start < .seconds(5))
        second.endLead()
        let command = try CardDatabase.open(path: path, at: .fixed, as: .command)
        for database in [first, second, command] { database.close() }
    }

    @Test func `data of another process is visible after its notification`() async throws {
        let first = try shared()
        let second = try shared()
        first.setCommitHandler { second.handle($0) }
        let windows = Lock<[[String]]>([])
        let observation = second.observe(FeedQuery(streamID: ops)) { result in
            let ids = (try? result.get())?.items.map(\.id.rawValue) ?? []
            windows.withLock { $0.append(ids) }
        }
        let search = try CardSearch("needle")
        let found = Lock<[[String]]>([])
        let filtered = second.observe(FeedQuery(streamID: ops, filter: FeedFilter(search: search))) { result in
            let ids = (try? result.get())?.items.map(\.id.rawValue) ?? []
            found.withLock { $0.append(ids) }
        }
        try await first.apply(makeDelta([makeEntry("a"), makeEntry("b", body: makeBody(title: "Needle"))]), at: .fixed)
        try await becomes(windows, ["a", "b"])
        try await becomes(found, ["b"])
        // So many cards that their rows are not listed individually.
        let many = (0...StoreCommit.rowLimit).map { makeEntry("m\($0)", sequence: 2) }
        try await first.apply(makeDelta(many, cursor: 2), at: .fixed)
        try await first.apply(
            makeDelta(removing: [FeedRemoval(id: "b", sequence: 3, status: .dismissed)], cursor: 3), at: .fixed)
        try await becomes(found, [])
        observation.cancel()
        filtered.cancel()
        second.close()
        first.close()
    }

    @Test func `missed commits are noticed by reading again`() async throws {
        let first = try shared()
        let second = try shared()
        try await first.apply(makeDelta([makeEntry("a"), makeEntry("b")]), at: .fixed)
        let windows = Lock<[[String]]>([])
        let search = try CardSearch("expense")
        let filtered = second.observe(FeedQuery(streamID: ops, filter: FeedFilter(search: search))) { result in
            let ids = (try? result.get())?.items.map(\.id.rawValue) ?? []
            windows.withLock { $0.append(ids) }
        }
        try await becomes(windows, ["a", "b"])
        try await first.apply(
            makeDelta(removing: [FeedRemoval(id: "a", sequence: 2, status: .dismissed)], cursor: 2), at: .fixed)
        second.rereadAll()
        try await becomes(windows, ["b"])
        filtered.cancel()
        second.close()
        first.close()
    }

    @Test func `when the leader closes, one follower leads`() async throws {
        let first = try shared()
        let others = [try shared(), try shared()]
        let leaders = Lock<[Int]>([])
        for (number, database) in others.enumerated() {
            database.whenLeader {
                true
            } onLeader: {
                leaders.withLock { $0.append(number) }
            } onFailure: {
                Issue.record("\($0)")
            }
        }
        #expect(leaders.withLock { $0 }.isEmpty)
        first.close()
        try await eventually { leaders.withLock { $0.count } == 1 }
        let leader = leaders.withLock { $0[0] }
        #expect(others[leader].isLeader && !others[1 - leader].isLeader)
        others[leader].close()
        try await eventually { leaders.withLock { $0 } == [leader, 1 - leader] }
        others[1 - leader].close()
        // No process has the store open.
        try CardDatabase.open(path: path, at: .fixed).close()
    }

    @Test func `a process with exclusive access cannot be joined, and followers do not replace a shared file`()
        async throws
    {
        let alone = try CardDatabase.open(path: path, at: .fixed)
        #expect(throws: StoreError.alreadyOpen(path: path, pid: getpid())) { try shared() }
        alone.close()
        let leader = try shared()
        let follower = try shared()
        try await leader.apply(makeDelta([makeEntry("a")]), at: .fixed)
        leader.close()
        StoreFiles.touch(path + ".damaged")
        // The follower has the damaged file open, so it is not set aside.
        #expect(throws: StoreError.alreadyOpen(path: path, pid: nil)) { try CardDatabase.open(path: path, at: .fixed) }
        #expect(try follower.ids() == ["a"])
        follower.close()
        let next = try CardDatabase.open(path: path, at: .fixed)
        guard case .recovered = next.opening else {
            Issue.record("\(next.opening)")
            return
        }
        next.close()
    }

    @Test func `writes and checkpoints of several processes alternate, and the file stays intact`() async throws {
        let databases = [try shared(), try shared(), try shared()]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, database) in databases.enumerated() {
                group.addTask {
                    for round in 0..<60 {
                        let entry = makeEntry("c\(number)-\(round)", sequence: Int64(round + 1))
                        try await database.apply(makeDelta([entry], cursor: Int64(round + 1)), at: .fixed)
                        if round % 7 == number { try await database.checkpoint() }
                    }
                }
            }
            try await group.waitForAll()
        }
        for database in databases { #expect(try database.window(FeedQuery(streamID: ops)).totalCount == 180) }
        try await databases[1].check()
        for database in databases { database.close() }
    }

    @Test func `a process that stops during a write is reported, and its end releases the lock`()
        throws
    {
        try FileManager.default.createDirectory(atPath: directory.file("store"), withIntermediateDirectories: true)
        let stopped = try StoreProcessLock(databasePath: path)
        let other = try StoreProcessLock(databasePath: path, timeout: .milliseconds(20))
        _ = try stopped.perform {
            #expect(throws: StoreError.self) { try other.perform { Issue.record("it has its turn") } }
        }
        var turns = 0
        try other.perform { turns += 1 }
        do {
            let killed = try StoreProcessLock(databasePath: path)
            try killed.use()
            #expect(try !other.useAlone())
        }
        #expect(try other.useAlone() && turns == 1)
    }

    private func becomes(_ windows: Lock<[[String]]>, _ ids: [String]) async throws {
        try await eventually {
            windows.withLock { $0.last } == ids || windows.withLock { $0.last?.prefix(2) } == ids[...]
        }
    }

    private func eventually(_ holds: () -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(10)
        while !holds() {
            guard ContinuousClock.now < end else {
                Issue.record("it does not happen")
                return
            }
            try await Task.sleep(for: .milliseconds(2))
        }
    }
}
