import Basics
import CardStore
import Cards
import FeedAPI
import Foundation
import Support
import Testing

@testable import FeedSync

@Suite struct OutboxDrainerTests {
    private let stream: StreamID = "ops"

    @Test func `a card's actions go in order, one after the other`() async throws {
        let rig = try await OutboxRig(cards: ["a"])
        await rig.script.script("a", [.acceptUnheard, .accept, .fail(.network("reset")), .accept])
        let first = try await rig.respond(.voteUp(message: nil), to: "a")
        let second = try await rig.respond(.dismiss, to: "a")
        await rig.drainer.open()
        try await rig.waitUntilDelivered()
        #expect(await rig.script.keys(of: "a") == [first, first, second, second])
        #expect(await rig.script.applied == [first, second])
        #expect(await rig.script.peak == 1)
    }

    @Test func `actions of several cards are sent concurrently, up to a limit`() async throws {
        let ids = (0..<20).map { "c\($0)" }
        let rig = try await OutboxRig(cards: ids)
        for id in ids {
            await rig.script.script(CardID(id), [.wait])
            try await rig.respond(to: CardID(id))
        }
        await rig.drainer.open()
        try await eventually("the first are under way") { await rig.script.current == OutboxDrainer.concurrency }
        await rig.settle()
        #expect(await rig.script.requests.count == OutboxDrainer.concurrency)
        try await eventually("all are delivered") {
            await rig.script.release()
            return try await rig.database.outboxCounts() == OutboxCounts()
        }
        #expect(await rig.script.peak == OutboxDrainer.concurrency)
        #expect(await rig.script.applied.count == 20)
    }

    @Test func `a request to a server that hangs times out and is repeated with the same key`() async throws {
        let rig = try await OutboxRig(cards: ["a"])
        await rig.script.script("a", [.hang, .hang, .accept])
        let key = try await rig.respond(to: "a")
        await rig.drainer.open()
        try await eventually("asked") { await rig.script.requests.count == 1 }
        try await eventually("the limit is set") { rig.clock.sleeperCount > 0 }
        rig.clock.advance(by: OutboxDrainer.responseTimeout - 1)
        await rig.settle()
        #expect(await rig.script.requests.count == 1)
        try await rig.waitUntilDelivered()
        #expect(await rig.script.keys(of: "a") == [key, key, key])
        #expect(Set(await rig.script.requests).count == 1, "a repeated request is the same request")
    }

    static let passing: [FeedError] =
        [401, 407, 408, 409, 425, 429, 500, 502, 503, 504, 507, 520, 599, 302].map {
            .server(Problem(.unrecognised, status: $0), retryAfter: nil)
        } + [
            .server(Problem(.tokenExpired), retryAfter: nil), .server(Problem(.internalError), retryAfter: nil),
            .network("reset"), .unreachable("refused"), .malformed("HTML"), .tls("no"), .denied("no"), .noToken("none"),
            .cancelled,
        ]

    @Test(arguments: passing) func `temporary failures are retried with the same key`(error: FeedError) async throws {
        let rig = try await OutboxRig(cards: ["a"])
        await rig.script.script("a", [.fail(error), .accept])
        let key = try await rig.respond(.submit(buttonName: "approve", values: [:]), to: "a")
        await rig.drainer.open()
        try await rig.waitUntilDelivered()
        #expect(await rig.script.keys(of: "a") == [key, key])
    }

    @Test(arguments: [
        Problem(.unknownCard), Problem(.notFound), Problem(.notOffered), Problem(.badAction),
        Problem(.malformedRequest), Problem(.keyReused), Problem(.forbidden), Problem(.tooLarge),
    ]) func `what is refused is shown on its card, and may be sent anew`(problem: Problem) async throws {
        let rig = try await OutboxRig(cards: ["a", "b"])
        await rig.script.script("a", [.fail(.server(problem, retryAfter: nil)), .accept])
        let key = try await rig.respond(.submit(buttonName: "approve", values: [:]), to: "a")
        try await rig.respond(to: "b")
        await rig.drainer.open()
        try await rig.pass(until: "refused, and b delivered") {
            try await rig.database.outboxCounts() == OutboxCounts(refused: 1)
        }
        #expect(try rig.delivery(of: "a") == .refused(reason: problem.title))
        rig.clock.advance(by: 3600)
        await rig.settle()
        #expect(await rig.script.keys(of: "a") == [key], "not sent again by itself")
        try await rig.database.retry("a", in: stream, newKey: ActionKey(UUID()), at: rig.clock.now)
        await rig.drainer.wake()
        try await rig.waitUntilDelivered()
        let keys = await rig.script.keys(of: "a")
        #expect(keys.count == 2 && keys[1] != key)
    }

