/// Decides when a connection that is silent is asked for a sign of life, and when it is dead. Pure; times are seconds of a
/// clock that never jumps.
struct KeepAlive: Hashable {
    /// Silence before a ping, and how long its answer may take: together under 40 s.
    static let pingAfter = 25.0
    static let pongWithin = 10.0

    /// What to do now.
    enum Step: Hashable {
        /// Nothing before this time.
        case wait(until: Double)
        case ping
        /// The other end does not answer any more.
        case lost
    }

    private var lastReceived: Double
    private var pingSent: Double?
    /// Whether someone reads: without that an answer may be there and not be seen.
    private var isReading = false

    init(at now: Double) { lastReceived = now }

    /// Whether an answer to a ping is owed.
    var isWaiting: Bool { pingSent != nil }

    /// Reading begins, again: silence counts from here.
    mutating func readingBegins(at now: Double) {
        isReading = true
        if isWaiting { pingSent = now } else { lastReceived = now }
    }

    /// Something arrived.
    mutating func received(at now: Double) {
        isReading = false
        lastReceived = now
        pingSent = nil
    }

    mutating func pinged(at now: Double) { pingSent = pingSent ?? now }

    func step(at now: Double) -> Step {
        guard isReading else { return .wait(until: now + (isWaiting ? Self.pongWithin : Self.pingAfter)) }
        if let pingSent {
            let end = pingSent + Self.pongWithin
            return now >= end ? .lost : .wait(until: end)
        }
        let end = lastReceived + Self.pingAfter
        return now >= end ? .ping : .wait(until: end)
    }
}
