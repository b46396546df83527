/// Decides when to ping a silent connection, and when it is lost. A value without side effects; times are seconds of a
/// monotonic clock.
struct KeepAlive: Hashable {
    /// The maximum time in seconds between a ping and the reply to it.
    static let pongWithin = 10.0
    /// The maximum time of silence in seconds before a ping, whatever the server announces.
    static let mostPingAfter = 60.0

    /// The next step.
    enum Step: Hashable {
        /// Do nothing before this time.
        case wait(until: Double)
        case ping
        /// The peer does not respond.
        case lost
    }

    /// The time of silence in seconds before a ping. It is longer than the server's, so that the server pings first and
    /// only one side pings an idle connection.
    private let pingAfter: Double
    private var lastReceived: Double
    private var pingSent: Double?
    /// Whether the connection is being read. If it is not, a reply may have arrived but not been read.
    private var isReading = false

    /// - Parameter pingSeconds: The seconds of silence after which the server sends a ping.
    init(at now: Double, pingSeconds: Int) {
        pingAfter = min(Double(max(5, pingSeconds)) + 5, Self.mostPingAfter)
        lastReceived = now
    }

    /// Whether a ping has not been answered yet.
    var isWaiting: Bool { pingSent != nil }

    /// Call this when reading starts or resumes. Silence is measured from then on.
    mutating func readingBegins(at now: Double) {
        isReading = true
        if isWaiting { pingSent = now } else { lastReceived = now }
    }

    /// Call this when a frame has arrived.
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
