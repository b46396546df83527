internal import CardStore

extension CardSession {
    /// Waits until a condition holds. Checks it at once and after every change of the outbox or the connection. Also
    /// returns at the deadline and when the task is cancelled.
    func wait<Failure>(
        until end: ContinuousClock.Instant, for holds: () async throws(Failure) -> Bool
    ) async throws(Failure) {
        let listener = database.listenToOutbox()
        let timer = Task {
            // Cancellation only means that the timer is no longer needed.
            try? await Task.sleep(until: end, clock: .continuous)
            listener.wake()
        }
        defer { timer.cancel() }
        listener.wake()
        for await _ in listener.changes {
            if ContinuousClock.now >= end { return }
            if try await holds() { return }
        }
    }
}