    @Test(arguments: [
        CardResponse.submit(buttonName: "approve", values: [:]), .voteUp(message: nil),
        .voteDown(reason: .other, message: "no"),
    ]) func `an answer to a card that has ended is given up, not refused`(response: CardResponse) async throws {
        let rig = try await OutboxRig(cards: ["a"])
        await rig.script.script("a", [.fail(.server(Problem(.cardClosed), retryAfter: nil))])
        try await rig.respond(response, to: "a")
        await rig.drainer.open()
        try await rig.waitUntilDelivered()
        #expect(await rig.script.requests.count == 1)
        #expect(try await rig.database.outboxCounts() == OutboxCounts())
        #expect(try await rig.database.history().map(\.state) == [.closed])
    }

    @Test(
        arguments: [Problem(.unknownCard), Problem(.cardClosed)],
        [
            CardResponse.dismiss, .snooze(until: .fixed(9000)),
        ]) func `a closed card needs no closing`(problem: Problem, response: CardResponse) async throws
    {
        let rig = try await OutboxRig(cards: ["a"])
        await rig.script.script("a", [.fail(.server(problem, retryAfter: nil))])
        try await rig.respond(response, to: "a")
        await rig.drainer.open()
        try await rig.waitUntilDelivered()
        #expect(await rig.script.requests.count == 1)
    }

    @Test func `a refused action blocks only its card's queue, until it is discarded`() async throws {
        let rig = try await OutboxRig(cards: ["a", "b"])
        await rig.script.script("a", [.wait, .accept])
        await rig.script.script("a", [.fail(.server(Problem(.badAction), retryAfter: nil)), .accept])
        try await rig.respond(.voteUp(message: nil), to: "a")
        let behind = try await rig.respond(.dismiss, to: "a")
        try await rig.respond(to: "b")
        await rig.drainer.open()
        try await rig.pass(until: "one refused, one behind it") {
            try await rig.database.outboxCounts() == OutboxCounts(waiting: 1, refused: 1)
        }
        rig.clock.advance(by: 3600)
        await rig.settle()
        #expect(await rig.script.keys(of: "a").count == 1)
        #expect(await rig.script.keys(of: "b").count == 1)
        try await rig.database.discard("a", in: stream, at: rig.clock.now)
        await rig.drainer.wake()
        try await rig.waitUntilDelivered()
        #expect(await rig.script.keys(of: "a").last == behind)
    }

    @Test func `a day later the card's state decides, not the key`() async throws {
        let rig = try await OutboxRig(cards: ["done", "open"])
        await rig.script.script("done", [.acceptUnheard, .accept])
        await rig.script.script("open", [.fail(.network("reset")), .accept])
        let done = try await rig.respond(to: "done")
        let open = try await rig.respond(to: "open")
        await rig.drainer.open()
        try await eventually("both were tried") { await rig.script.requests.count == 2 }
        await rig.settle()
        await rig.drainer.hold()
        let (database, stream) = (rig.database, stream)
        await rig.counters.failSynchronising()
        rig.clock.advance(by: SourceCapabilities.defaultKeyLifetime.seconds + 60)
        await rig.drainer.open()
        // The state is unknown, so the action is neither sent nor given up.
        try await rig.pass(until: "a failed look") { await rig.counters.synchronised >= 2 }
        #expect(await rig.script.requests.count == 2)
        #expect(try await database.outboxCounts() == OutboxCounts(waiting: 2))
        await rig.counters.whenSynchronising {
            _ = try? await database.apply(
                FeedDelta(
                    streamID: stream, cursor: FeedCursor(epoch: "e", sequence: 9),
                    removals: [FeedRemoval(id: "done", sequence: 9, status: .dismissed)], serverTime: .fixed),
                at: .fixed)
        }
        try await rig.waitUntilDelivered()
        #expect(await rig.script.keys(of: "done") == [done], "done already: never sent again")
        let keys = await rig.script.keys(of: "open")
        #expect(keys.count == 2 && keys[0] == open && keys[1] != open, "not done: sent under a new key")
        try await eventually("both are told") { await rig.counters.delivered.count == 2 }
        #expect(await Set(rig.counters.delivered) == [done, keys[1]])
    }

