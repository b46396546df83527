import Basics

/// Runs asynchronous work on the calling thread until nothing is left to do.
// Invariant: `jobs` is a lock; nothing else is stored.
final class InlineExecutor: TaskExecutor, @unchecked Sendable {
    private let jobs = Lock<[UnownedJob]>([])

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
    }

    /// - Throws: The error of the work, or ``PropertyViolation`` if the work waits for something that never happens.
    static func run<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) throws -> Value {
        let executor = InlineExecutor()
        let outcome = Lock<Result<Value, any Error>?>(nil)
        Task(executorPreference: executor) {
            let found: Result<Value, any Error>
            do { found = .success(try await work()) } catch { found = .failure(error) }
            outcome.withLock { $0 = found }
        }
        while let job = executor.jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
            job.runSynchronously(on: executor.asUnownedTaskExecutor())
        }
        guard let found = outcome.withLock({ $0 }) else { throw PropertyViolation(description: "it waits for ever") }
        return try found.get()
    }
}
