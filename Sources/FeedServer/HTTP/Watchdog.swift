/// Closes a connection if its peer takes too long. The connection extends the deadline as it makes progress; one task
/// sleeps until the deadline.
actor Watchdog {
    private var deadline: ContinuousClock.Instant?
    private let changed = Signal()
    /// The current sleep: only an earlier deadline interrupts it, so that progress needs no wake-up.
    private var sleep: (end: ContinuousClock.Instant, task: Task<Void, Never>)?

    func expect(within seconds: Double) async {
        let end = ContinuousClock.now + .seconds(seconds)
        deadline = end
        if let sleep, end < sleep.end { sleep.task.cancel() }
        await changed.raise()
    }

    var isSleeping: Bool { sleep != nil }

    /// Removes the deadline.
    func relax() { deadline = nil }

    /// Returns when a deadline has passed, or the task is cancelled.
    func watch() async {
        while !Task.isCancelled {
            guard let deadline else {
                await changed.wait()
                continue
            }
            if deadline <= .now { return }
            // Cancellation ends the sleep. An extended deadline is noticed when the old one is reached.
            let task = Task { _ = try? await Task.sleep(until: deadline) }
            sleep = (deadline, task)
            await withTaskCancellationHandler {
                await task.value
            } onCancel: {
                task.cancel()
            }
            sleep = nil
        }
    }
}
