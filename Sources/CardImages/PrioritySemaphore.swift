/// A semaphore that admits waiters in order of urgency.
actor PrioritySemaphore {
    private struct Waiter {
        let id: Int
        let urgency: Int
        let enter: CheckedContinuation<Bool, Never>
    }

    private var free: Int
    private var waiters: [Waiter] = []
    private var lastID = 0

    init(limit: Int) { free = limit }

    var waitingCount: Int { waiters.count }

    /// Waits for a slot, which ``leave()`` returns. False if the task is cancelled first.
    func enter(urgency: Int) async -> Bool {
        guard !Task.isCancelled else { return false }
        if free > 0 {
            free -= 1
            return true
        }
        lastID += 1
        let id = lastID
        return await withTaskCancellationHandler {
            await withCheckedContinuation { waiters.append(Waiter(id: id, urgency: urgency, enter: $0)) }
        } onCancel: {
            // The waiter is registered before this runs, because the actor is busy until then.
            Task { await self.cancel(id) }
        }
    }

    func leave() {
        guard let next = waiters.indices.max(by: { waiters[$0].urgency < waiters[$1].urgency }) else {
            free += 1
            return
        }
        waiters.remove(at: next).enter.resume(returning: true)
    }

    private func cancel(_ id: Int) {
        guard let index = waiters.firstIndex(where: { $0.id == id }) else { return }
        waiters.remove(at: index).enter.resume(returning: false)
    }
}
