/// A flag that one task waits for and any task may raise. Raising it several times before it is read counts once.
actor Signal {
    private var isRaised = false
    private var waiter: CheckedContinuation<Void, Never>?

    func raise() {
        if let waiter {
            self.waiter = nil
            waiter.resume()
        } else {
            isRaised = true
        }
    }

    /// Returns once the flag is raised, and lowers it; returns at once if the task is cancelled.
    func wait() async {
        if isRaised {
            isRaised = false
            return
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled {
                    continuation.resume()
                } else {
                    waiter = continuation
                }
            }
        } onCancel: {
            Task { await self.release() }
        }
    }

    private func release() {
        waiter?.resume()
        waiter = nil
    }
}
