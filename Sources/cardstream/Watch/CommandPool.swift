/// Runs the commands of events: so many at the same time, and the others in the order of their events, whichever change
/// brought them.
actor CommandPool {
    private let jobs: Int
    private let mostWaiting: Int
    private var running = 0
    private var waiting: [@Sendable () async -> Void] = []
    /// Wakes whoever waits.
    private var step: AsyncStream<Void>.Continuation?

    /// - Parameters:
    ///   - jobs: At the same time.
    ///   - mostWaiting: Each holds its card. Beyond that nothing is taken up until there is room, and nothing is lost: the
    ///     server keeps what is not read.
    init(jobs: Int, mostWaiting: Int = 1000) {
        self.jobs = jobs
        self.mostWaiting = mostWaiting
    }

    /// Returns once it runs or waits its turn. False in a task that was cancelled before there was room. For one caller at a
    /// time, as is ``idle()``.
    func add(_ work: @escaping @Sendable () async -> Void) async -> Bool {
        await wait { $0.waiting.count < $0.mostWaiting }
        guard waiting.count < mostWaiting else { return false }
        waiting.append(work)
        begin()
        return true
    }

    /// Returns once everything is done, or the task is cancelled.
    func idle() async { await wait { $0.running == 0 && $0.waiting.isEmpty } }

    private func wait(until holds: (isolated CommandPool) -> Bool) async {
        while !holds(self), !Task.isCancelled {
            // Each time another: one in which a task was cancelled is over, and nobody would wait in it any more.
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