    @Test func `a source that never drops keys gets the same one again`() async throws {
        var capabilities = SourceCapabilities.all
        capabilities.keyLifetime = nil
        let rig = try await OutboxRig(cards: ["a"]) { [capabilities] in
            LimitedSource(capabilities: capabilities, source: $0)
        }
        await rig.script.script("a", [.acceptUnheard, .accept])
        let key = try await rig.respond(.reply(buttonName: "send", values: [:]), to: "a")
        await rig.drainer.open()
        try await eventually("it was tried") { await rig.script.requests.count == 1 }
        rig.clock.advance(by: SourceCapabilities.defaultKeyLifetime.seconds * 3)
        try await rig.waitUntilDelivered()
        #expect(await rig.script.keys(of: "a") == [key, key])
        #expect(await rig.counters.synchronised == 0)
    }

    @Test func `an old action that was never sent is simply sent`() async throws {
        let rig = try await OutboxRig(cards: ["a"])
        let key = try await rig.respond(to: "a")
        rig.clock.advance(by: SourceCapabilities.defaultKeyLifetime.seconds * 3)
        await rig.drainer.open()
        try await rig.waitUntilDelivered()
        #expect(await rig.script.keys(of: "a") == [key])
        #expect(await rig.counters.synchronised == 0)
    }

    @Test func `a new action is sent immediately while another one waits`() async throws {
        let rig = try await OutboxRig(cards: ["a", "b"])
        await rig.script.script("a", [.fail(.server(Problem(.tooManyRequests), retryAfter: 60)), .accept])
        try await rig.respond(to: "a")
        await rig.drainer.open()
        try await eventually("a was tried") { await rig.script.keys(of: "a").count == 1 }
        try await rig.respond(to: "b")
        await rig.drainer.wake()
        try await eventually("b is delivered, with no time passed") {
            try await rig.database.outboxCounts() == OutboxCounts(waiting: 1)
        }
        #expect(rig.clock.uptime == 0)
        // If time passed while the drainer works, its next timer would move.
        try await eventually("only a is waited for") {
            let isResting = await rig.drainer.isResting
            return isResting && rig.clock.wakeTimes == [60]
        }
        rig.clock.advance(by: 59)
        await rig.settle()
        #expect(await rig.script.keys(of: "a").count == 1)
        rig.clock.advance(by: 1)
        try await eventually("a goes when it may") { try await rig.database.outboxCounts() == OutboxCounts() }
    }

    @Test func `a held action is sent once after its undo window`() async throws {
        let rig = try await OutboxRig(cards: ["a", "b"])
        await rig.drainer.open()
        try await rig.respond(to: "a", hold: 5)
        try await rig.respond(to: "b", hold: 5)
        await rig.drainer.wake()
        #expect(try await rig.database.undo(at: rig.clock.now) == .undone(CardID("b"), .dismiss))
        rig.clock.advance(by: 4.9)
        await rig.settle()
        #expect(await rig.script.requests.isEmpty)
        rig.clock.advance(by: 0.1)
        try await eventually("a is delivered") { try await rig.database.outboxCounts() == OutboxCounts() }
        #expect(await rig.script.requests.map(\.cardID) == ["a"])
    }

    @Test func `nothing is sent offline`() async throws {
        let rig = try await OutboxRig(cards: ["a", "b"])
        try await rig.respond(to: "a")
        await rig.drainer.wake()
        await rig.settle()
        #expect(await rig.script.requests.isEmpty)
        await rig.script.script("a", [.fail(.network("reset")), .accept])
        await rig.drainer.open()
        try await eventually("a was tried") { await rig.script.requests.count == 1 }
        await rig.drainer.hold()
        await rig.settle()
        try await rig.respond(to: "b")
        await rig.drainer.wake()
        rig.clock.advance(by: 3600)
        await rig.settle()
        #expect(await rig.script.requests.count == 1)
        await rig.drainer.open()
        try await rig.waitUntilDelivered()
    }

    @Test func `a refused token is reported`() async throws {
        let rig = try await OutboxRig(cards: ["a"])
        await rig.script.script("a", [.fail(.server(Problem(.tokenExpired), retryAfter: nil)), .accept])
        try await rig.respond(to: "a")
        await rig.drainer.open()
        try await rig.waitUntilDelivered()
        #expect(await rig.counters.unauthorised == 1)
    }

