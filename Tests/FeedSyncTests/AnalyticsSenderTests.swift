import Basics
import CardStore
import Cards
import FeedAPI
import FeedSync
import Foundation
import Support
import Testing

/// A server that counts records by id, with scripted responses.
private actor Collector {
    enum Answer {
        case accept
        /// The records are stored, but the response is lost.
        case takeUnheard
        case fail(FeedError)
    }

    private(set) var batches: [[String]] = []
    private(set) var taken: [String] = []
    private var answers: [Answer] = []
    /// Records that are never accepted: either alone, or with their whole batch.
    private var bad: Set<String> = []
    private var turnsAway = false

    func answer(_ answers: Answer...) { self.answers = answers }
    func refuse(_ ids: Set<String>, turningAway: Bool) { (bad, turnsAway) = (ids, turningAway) }

    func accept(_ records: [AnalyticsRecord]) throws(FeedError) -> AnalyticsReceipt {
        batches.append(records.map(\.id))
        let answer = answers.isEmpty ? .accept : answers.removeFirst()
        if case .fail(let error) = answer { throw error }
        if turnsAway, records.contains(where: { bad.contains($0.id) }) {
            throw .server(Problem(.malformedRequest), retryAfter: nil)
        }
        var receipt = AnalyticsReceipt(accepted: 0)
        for (index, record) in records.enumerated() {
            if bad.contains(record.id) {
                receipt.refused.append(AnalyticsReceipt.Refusal(index: index, id: record.id, detail: "bad"))
            } else if taken.contains(record.id) {
                receipt.duplicates += 1
            } else {
                taken.append(record.id)
                receipt.accepted += 1
            }
        }
        if case .takeUnheard = answer { throw .network("reset") }
        return receipt
    }
}

@Suite struct AnalyticsSenderTests {
    private let clock = TestClock()
    private let server = Collector()
    private let refused = Lock<[Int]>([])
    private let database: CardDatabase

    init() throws { database = try CardDatabase.inMemory() }

    private func sender(interval: Double = AnalyticsSender.standardInterval) -> AnalyticsSender {
        var client = FeedClient(
            snapshot: { (_, _) throws(FeedError) in throw .network("unused") },
            changes: { (_, _) throws(FeedError) in throw .network("unused") },
            act: { (_) throws(FeedError) in throw .network("unused") },
            openSocket: { () throws(FeedError) in throw .network("unused") })
        client.sendAnalytics = { [server] records throws(FeedError) in try await server.accept(records) }
        return AnalyticsSender(
            sink: FeedSource(client), database: database, clock: clock.sync, interval: interval, random: { 0.5 },
            events: AnalyticsSender.Events(refused: { [refused] count, _ in refused.withLock { $0.append(count) } }))
    }

    private func queue(_ ids: String...) async throws {
        _ = try await database.queue(ids.map { AnalyticsRecord(id: $0, name: "card-displayed", at: .fixed) })
    }

    private func waiting() async throws -> [String] { try await database.queuedRecords(limit: 1000).map(\.id) }

    /// Waits until a task sleeps until this time.
    private func sleeps(until time: Double) async throws {
        let end = ContinuousClock.now + .seconds(10)
        while !clock.wakeTimes.contains(time) {
            guard ContinuousClock.now < end else {
                Issue.record("nothing sleeps until \(time), but until \(clock.wakeTimes)")
                return
            }
            try await Task.sleep(for: .milliseconds(1))
        }
    }

    private func eventually(_ what: String, _ holds: () async throws -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(10)
        while try await !holds() {
            guard ContinuousClock.now < end else {
                Issue.record("never: \(what)")
                return
            }
            try await Task.sleep(for: .milliseconds(1))
        }
    }

