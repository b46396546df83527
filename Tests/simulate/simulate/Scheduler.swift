import CSimulator
import Support

/// Runs all work of the process on one thread, in an order that the seed determines. Time advances when nothing can
/// run, and a little with each piece of work.
// Invariant: used by the only thread of the process.
final class Scheduler: @unchecked Sendable {
    static let shared = Scheduler()

    private struct Work {
        var kind: Int32
        var pointer: UnsafeMutableRawPointer
        /// The serial queue of the work; 0 for none.
        var lane: UInt
    }

    private struct Timer {
        var due: UInt64
        var number: UInt64
        var work: Work

        func isAfter(_ other: Timer) -> Bool { (due, number) > (other.due, other.number) }
    }

    /// The simulated time in nanoseconds since the machine's start.
    private(set) var now: UInt64 = 3600 * 1_000_000_000
    private(set) var steps = 0
    private var random = SeededGenerator(seed: 0)
    /// The probability with which the oldest work runs next, instead of random work.
    private var fifoProbability = 0.0
    private var ready: [Work] = []
    /// The work that waits behind the first work of its queue.
    private var lanes: [UInt: [Work]] = [:]
    /// The timers in descending order, so that the next one is last.
    private var timers: [Timer] = []
    private var lastNumber: UInt64 = 0
    /// Actions to run after a number of further steps.
    private var countdowns: [(steps: Int, action: () -> Void)] = []
    /// Called after each step.
    var afterStep: (() -> Void)?

    /// Seconds since the machine's start.
    var uptime: Double { Double(now) / 1e9 }

    func takeOver() {
        csimulator_begin(
            { kind, work, lane, due in Scheduler.shared.receive(kind, work, lane, due) },
            { lane in Scheduler.shared.drain(lane) })
    }

    /// Starts another world. Leftover work of an earlier one never runs.
    func begin(seed: UInt64) {
        ready = []
        lanes = [:]
        timers = []
        countdowns = []
        afterStep = nil
        lastNumber = 0
        steps = 0
        now = 3600 * 1_000_000_000
        csimulator_set_time(now)
        csimulator_set_seed(seed)
        random = SeededGenerator(seed: seed ^ 0x5EED)
        fifoProbability = random.pick(from: [1, 0.9, 0.5, 0])
    }

    /// Runs until a condition holds, or until there is nothing to run before a time.
    ///
    /// - Returns: Whether the condition holds.
    func run(until end: UInt64 = .max, _ isOver: () -> Bool) -> Bool {
        while !isOver() {
            guard step(until: end) else { return isOver() }
        }
        return true
    }

    /// Runs `action` after this many further steps, in the middle of whatever is running then.
    func after(steps: Int, _ action: @escaping () -> Void) { countdowns.append((steps, action)) }

    /// Discards all actions of ``after(steps:_:)``.
    func forgetCountdowns() { countdowns = [] }

    private func step(until end: UInt64) -> Bool {
        if ready.isEmpty {
            guard let next = timers.last, next.due <= end else { return false }
            pass(to: next.due)
        } else {
            // Work takes time, so that timers can fire in between.
            pass(to: now + UInt64(random.pick(20_000)))
        }
        guard !ready.isEmpty else { return true }
        let work = ready.remove(at: random.chance(fifoProbability) ? 0 : random.pick(ready.count))
        steps += 1
        csimulator_run(work.kind, work.pointer)
        now = max(now, csimulator_time())
        if work.lane != 0 { finish(work.lane) }
        afterStep?()
        guard !countdowns.isEmpty else { return true }
        for index in countdowns.indices { countdowns[index].steps -= 1 }
        let due = countdowns.filter { $0.steps < 0 }
        countdowns.removeAll { $0.steps < 0 }
        for countdown in due { countdown.action() }
        return true
    }

    private func pass(to time: UInt64) {
        now = max(now, time)
        csimulator_set_time(now)
        while let next = timers.last, next.due <= now { enqueue(timers.removeLast().work) }
    }

    private func receive(_ kind: Int32, _ pointer: UnsafeMutableRawPointer?, _ lane: UInt, _ due: UInt64) {
        guard let pointer else { return }
        let work = Work(kind: kind, pointer: pointer, lane: lane)
        guard due > now else { return enqueue(work) }
        lastNumber += 1
        let timer = Timer(due: due, number: lastNumber, work: work)
        var (low, high) = (0, timers.count)
        while low < high {
            let middle = (low + high) / 2
            if timers[middle].isAfter(timer) { low = middle + 1 } else { high = middle }
        }
        timers.insert(timer, at: low)
    }

    private func enqueue(_ work: Work) {
        guard work.lane != 0 else { return ready.append(work) }
        if lanes[work.lane] == nil {
            lanes[work.lane] = []
            ready.append(work)
        } else {
            lanes[work.lane]?.append(work)
        }
    }

    private func finish(_ lane: UInt) {
        guard let waiting = lanes[lane] else { return }
        guard let next = waiting.first else {
            lanes[lane] = nil
            return
        }
        lanes[lane]?.removeFirst()
        ready.append(next)
    }

    /// Runs the waiting work of a queue, for a sender that waits behind it.
    private func drain(_ lane: UInt) {
        guard let waiting = lanes[lane] else { return }
        // If `ready` has no first work of the queue, that work is running now, and the queue would wait for itself.
        guard let index = ready.firstIndex(where: { $0.lane == lane }) else { return }
        let first = ready.remove(at: index)
        lanes[lane] = nil
        for work in [first] + waiting { csimulator_run(work.kind, work.pointer) }
    }
}
