/// A response that may or may not arrive.
struct Promise<Value: Sendable>: Sendable {
    private let answers: AsyncStream<Value>
    private let continuation: AsyncStream<Value>.Continuation

    init() { (answers, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1)) }

    func settle(_ value: Value) { continuation.yield(value) }

    /// The response; nil when the waiting task is cancelled.
    var value: Value? {
        get async {
            for await answer in answers { return answer }
            return nil
        }
    }
}

/// Waits for this many simulated seconds, or less when the task is cancelled.
func pause(_ seconds: Double) async {
    // Cancellation ends the wait early.
    try? await Task.sleep(for: .seconds(seconds))
}
