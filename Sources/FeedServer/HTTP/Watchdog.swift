/// Closes a connection if its peer takes too long. The connection extends the deadline as it makes progress. One task
/// sleeps until the deadline, for a few seconds at a time.
actor Watchdog {
    private var deadline: ContinuousClock.Instant?
    private let changed = Signal()

    /// The longest sleep. It is not longer than the usual time limits, so that requests never interrupt it: the timer
    /// of an interrupted sleep stays until its end, and a busy server would have hundreds of thousands of timers.
    private static let longestSleep = Duration.seconds(5)

    /// The current sleep. Only an earlier deadline interrupts it, so that progress needs no wake-up.
    private var sleep: (end: ContinuousClock.Instant, task: Task<Void, Never>)?

    func expect(within seconds: Double) async {
        let end = ContinuousClock.now + .seconds(seconds)
        deadline = end
        if let sleep, end < sleep.end { sleep.task.cancel() }
        await changed.raise()
    }

    /// When the current sleep ends.
    var sleepEnd: ContinuousClock.Instant? { sleep?.end }

    /// Removes the deadline.
    func relax() { deadline = nil }

    /// Returns when the deadline has passed or the task is cancelled.
    func watch() async {
        while !Task.isCancelled {
            guard let deadline else {
                await changed.wait()
                continue
            }
            if deadline <= .now { return }
            // Cancellation ends the sleep. A later deadline is noticed when the sleep ends.
            let end = min(deadline, .now + Self.longestSleep)
            let task = Task { _ = try? await Task.sleep(until: end) }
            sleep = (end, task)
            await withTaskCancellationHandler {
                await task.value
            } onCancel: {
                task.cancel()
            }
            sleep = nil
        }
    }
}
