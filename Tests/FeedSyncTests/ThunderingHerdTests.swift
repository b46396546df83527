import FeedSync
import Foundation
import Support
import Testing

/// A server with 1,000 clients goes down. The clients do not know of each other, but together they must not overload it
/// when it returns.
@Suite struct ThunderingHerdTests {

    /// The seconds after the loss at which clients tried to connect, and at which they succeeded.
    private struct ReconnectTimes {
        var attempts: [Int] = []
        var successes: [Int] = []

        func peak(_ times: [Int]) -> Int { Dictionary(grouping: times) { $0 }.values.map(\.count).max() ?? 0 }
    }

    private static let clientCount = 1000
    private static let fifth = clientCount / 5

    /// - Parameter downTime: The seconds during which attempts fail with `refusal`.
    private func simulate(loss: SyncFailure?, refusal: SyncFailure, downTime: Double, seed: UInt64) -> ReconnectTimes {
        var random = SeededGenerator(seed: seed)
        var times = ReconnectTimes()
        let start = 600.0
        for _ in 0..<Self.clientCount {
            var machine = SyncMachine(settings: SyncSettings())
            var now = 0.0
            func feed(_ input: SyncInput) -> Double? {
                let moment = SyncMachine.Moment(
                    uptime: now, date: .fixed(now), random: .random(in: 0..<1, using: &random))
                for case .wait(.reconnect, let delay) in machine.handle(input, at: moment) { return delay }
                return nil
            }
            _ = feed(.start)
            _ = feed(.opened)
            _ = feed(.caughtUp)
            now = start
            var delay = feed(.liveLost(loss))
            while let wait = delay {
                now += wait
                times.attempts.append(Int(now - start))
                _ = feed(.timer(.reconnect))
                guard now - start < downTime else { break }
                // After the third refusal in a row, the client tries HTTP, which is refused as well.
                delay = feed(.liveLost(refusal)) ?? feed(.fetchFailed(refusal))
            }
            times.successes.append(Int(now - start))
        }
        return times
    }

    @Test(
        arguments: [SyncFailure?.none, .restarting, .network("connection reset"), .unavailable(retryAfter: 5)],
        [0.0, 3, 4, 10, 20, 38, 45, 120])
    func `a restart of the server is not followed by a thundering herd`(loss: SyncFailure?, downTime: Double) {
        for seed in 1...5 as ClosedRange<UInt64> {
            let times = simulate(
                loss: loss, refusal: .network("connection refused"), downTime: downTime, seed: seed)
            #expect(times.successes.count == Self.clientCount)
            let peak = times.peak(times.successes)
            #expect(peak <= Self.fifth, "\(peak) come back within one second, seed \(seed)")
            // No client is delayed much longer than the server was away or asked for.
            let wait = Double(times.successes.max() ?? 0) - downTime
            #expect(wait <= min(44, max(11, 1.4 * downTime)), "seed \(seed)")
        }
    }

    @Test(arguments: [SyncFailure?.none, .restarting, .network("connection reset")])
    func `after a short outage of the server, all clients are back within seconds`(loss: SyncFailure?) {
        for downTime in [0.5, 1, 2, 4, 6] {
            let successes = simulate(
                loss: loss, refusal: .network("connection refused"), downTime: downTime, seed: 7
            ).successes.sorted()
            #expect(Double(successes[Self.clientCount / 2]) <= downTime + 5)
            #expect(Double(successes[Self.clientCount - 1]) <= downTime + 8)
        }
    }

    @Test func `a retry time given by a proxy does not cause a thundering herd`() {
        let times = simulate(
            loss: .network("reset"), refusal: .unavailable(retryAfter: 30), downTime: 60, seed: 9)
        #expect(times.peak(times.successes) <= Self.fifth)
    }

    @Test func `only clients that lost the connection by themselves reconnect quickly`() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<200 {
            var machine = SyncMachine(settings: SyncSettings())
            func feed(_ input: SyncInput, at now: Double) -> [SyncAction] {
                machine.handle(
                    input,
                    at: .init(uptime: now, date: .fixed(now), random: .random(in: 0..<1, using: &random)))
            }
            _ = feed(.start, at: 0)
            _ = feed(.opened, at: 0)
            _ = feed(.caughtUp, at: 0)
            _ = feed(.timer(.health), at: 60)
            let waits = feed(.liveLost(.silent("no answer")), at: 70).compactMap { action in
                if case .wait(.reconnect, let delay) = action { delay } else { nil }
            }
            #expect(waits.count == 1 && waits.allSatisfy { (0..<1).contains($0) })
        }
    }
}
