/// Decides when to ping a silent connection, and when it is dead. Pure; times are seconds of a monotonic clock.
struct KeepAlive: Hashable {
    /// Seconds for the answer to a ping.
    static let pongWithin = 10.0
    /// The most seconds of silence before a ping, whatever the server announces.
    static let mostPingAfter = 60.0

    /// The next step.
    enum Step: Hashable {
        /// Do nothing before this time.
        case wait(until: Double)
        case ping
        /// The peer does not answer.
        case lost
    }

    /// Seconds of silence before a ping: the server asks first, so that an idle connection costs both sides one question.
    private let pingAfter: Double
    private var lastReceived: Double
    private var pingSent: Double?
    /// Whether the connection is being read; otherwise an answer may have arrived unnoticed.
    private var isReading = false

    /// - Parameter pingSeconds: Seconds of silence after which the server pings.
    init(at now: Double, pingSeconds: Int) {
        pingAfter = min(Double(max(5, pingSeconds)) + 5, Self.mostPingAfter)
        lastReceived = now
    }

    /// Whether the answer to a ping is outstanding.
    var isWaiting: Bool { pingSent != nil }

    /// Reading starts or resumes; silence is measured from now.
    mutating func readingBegins(at now: Double) {
        isReading = true
        if isWaiting { pingSent = now } else { lastReceived = now }
    }

    /// A frame has arrived.
    mutating func received(at now: Double) {
        isReading = false
        lastReceived = now
        pingSent = nil
    }

    mutating func pinged(at now: Double) { pingSent = pingSent ?? now }

    func step(at now: Double) -> Step {
        guard isReading else { return .wait(until: now + (isWaiting ? Self.pongWithin : pingAfter)) }
        if let pingSent {
            let end = pingSent + Self.pongWithin
            return now >= end ? .lost : .wait(until: end)
        }
        let end = lastReceived + pingAfter
        return now >= end ? .ping : .wait(until: end)
    }
}
