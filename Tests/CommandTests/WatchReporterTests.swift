import AppCore
import AppRuntime
import Basics
import Cards
import FeedAPI
import FeedServer
import Foundation
import Support
import Testing

@testable import cardstream

/// How events are handled: notifications first and never after a command, commands in one pool, and the saved state.
@Suite struct WatchReporterTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "cardstream-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func exists(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.appending(path: name).path)
    }

    private func touch(_ name: String) throws { try Data().write(to: folder.appending(path: name)) }

    private func wait(_ what: String, until condition: () throws -> Bool) async throws {
        let deadline = ContinuousClock.now + .seconds(10)
        while try !condition() {
            guard ContinuousClock.now < deadline else { throw TimedOut(what: what) }
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    @Test func `the end of a card is printed with its title if an earlier event had it`() async {
        let reporter = reporter(kept: Lock(nil))
        var cards = Cards()
        let published = cards.next().events[0]
        #expect(await reporter.line(published).hasSuffix("  published  ops  c1  x"))
        var ended = published
        (ended.kind, ended.entry) = (.dismissed, nil)
        #expect(await reporter.line(ended).hasSuffix("  dismissed  ops  c1  x"))
        #expect(await reporter.line(ended).hasSuffix("  dismissed  ops  c1"))
    }

    private struct TimedOut: Error { var what: String }

    /// Publishes one card after the other.
    private struct Cards {
        var state = WatchState()
        var last: Int64 = 0

        init() { _ = state.reset(to: [], of: "ops", cursor: FeedCursor(epoch: "e", sequence: 0)) }

        mutating func next(priority: Int = 5, detail: String = "") -> WatchFeed.Batch {
            last += 1
            let date = Date(timeIntervalSince1970: 1_795_221_000)
            let entry = FeedEntry(
                id: CardID("c\(last)"), sequence: last, status: .active, priority: priority, createdAt: date,
                updatedAt: date,
                activeAt: date,
                body: Array(
                    #"{"metadata":{"notificationDetail":{"d":"\#(detail)"}},"content":[{"type":"headline","text":"x"}]}"#
                        .utf8))
            let delta = FeedDelta(
                streamID: "ops", cursor: FeedCursor(epoch: "e", sequence: last), upserts: [entry], serverTime: date)
            let events = state.apply(delta)
            return WatchFeed.Batch(events: events, state: state)
        }
    }

    private func client(collecting records: @escaping @Sendable ([AnalyticsRecord]) throws(FeedError) -> Void)
        async throws
        -> FeedSource
    {
        let server = try await FeedServer(DevelopmentKeys.ephemeral().config)
        var client = FeedClient.inProcess(server, environment: "development", user: "ana")
        client.user = { () throws(FeedError) in UserSettings() }
        client.sendAnalytics = { batch throws(FeedError) in
            try records(batch)
            return AnalyticsReceipt(accepted: batch.count)
        }
        return FeedSource(client)
    }

    private func reporter(
        _ command: String? = nil, jobs: Int = 1, by notifier: WatchNotifier = .silent,
        rules: NotificationRules = NotificationRules(), from state: WatchState = WatchState(),
        kept: Lock<WatchState?>
    ) -> WatchReporter {
        WatchReporter(
            WatchReporter.Options(
                isJSON: true, notifier: notifier, command: command.map { EventCommand(line: $0, limit: 30) },
                jobs: jobs, device: "device-one"),
            planner: NotificationPlanner(rules: rules, zone: .utc), from: state,
            keep: { state in kept.withLock { $0 = state } })
    }

    @Test func `commands of several changes run concurrently, and do not delay notifications`() async throws {
        let told = Lock<[String]>([])
        let kept = Lock<WatchState?>(nil)
        let reporter = reporter(
            "touch '\(folder.path)'/begun-$2; while [ ! -e '\(folder.path)'/go-$2 ]; do sleep 0.01; done", jobs: 2,
            kept: kept)
        await reporter.use(
            try await client { records throws(FeedError) in told.withLock { $0 += records.map(\.id) } },
            settings: UserSettings())
        var cards = Cards()
        var states: [WatchState] = []
        for number in 1...3 {
            let batch = cards.next()
            states.append(batch.state)
            // Returns before any command has ended.
            await reporter.report(batch)
            try await wait("the server knows of \(number)") { told.withLock { $0.count } == number }
        }
        try await wait("two run") { exists("begun-c1") && exists("begun-c2") }
        #expect(!exists("begun-c3"))
        #expect(told.withLock { $0 } == (1...3).map { "received-device-one-c\($0)-\($0)" })
        #expect(kept.withLock { $0?.feeds["ops"]?.cursor } == nil)
        // The saved position never passes a command that has not ended.
        try touch("go-c2")
        try await wait("the third has its turn") { exists("begun-c3") }
        #expect(kept.withLock { $0?.feeds["ops"]?.cursor } == nil)
        try touch("go-c1")
        try await wait("the first is done") { kept.withLock { $0 } == states[0] }
        try touch("go-c3")
        await reporter.finish()
        #expect(kept.withLock { $0 } == states[2])
    }

    /// A program that records its calls, and exits once the file `gate` exists.
    private func notifier(waitingFor gate: String? = nil) throws -> WatchNotifier {
        let program = folder.appending(path: "notify-send")
        let script = """
            #!/bin/sh
            echo "$3" >> '\(folder.path)/called'
            \(gate.map { "while [ ! -e '\(folder.path)/\($0)' ]; do sleep 0.01; done" } ?? "")

            """
        try Data(script.utf8).write(to: program)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program.path)
        return WatchNotifier(way: .program, program: program.path)
    }

    private var calls: Int {
        let text = try? String(contentsOf: folder.appending(path: "called"), encoding: .utf8)
        return text?.split(separator: "\n").count ?? 0
    }

    @Test func `more commands than cores run concurrently, and do not delay notifications`() async throws {
        let jobs = ProcessInfo.processInfo.activeProcessorCount + 30
        let kept = Lock<WatchState?>(nil)
        let reporter = reporter(
            "touch '\(folder.path)'/begun-$2; while [ ! -e '\(folder.path)'/go ]; do sleep 0.2; done", jobs: jobs,
            by: try notifier(), kept: kept)
        var cards = Cards()
        let begin = ContinuousClock.now
        for _ in 1...jobs { await reporter.report(cards.next()) }
        try await wait("all are called for") { calls == jobs }
        try await wait("all run") { (1...jobs).allSatisfy { exists("begun-c\($0)") } }
        // A queue that is only as wide as the number of cores would start one more per second.
        #expect(ContinuousClock.now - begin < .seconds(12))
        try touch("go")
        await reporter.finish()
        #expect(kept.withLock { $0?.feeds } == cards.state.feeds)
    }

    @Test func `a notification that hangs delays neither commands nor other notifications`() async throws {
        let kept = Lock<WatchState?>(nil)
        let reporter = reporter(
            "touch '\(folder.path)'/begun-$2", jobs: 1, by: try notifier(waitingFor: "go"), kept: kept)
        var cards = Cards()
        for _ in 1...3 { await reporter.report(cards.next()) }
        try await wait("all are called for") { calls == 3 }
        try await wait("all commands ran") { (1...3).allSatisfy { exists("begun-c\($0)") } }
        #expect(kept.withLock { $0?.feeds["ops"]?.cursor } == nil)
        try touch("go")
        await reporter.finish()
        #expect(kept.withLock { $0?.feeds } == cards.state.feeds)
    }

    @Test func `only notifications that were shown are reported to the server`() async throws {
        let rules = NotificationRules(rules: [.init(priorities: 1...2, notifies: true, rings: true)])
        let told = Lock<[String]>([])
        let kept = Lock<WatchState?>(nil)
        let reporter = reporter(by: try notifier(), rules: rules, kept: kept)
        let client = try await client { records throws(FeedError) in told.withLock { $0 += records.map(\.id) } }
        await reporter.use(client, settings: UserSettings())
        var cards = Cards()
        let (first, second) = (cards.next(priority: 5), cards.next(priority: 1))
        await reporter.report(WatchFeed.Batch(events: first.events + second.events, state: second.state))
        await reporter.finish()
        #expect(calls == 1)
        #expect(told.withLock { $0 } == ["received-device-one-c2-2"])
    }

    @Test func `data that is too long for one record or batch is split and arrives`() async throws {
        let told = Lock<[[AnalyticsRecord]]>([])
        let kept = Lock<WatchState?>(nil)
        let reporter = reporter(kept: kept)
        var cards = Cards()
        await reporter.report(cards.next(detail: String(repeating: "d", count: AnalyticsBatch.recordBytes)))
        for _ in 0..<40 { await reporter.report(cards.next(detail: String(repeating: "d", count: 15_000))) }
        let client = try await client { records throws(FeedError) in told.withLock { $0.append(records) } }
        await reporter.use(client, settings: UserSettings())
        await reporter.finish()
        let batches = told.withLock { $0 }
        #expect(Set(batches.joined().map(\.id)).count == 41)
        for batch in batches {
            #expect(batch.reduce(0) { $0 + FeedCoder.encode($1).count } <= 300_000)
            #expect(batch.allSatisfy { FeedCoder.encode($0).count <= AnalyticsBatch.recordBytes })
        }
    }

    @Test(arguments: ["/bin/false", "/nonexistent/notify-send"])
    func `a notification that cannot be shown is not reported as received`(program: String) async throws {
        let told = Lock<[String]>([])
        let kept = Lock<WatchState?>(nil)
        let reporter = reporter(by: WatchNotifier(way: .program, program: program), kept: kept)
        let client = try await client { records throws(FeedError) in told.withLock { $0 += records.map(\.id) } }
        await reporter.use(client, settings: UserSettings())
        var cards = Cards()
        await reporter.report(cards.next())
        await reporter.finish()
        #expect(told.withLock { $0 } == [])
        #expect(kept.withLock { $0 } == cards.state)
    }

    @Test func `records that the server did not accept are stored with the cursor, and reported by the next run`()
        async throws
    {
        let kept = Lock<WatchState?>(nil)
        let first = reporter(kept: kept)
        await first.use(
            try await client { _ throws(FeedError) in throw .network("away") }, settings: UserSettings())
        var cards = Cards()
        await first.report(cards.next())
        await first.finish()
        let left = try #require(kept.withLock { $0 })
        #expect(left.received.map(\.id) == ["received-device-one-c1-1"])
        #expect(left.feeds["ops"]?.cursor?.rawValue == cards.state.feeds["ops"]?.cursor?.rawValue)

        let read = try #require(WatchState(Array(left.text(source: "ana").utf8), source: "ana"))
        #expect(read.received.map(\.id) == left.received.map(\.id))
        let told = Lock<[String]>([])
        let second = reporter(from: read, kept: kept)
        let fails = Lock(1)
        let client = try await client { records throws(FeedError) in
            // The request is repeated automatically, without another event.
            if fails.withLock({ count in
                defer { count -= 1 }
                return count > 0
            }) {
                throw .network("away")
            }
            told.withLock { $0 += records.map(\.id) }
        }
        await second.use(client, settings: UserSettings())
        try await wait("it is told") { told.withLock { $0 } == ["received-device-one-c1-1"] }
        try await wait("it is not kept any more") { kept.withLock { $0?.received.isEmpty } == true }
    }

    @Test func `the queue of commands is bounded, and a cancelled reader takes nothing`() async throws {
        let pool = CommandPool(jobs: 1, maxWaiting: 1)
        let order = Lock<[Int]>([])
        let (gates, open) = AsyncStream.makeStream(of: Void.self)
        func work(_ number: Int) -> @Sendable () async -> Void {
            {
                order.withLock { $0.append(number) }
                for await _ in gates { break }
            }
        }
        #expect(await pool.add(work(1)))
        #expect(await pool.add(work(2)))
        let cancelled = Task { await pool.add(work(3)) }
        cancelled.cancel()
        #expect(await cancelled.value == false)
        let fourth = Task { await pool.add(work(4)) }
        try await wait("the first runs") { order.withLock { $0 } == [1] }
        open.yield()
        #expect(await fourth.value)
        open.yield()
        open.yield()
        await pool.idle()
        #expect(order.withLock { $0 } == [1, 2, 4])
    }

    @Test func `a state counts as done with all before it`() {
        var cards = Cards()
        var progress = WatchProgress()
        let states = (0..<4).map { _ in cards.next().state }
        let first = progress.begin(states[0], parts: 2)
        let second = progress.begin(states[1], parts: 1)
        #expect(progress.begin(states[2], parts: 1) == second && first != second)
        progress.end(second)
        progress.end(first)
        #expect(progress.completedState() == nil)
        progress.end(first)
        #expect(progress.completedState() == states[0])
        progress.end(second)
        #expect(progress.completedState() == states[2])
        #expect(progress.completedState() == nil)
        _ = progress.begin(states[3], parts: 0)
        #expect(progress.completedState() == states[3])
    }
}

extension WatchNotifier {
    /// A notifier that shows nothing and always succeeds.
    static let silent = WatchNotifier(way: .program, program: "/bin/true")
}
