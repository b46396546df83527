/// A handle for an observation. Releasing it does not end the observation; call ``cancel()``.
public final class ObservationToken: Sendable {
    private let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    /// Ends the observation. No further call of the handler begins after this; a running one may still finish.
    /// Idempotent.
    public func cancel() { end() }
}
