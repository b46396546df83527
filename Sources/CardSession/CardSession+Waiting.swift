internal import CardStore

extension CardSession {
    /// Waits until something holds, looking once at first and then after every change of the outbox and of the connection.
    /// Returns also at the end of the time, and when the task is cancelled.
    func wait<Failure>(
        until end: ContinuousClock.Instant, for holds: () async throws(Failure) -> Bool
    ) async throws(Failure) {
        let listener = database.listenToOutbox()
        let timer = Task {
            // Cancelled when it is no longer wanted.
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
