package import Foundation

/// A clock that stands still until a test advances it.
///
/// Invariant: all mutable state is accessed with the lock held.
package final class TestClock: @unchecked Sendable {
    private let lock = NSLock()
    private var elapsed = 0.0
    private var wallJump = 0.0
    private var sleepers: [Int: (until: Double, continuation: CheckedContinuation<Void, Never>)] = [:]
    private var cancelled: Set<Int> = []
    private var nextNumber = 0

    package init() {}

    package var uptime: Double { lock.withLock { elapsed } }
    package var now: Date { lock.withLock { Date.fixed.addingTimeInterval(elapsed + wallJump) } }
    package var sleeperCount: Int { lock.withLock { sleepers.count } }

    /// The times at which the sleeping tasks wake up.
    package var wakeTimes: Set<Double> { lock.withLock { Set(sleepers.values.map(\.until)) } }

    /// Returns when the clock has reached `time`, or early when the task is cancelled.
    package func sleep(until time: Double) async {
        let number = lock.withLock {
            nextNumber += 1
            return nextNumber
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = lock.withLock {
                    if elapsed >= time || cancelled.remove(number) != nil { return true }
                    sleepers[number] = (time, continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            let sleeper = lock.withLock {
                if let sleeper = sleepers.removeValue(forKey: number) { return Optional(sleeper) }
                cancelled.insert(number)
                return nil
            }
            sleeper?.continuation.resume()
        }
    }

    package func advance(by seconds: Double) {
        let due = lock.withLock {
            elapsed += seconds
            let due = sleepers.filter { $0.value.until <= elapsed }
            for number in due.keys { sleepers[number] = nil }
            return due.values.sorted { $0.until < $1.until }
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    /// Moves the wall clock, as when the machine wakes up from sleep. Uptime does not change.
    package func jumpWall(by seconds: Double) { lock.withLock { wallJump += seconds } }
}
