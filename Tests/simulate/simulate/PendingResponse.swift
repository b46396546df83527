/// A response that may or may not arrive.
struct PendingResponse<Value: Sendable>: Sendable {
    private let responses: AsyncStream<Value>
    private let continuation: AsyncStream<Value>.Continuation

    init() { (responses, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1)) }

    func settle(_ value: Value) { continuation.yield(value) }

    /// The response; nil when the waiting task is cancelled.
    var value: Value? {
        get async {
            for await response in responses { return response }
            return nil
        }
    }
}

/// Waits for this many simulated seconds, or less when the task is cancelled.
func pause(_ seconds: Double) async {
    // Cancellation ends the wait early.
    try? await Task.sleep(for: .seconds(seconds))
}