    @Test func `a batch leaves when the interval is over, and with nothing to send nobody wakes`() async throws {
        let sender = sender()
        try await queue("a")
        await sender.wake()
        try await queue("b")
        await sender.wake()
        try await sleeps(until: 30)
        clock.advance(by: 29.9)
        #expect(await server.batches.isEmpty)
        clock.advance(by: 0.1)
        try await eventually("both are sent") { try await waiting().isEmpty }
        #expect(await server.batches == [["a", "b"]])
        #expect(clock.sleeperCount == 0)
        try await queue("c")
        await sender.wake()
        try await sleeps(until: 60)
    }

    @Test func `what an earlier run left leaves a moment after the start`() async throws {
        let sender = sender()
        try await queue("a")
        await sender.begin()
        // Records that are added in the meantime are sent in the same batch.
        try await queue("b")
        await sender.wake()
        try await sleeps(until: 2)
        clock.advance(by: 2)
        try await eventually("both are sent") { try await waiting().isEmpty }
        #expect(await server.batches == [["a", "b"]])
        try await queue("c")
        await sender.wake()
        try await sleeps(until: 32)
        await sender.stop()
    }

    @Test func `the interval is 5 seconds at least`() async throws {
        let sender = sender(interval: 1)
        try await queue("a")
        await sender.wake()
        try await sleeps(until: 5)
        await sender.setInterval(10)
        try await sleeps(until: 10)
        await sender.stop()
    }

    @Test func `records whose response was lost are sent again, and count once`() async throws {
        let first = sender()
        try await queue("a", "b")
        await server.answer(.takeUnheard)
        await #expect(throws: SourceError.network("reset")) { try await first.flush() }
        #expect(try await waiting() == ["a", "b"])
        // The program has ended there; the next one sends what waits.
        try await sender().flush()
        #expect(try await waiting() == [])
        #expect(await server.batches == [["a", "b"], ["a", "b"]])
        #expect(await server.taken == ["a", "b"])
    }

    @Test(arguments: [false, true])
    func `a refused record does not block the others`(turningAway: Bool) async throws {
        try await queue("a", "bad", "c", "d", "e")
        await server.refuse(["bad"], turningAway: turningAway)
        try await sender().flush()
        #expect(try await waiting() == [])
        #expect(await Set(server.taken) == ["a", "c", "d", "e"])
        #expect(refused.withLock { $0 } == [1])
    }

