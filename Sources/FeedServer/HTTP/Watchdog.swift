/// Cuts a connection short whose peer takes too long. The connection moves the deadline on as it makes progress; one
/// task sleeps until it.
actor Watchdog {
    private var deadline: ContinuousClock.Instant?
    private let changed = Signal()

    func expect(within seconds: Double) async {
        deadline = .now + .seconds(seconds)
        await changed.raise()
    }

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
            // Cancellation ends the loop above. A deadline that moved on is looked at when the old one is reached.
            try? await Task.sleep(until: deadline)
        }
    }
}
