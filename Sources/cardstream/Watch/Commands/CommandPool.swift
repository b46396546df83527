/// Runs the commands of events: up to `jobs` commands concurrently, and the others in the order of their events.
actor CommandPool {
    private let jobs: Int
    private let maxWaiting: Int
    private var running = 0
    private var waiting: [@Sendable () async -> Void] = []
    /// Wakes waiting callers.
    private var step: AsyncStream<Void>.Continuation?

    /// - Parameters:
    ///   - jobs: The maximum number of concurrent commands.
    ///   - maxWaiting: The maximum queue length; each entry holds its card. When it is full, no changes are read until
    ///     there is space. Nothing is lost, because the server keeps unread changes.
    init(jobs: Int, maxWaiting: Int = 1000) {
        self.jobs = jobs
        self.maxWaiting = maxWaiting
    }

    /// Returns true when the work is running or queued, and false if the task was cancelled before there was space.
    /// Like ``idle()``, this allows only one caller at a time.
    func add(_ work: @escaping @Sendable () async -> Void) async -> Bool {
        await wait { $0.waiting.count < $0.maxWaiting }
        guard waiting.count < maxWaiting else { return false }
        waiting.append(work)
        begin()
        return true
    }

    /// Returns when all work is done, or the task is cancelled.
    func idle() async { await wait { $0.running == 0 && $0.waiting.isEmpty } }

    private func wait(until holds: (isolated CommandPool) -> Bool) async {
        while !holds(self), !Task.isCancelled {
            // A new stream each time, because a stream whose task was cancelled has ended.
            let (steps, step) = AsyncStream.makeStream(of: Void.self)
            self.step = step
            for await _ in steps { break }
        }
    }

    private func begin() {
        while running < jobs, !waiting.isEmpty {
            running += 1
            let work = waiting.removeFirst()
            Task {
                await work()
                end()
            }
        }
    }

    private func end() {
        running -= 1
        begin()
        step?.yield()
    }
}
