/// Runs calls concurrently and returns the result of the first one to finish, for example a call and its time limit.
/// Cancels the others and does not wait for them.
///
/// - Returns: Nil if the calling task is cancelled first.
package func firstResult<Value: Sendable>(of calls: (@Sendable () async -> Value)...) async -> Value? {
    let (results, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingOldest(1))
    let tasks = calls.map { call in Task { continuation.yield(await call()) } }
    defer { for task in tasks { task.cancel() } }
    for await result in results { return result }
    return nil
}
