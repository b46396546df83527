internal import Dispatch

/// Runs asynchronous work, and blocks the calling thread until it is done. Only for commands without a screen. Never
/// call it from a task.
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