    @Test func `on a full disk, a request is repeated only with backoff`() async throws {
        let rig = try await OutboxRig(cards: ["a"])
        // The response does not fit into the store, so the result of the delivery cannot be recorded.
        let long = String(repeating: "x", count: 1 << 20)
        await rig.script.script("a", [.fail(.server(Problem(.badAction, detail: long), retryAfter: nil))])
        let key = try await rig.respond(.voteUp(message: nil), to: "a")
        try rig.database.limitPages(to: 1)
        await rig.drainer.open()
        try await eventually("its outcome could not be noted") { await rig.counters.changes == 1 }
        // Enough time for many more requests, if any were sent.
        let end = ContinuousClock.now + .milliseconds(200)
        while ContinuousClock.now < end { await Task.yield() }
        #expect(await rig.script.requests.count == 1)
        try await rig.pass(until: "sent again") { await rig.script.requests.count == 2 }
        #expect(await rig.script.keys(of: "a") == [key, key])
        try rig.database.limitPages(to: 1_000_000)
        try await rig.pass(until: "noted") {
            try await rig.database.outboxCounts() == OutboxCounts(refused: 1)
        }
    }

    @Test(arguments: [
        FeedError.denied("no"), .noToken("none"), .noNetwork("no route"), .hostNotFound("x"), .unreachable("refused"),
        .tls("expired"),
    ]) func `what could not leave is as if it had not been tried, and is not tried without end`(
        error: FeedError
    ) async throws {
        let rig = try await OutboxRig(cards: ["a"])
        await rig.script.script("a", [.fail(error)])
        let key = try await rig.respond(to: "a")
        await rig.drainer.open()
        try await eventually("it was tried") { await rig.script.requests.count == 1 }
        try await eventually("it waits") { rig.clock.sleeperCount > 0 }
        await rig.settle()
        #expect(await rig.script.requests.count == 1)
        rig.clock.advance(by: 0.001)
        #expect(try await rig.database.outboxCounts(at: rig.clock.now) == OutboxCounts(waiting: 1), "not held back")
        for _ in 0..<600 {
            rig.clock.advance(by: 1)
            // If time passed during an attempt, it would count as the server's silence.
            try await eventually("it waits") {
                let isResting = await rig.drainer.isResting
                return isResting && rig.clock.sleeperCount > 0
            }
        }
        // The longest wait is 60 s, reduced to half by the random factor here.
        #expect((10...40).contains(await rig.script.requests.count))
        #expect(try await rig.database.withdraw(key, at: rig.clock.now) == .withdrawn)
    }

    @Test(arguments: [FeedError.network("reset"), .malformed("HTML"), .cancelled])
    func `an action that may have been sent stays in progress, even if later ones cannot be sent`(error: FeedError)
        async throws
    {
        let rig = try await OutboxRig(cards: ["a"])
        await rig.script.script("a", [.fail(error), .fail(.denied("no"))])
        let key = try await rig.respond(to: "a")
        await rig.drainer.open()
        try await rig.pass(until: "it was tried again, and denied") { await rig.script.requests.count > 2 }
        await rig.settle()
        #expect(try await rig.database.withdraw(key, at: rig.clock.now) == .underWay)
        #expect(Set(await rig.script.keys(of: "a")) == [key])
    }

    @Test(arguments: [CardDatabase.longestHold, 3600, 1e300, .infinity])
    func `an action with the longest hold is held for that time`(hold: Double) async throws {
        let rig = try await OutboxRig(cards: ["a", "b", "c"])
        try await rig.respond(to: "a", hold: hold)
        let clock = rig.clock
        let all = try await rig.database.respond(
            .dismiss, toAll: ["b", "c"], in: stream, hold: hold, clock: { clock.now }, makeKey: { ActionKey(UUID()) })
        #expect(all.leaving == clock.now.addingTimeInterval(CardDatabase.longestHold))
        await rig.drainer.open()
        await rig.settle()
        #expect(await rig.script.requests.isEmpty)
        rig.clock.advance(by: CardDatabase.longestHold - 1)
        await rig.settle()
        #expect(await rig.script.requests.isEmpty)
        try await rig.waitUntilDelivered()
    }

    @Test func `a clock that is set back delays no action`() async throws {
        let rig = try await OutboxRig(cards: ["a"])
        await rig.script.script("a", [.fail(.network("reset")), .accept])
        try await rig.respond(to: "a")
        await rig.drainer.open()
        try await eventually("a was tried") { await rig.script.requests.count == 1 }
        await rig.settle()
        await rig.drainer.hold()
        rig.clock.jumpWall(by: -86400)
        await rig.drainer.open()
        try await rig.waitUntilDelivered()
        #expect(rig.clock.uptime < 3600)
    }
}