    @Test func `an unreadable record is reported once, even if the others fail repeatedly`() async throws {
        let stream = StreamID("ops")
        try await database.apply(
            FeedDelta(
                streamID: stream, cursor: FeedCursor(epoch: "e", sequence: 1), upserts: [makeEntry("a")],
                serverTime: .fixed), at: .fixed)
        let key = ActionKey("k")
        // A report that is not a valid record.
        try await database.respond(
            .voteUp(message: nil), to: "a", in: stream, key: key, at: .fixed, report: Array("{".utf8))
        try await database.settle(
            key, .accepted(ActionReceipt(key: key, cardID: "a", status: .active, sequence: 2)), at: .fixed)
        try await queue("b")
        let sender = sender()
        await server.answer(.fail(.network("away")), .fail(.network("away")), .accept)
        for _ in 0..<2 { await #expect(throws: SourceError.network("away")) { try await sender.flush() } }
        try await sender.flush()
        #expect(refused.withLock { $0 } == [1])
        #expect(try await waiting() == [])
        await sender.stop()
    }

    @Test func `records that could not be sent on request are retried automatically`() async throws {
        let sender = sender()
        try await queue("a")
        await server.answer(.fail(.network("away")), .accept)
        await #expect(throws: SourceError.network("away")) { try await sender.flush() }
        try await sleeps(until: 30)
        clock.advance(by: 30)
        try await eventually("it is sent") { try await waiting().isEmpty }
        #expect(clock.sleeperCount == 0)
    }

    @Test func `after a failure, the sender retries when the server asks for it`() async throws {
        let sender = sender()
        try await queue("a")
        await server.answer(
            .fail(.server(Problem(.tooManyRequests), retryAfter: 120)), .fail(.network("away")), .accept)
        await sender.wake()
        try await sleeps(until: 30)
        clock.advance(by: 30)
        try await sleeps(until: 150)
        clock.advance(by: 120)
        try await sleeps(until: 180)
        clock.advance(by: 30)
        try await eventually("it is sent") { try await waiting().isEmpty }
    }

    @Test func `records of a program without a store are sent immediately, and soon after a failure`() async throws {
        let buffer = AnalyticsBuffer(limit: 3)
        let removals = Lock(0)
        buffer.onRemoval { removals.withLock { $0 += 1 } }
        let sender = AnalyticsSender(queue: buffer, clock: clock.sync, interval: 0, random: { 0.5 }) {
            [server] records throws(SourceError) in
            do throws(FeedError) { return try await server.accept(records) } catch { throw SourceError(error) }
        }
        await sender.begin()
        await server.answer(.fail(.network("away")), .accept)
        #expect(buffer.add(["a", "b"].map { AnalyticsRecord(id: $0, name: "card-displayed", at: .fixed) }) == 0)
        await sender.wake()
        try await eventually("a failure") { await server.batches.count == 1 }
        #expect(buffer.records.map(\.id) == ["a", "b"] && removals.withLock { $0 } == 0)
        try await sleeps(until: 0.5)
        // The oldest record is dropped, because the buffer holds three.
        #expect(buffer.add(["c", "d"].map { AnalyticsRecord(id: $0, name: "card-displayed", at: .fixed) }) == 1)
        await sender.wake()
        #expect(await server.batches.count == 1)
        clock.advance(by: 0.5)
        try await eventually("the others are sent") { buffer.records.isEmpty }
        #expect(await server.taken == ["b", "c", "d"])
        try await eventually("this is known") { removals.withLock { $0 } == 1 }
    }

    @Test func `records that arrive during a request wait with it after a failure`() async throws {
        let buffer = AnalyticsBuffer(limit: 3)
        let wake = Lock<@Sendable () async -> Void>({})
        let sender = AnalyticsSender(queue: buffer, clock: clock.sync, interval: 0, random: { 0.5 }) {
            [server] records throws(SourceError) in
            await wake.withLock { $0 }()
            do throws(FeedError) { return try await server.accept(records) } catch { throw SourceError(error) }
        }
        let later = AnalyticsRecord(id: "b", name: "card-displayed", at: .fixed)
        wake.withLock {
            $0 = {
                wake.withLock { $0 = {} }
                _ = buffer.add([later])
                await sender.wake()
            }
        }
        await server.answer(.fail(.network("away")), .accept)
        _ = buffer.add([AnalyticsRecord(id: "a", name: "card-displayed", at: .fixed)])
        await sender.wake()
        try await sleeps(until: 0.5)
        #expect(await server.batches == [["a"]])
        clock.advance(by: 0.5)
        try await eventually("both are sent") { buffer.records.isEmpty }
        #expect(await server.batches == [["a"], ["a", "b"]])
    }

    @Test func `a batch is limited in bytes, and has at least one record`() async throws {
        let records = ["a", "b", "c"].map { AnalyticsRecord(id: $0, name: "card-displayed", at: .fixed) }
        let size = FeedCoder.encode(records[0]).count
        let buffer = AnalyticsBuffer(records, limit: 10)
        #expect(try await buffer.first(10, bytes: 2 * size).map(\.id) == ["a", "b"])
        #expect(try await buffer.first(10, bytes: 1).map(\.id) == ["a"])
        #expect(try await buffer.first(1, bytes: .max).map(\.id) == ["a"])
        try await buffer.remove(["a"])
        #expect(try await buffer.first(10, bytes: .max).map(\.id) == ["b", "c"])
    }

    @Test func `long queues are sent in batches that the server accepts`() async throws {
        let count = AnalyticsBatch.mostRecords + 1
        _ = try await database.queue(
            (0..<count).map { AnalyticsRecord(id: "\($0)", name: "card-displayed", at: .fixed) })
        try await sender().flush()
        #expect(await server.batches.map(\.count) == [AnalyticsBatch.mostRecords, 1])
        #expect(try await waiting() == [])
    }
}
