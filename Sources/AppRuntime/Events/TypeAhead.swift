import Canvas

/// Input events that have not been handled yet.
///
/// A key acts on the visible cards. If those must first be read from the card store because of the previous key, at the
/// edge of the loaded cards or after a jump to an end, the following keys wait. Thus keys typed quickly have the same
/// result as keys typed slowly. The wait is limited, in case the store does not respond.
struct TypeAhead {
    /// The maximum time that keys wait for cards, in seconds. A read takes about one millisecond.
    static let timeout = 0.25

    private var events: ArraySlice<InputEvent> = []
    /// The time at which the first event started to wait. It is kept until the cards arrive.
    private var waitingSince: Double?

    var isEmpty: Bool { events.isEmpty }

    /// Whether the first event had to wait for cards.
    var hasWaited: Bool { waitingSince != nil }

    mutating func add(_ new: [InputEvent]) { events += new }

    /// Returns the next event to handle; nil if there is none or it has to wait.
    /// - Parameters:
    ///   - isBlocked: Whether cards that the event may act on are still being read.
    ///   - time: The time on the monotonic clock, in seconds.
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

    /// The seconds until waiting events are handled in any case; nil if no event waits.
    func remaining(at time: Double) -> Double? {
        guard let waitingSince, !events.isEmpty else { return nil }
        return max(0, waitingSince + Self.timeout - time)
    }
}
