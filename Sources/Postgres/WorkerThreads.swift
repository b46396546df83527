import Basics
import Dispatch

/// The threads of a pool, and the jobs that wait for a thread.
final class WorkerThreads: Sendable {
    typealias Job = @Sendable (Worker) -> Void

    private struct State {
        var waiting: [Job] = []
        var threads = 0
        var idle = 0
        var isStopped = false
        var whenEnded: [DispatchSemaphore] = []
    }

    private let target: ConnectionTarget
    private let size: Int
    private let settings: Settings
    private let commits: CommitMarkerTable?
    private let prepare: @Sendable (Database) throws -> Void
    private let check: @Sendable (Database) throws -> Void
    private let state = Lock(State())
    private let wake = DispatchSemaphore(value: 0)

    init(
        _ target: ConnectionTarget, size: Int, settings: @escaping Settings, commits: CommitMarkerTable?,
        prepare: @escaping @Sendable (Database) throws -> Void, check: @escaping @Sendable (Database) throws -> Void
    ) {
        self.target = target
        self.size = size
        self.settings = settings
        self.commits = commits
        self.prepare = prepare
        self.check = check
    }

    func makeWorker() -> Worker { Worker(target, settings: settings, commits: commits, prepare, check) }

    var use: PoolUse {
        state.withLock { state in
            PoolUse(threads: state.threads, busy: max(0, state.threads - state.idle), waiting: state.waiting.count)
        }
    }

    /// Queues a job.
    /// - Returns: False after ``stop()``. The job does not run then.
    func submit(_ job: @escaping Job) -> Bool {
        let (isAccepted, needsThread) = state.withLock { state in
            guard !state.isStopped else { return (false, false) }
            state.waiting.append(job)
            let needsThread = state.idle < state.waiting.count && state.threads < size
            if needsThread { state.threads += 1 }
            return (true, needsThread)
        }
        guard isAccepted else { return false }
        if needsThread { Blocking.start { [self] in work() } }
        wake.signal()
        return true
    }

    /// Refuses further jobs. Waiting jobs still run.
    ///
    /// - Returns: A semaphore that is signalled when the last thread has ended; nil if there are no threads.
    @discardableResult
    func stop() -> DispatchSemaphore? {
        let ended = DispatchSemaphore(value: 0)
        let threads = state.withLock { state in
            state.isStopped = true
            if state.threads > 0 { state.whenEnded.append(ended) }
            return state.threads
        }
        for _ in 0..<threads { wake.signal() }
        return threads > 0 ? ended : nil
    }

    private func work() {
        let worker = makeWorker()
        while true {
            state.withLock { $0.idle += 1 }
            wake.wait()
            let (job, ends) = state.withLock { state in
                state.idle -= 1
                let job = state.waiting.isEmpty ? nil : state.waiting.removeFirst()
                return (job, job == nil && state.isStopped)
            }
            job?(worker)
            if ends { break }
        }
        worker.close()
        let ended = state.withLock { state in
            state.threads -= 1
            return state.threads == 0 ? state.whenEnded : []
        }
        for semaphore in ended { semaphore.signal() }
    }
}
