/// Ends what it was given for. Dropping it ends nothing: who wants no more calls ``cancel()``.
public final class ObservationToken: Sendable {
    private let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    /// No further call of the handler begins after this; one under way may still end. Idempotent.
    public func cancel() { end() }
}
