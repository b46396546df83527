import Canvas

/// What was typed and not yet acted on.
///
/// A key acts on the cards at hand. When those come from the store only after the key before, at the edge of what is in
/// memory or after a jump to an end, the keys that follow wait, so that keys typed at once end where the same keys end
/// when typed slowly. They do not wait for a store that does not answer.
struct TypeAhead {
    /// How long keys wait for cards, in seconds. A read takes about one millisecond.
    static let timeout = 0.25

    private var events: ArraySlice<InputEvent> = []
    /// When the first of them began to wait; stays until the cards came.
    private var waitingSince: Double?

    var isEmpty: Bool { events.isEmpty }

    /// Whether the first of them had to wait for cards.
    var hasWaited: Bool { waitingSince != nil }

    mutating func add(_ new: [InputEvent]) { events += new }

    /// The next one to act on; nil when there is none or it has to wait.
    /// - Parameters:
    ///   - isBlocked: whether cards it may act on are still being read.
    ///   - time: of the monotonic clock, in seconds.
    mutating func next(isBlocked: Bool, at time: Double) -> InputEvent? {
        if !isBlocked { waitingSince = nil }
        guard !events.isEmpty else { return nil }
        if isBlocked {
            let start = waitingSince ?? time
            waitingSince = start
            guard time - start >= Self.timeout else { return nil }
        }
        return events.removeFirst()
    }

    /// Seconds until what waits is acted on anyway; nil when nothing waits.
    func remaining(at time: Double) -> Double? {
        guard let waitingSince, !events.isEmpty else { return nil }
        return max(0, waitingSince + Self.timeout - time)
    }
}
