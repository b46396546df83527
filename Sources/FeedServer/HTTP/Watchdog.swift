/// Cuts a connection short whose peer takes too long. The connection moves the deadline on as it makes progress; one
/// task sleeps until it.
actor Watchdog {
    private var deadline: ContinuousClock.Instant?
    private let changed = Signal()
    /// The sleep under way: only an earlier deadline cuts it short, so that progress costs no wake-up.
    private var sleep: (end: ContinuousClock.Instant, task: Task<Void, Never>)?

    func expect(within seconds: Double) async {
        let end = ContinuousClock.now + .seconds(seconds)
        deadline = end
        if let sleep, end < sleep.end { sleep.task.cancel() }
        await changed.raise()
    }

    var isSleeping: Bool { sleep != nil }

    /// Lets it take as long as it takes.
    func relax() { deadline = nil }

    /// Returns when a deadline has passed, or the task is cancelled.
    func watch() async {
        while !Task.isCancelled {
            guard let deadline else {
                await changed.wait()
                continue
            }
            if deadline <= .now { return }
            // Cancellation ends the sleep. A deadline that moved on is looked at when the old one is reached.
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
