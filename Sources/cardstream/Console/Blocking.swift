internal import Dispatch

/// Runs asynchronous work while the calling thread waits. Only for commands without a screen, and never from a task,
/// because it blocks.
func runBlocking<Result: Sendable>(_ work: @escaping @Sendable () async throws -> Result) throws -> Result {
    let done = DispatchSemaphore(value: 0)
    let box = ResultBox<Result>()
    Task.detached {
        do {
            box.result = .success(try await work())
        } catch {
            box.result = .failure(error)
        }
        done.signal()
    }
    done.wait()
    guard let result = box.result else { preconditionFailure("internal error: an operation ended without a result") }
    return try result.get()
}

/// Passes one result from the task to the waiting thread.
// Invariant: written once before `signal()`, read once after `wait()`; the semaphore orders the two.
private final class ResultBox<Value: Sendable>: @unchecked Sendable {
    var result: Result<Value, any Error>?
}
