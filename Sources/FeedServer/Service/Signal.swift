/// A flag that one task waits for and any task may raise. Raising it several times before the wait counts once.
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

    /// Returns when the flag is raised, and lowers it. Returns immediately if the task is cancelled.
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
