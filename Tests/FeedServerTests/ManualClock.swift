import FeedServer
import Foundation
import Support

/// A clock that stands still until it is advanced. Sleeping tasks wake up when their time has come.
final class ManualClock: Sendable {
    private let state = State()

    var clock: ServerClock {
        ServerClock(
            now: { [state] in state.now }, sleep: { [state] until in await state.sleep(until: until) })
    }

    var now: Date { state.now }

    /// The times at which the sleeping tasks wake up.
    var wakeTimes: Set<Date> { state.wakeTimes }

    func advance(by seconds: Double) { state.advance(by: seconds) }

    /// Invariant: all properties are read and written under the lock.
    private final class State: @unchecked Sendable {
        private let lock = NSLock()
        private var time = Date.fixed
        private var sleepers: [UUID: (until: Date, continuation: CheckedContinuation<Void, Never>)] = [:]

        var now: Date { lock.withLock { time } }
        var wakeTimes: Set<Date> { lock.withLock { Set(sleepers.values.map(\.until)) } }

        func advance(by seconds: Double) {
            let due = lock.withLock {
                time += seconds
                let due = sleepers.filter { $0.value.until <= time }
                for id in due.keys { sleepers[id] = nil }
                return due
            }
            for sleeper in due.values { sleeper.continuation.resume() }
        }

        func sleep(until: Date) async {
            let id = UUID()
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let isDue = lock.withLock {
                        if time >= until || Task.isCancelled { return true }
                        sleepers[id] = (until, continuation)
                        return false
                    }
                    if isDue { continuation.resume() }
                }
            } onCancel: {
                lock.withLock { sleepers.removeValue(forKey: id) }?.continuation.resume()
            }
        }
    }
}
