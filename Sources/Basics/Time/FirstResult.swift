/// Runs calls beside each other and returns what the first one to end returns: a call and its time limit, for example. The
/// others are cancelled, and left behind where they ignore that.
///
/// - Returns: Nil when the calling task is cancelled before.
package func firstResult<Value: Sendable>(of calls: (@Sendable () async -> Value)...) async -> Value? {
    let (results, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingOldest(1))
    let tasks = calls.map { call in Task { continuation.yield(await call()) } }
    defer { for task in tasks { task.cancel() } }
    for await result in results { return result }
    return nil
}
