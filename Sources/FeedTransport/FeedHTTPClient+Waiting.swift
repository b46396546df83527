package import Cards
import CurlTransport
package import FeedAPI

package import struct Foundation.Date

/// Requests that wait, and requests that are repeated automatically.
extension FeedHTTPClient {
    /// The wait in seconds, shorter than most proxies allow.
    private static let wait = 55
    /// The pause after an immediate response without a change, in case the server cannot wait.
    private static let pause = Duration.milliseconds(300)
    /// The seconds after the deadline until an unreachable server is given up.
    private static let graceTime = 30.0
    /// The maximum time for repeating a request.
    private static let repeatingTime = Duration.seconds(60)

    /// Repeats a call while it is unknown whether the server received it, or if the server requests a repetition. Only
    /// for calls that can be repeated: those with a key, or without an effect.
    ///
    /// - Parameter onUnknown: Called after each attempt that the server may have received.
    package static func repeating<Value>(
        onUnknown: () -> Void = {}, _ call: () async throws(FeedError) -> Value
    ) async throws(FeedError) -> Value {
        let end = ContinuousClock.now + repeatingTime
        var pause = Duration.milliseconds(100)
        var isUnknown = false
        while true {
            do throws(FeedError) {
                return try await call()
            } catch {
                if error.isOutcomeUnknown {
                    isUnknown = true
                    onUnknown()
                }
                guard let next = error.pauseBeforeRepeating(isUnknown: isUnknown, usual: pause),
                    ContinuousClock.now + next < end
                else { throw error }
                try await sleep(next)
            }
            pause = min(pause * 2, .seconds(5))
        }
    }

    /// Waits until a question is settled, with requests that the server holds until there is a change. After temporary
    /// failures, requests are repeated until some time after the deadline.
    ///
    /// - Parameters:
    ///   - deadline: The deadline of the question, if it is already known. If not, a failure of the first request is
    ///     thrown.
    ///   - onFailure: Called with the first failure after each success, and with nil when the server responds again.
    ///   - onChange: Called with each state of the question, including the settled one.
    package func settled(
        _ id: AskID, by deadline: Date = .distantPast, onFailure: @Sendable (FeedError?) -> Void = { _ in },
        onChange: @Sendable (Ask) -> Void
    ) async throws(FeedError) -> Ask {
        var isFailing = false
        var tag: String?
        var retry = Duration.milliseconds(100)
        var deadline = deadline
        while true {
            let start = ContinuousClock.now
            do throws(FeedError) {
                // After a failure, the first response shows that the server works again, so this request must not wait.
                let response = try await ask(id, wait: tag == nil || isFailing ? 0 : Self.wait, tag: tag)
                if isFailing { onFailure(nil) }
                isFailing = false
                switch response {
                case .unchanged:
                    if start.duration(to: .now) < Self.pause { try await Self.sleep(Self.pause) }
                case .current(let current, let next):
                    onChange(current)
                    if current.settlement != nil { return current }
                    deadline = current.deadline
                    // A server that does not compare tags cannot wait for changes.
                    if next == nil || next == tag { try await Self.sleep(Self.pause) }
                    tag = next
                }
                retry = .milliseconds(100)
            } catch {
                guard error.isOutcomeUnknown || error.isTemporary, Date() < deadline.addingTimeInterval(Self.graceTime)
                else {
                    throw error
                }
                if !isFailing { onFailure(error) }
                isFailing = true
                try await Self.sleep(retry)
                retry = min(retry * 2, .seconds(5))
            }
        }
    }

    /// Waits until a card has ended, or until the given time.
    ///
    /// - Returns: The last known outcome. If the time is over, the card is still open.
    package func ended(_ card: CardID, until end: Date) async throws(FeedError) -> CardOutcome {
        var last: (outcome: CardOutcome, tag: String?)?
        var retry = Duration.milliseconds(100)
        while true {
            let start = ContinuousClock.now
            let left = max(0, end.timeIntervalSinceNow)
            do throws(FeedError) {
                let seconds = last == nil ? 0 : Int(min(Double(Self.wait), left.rounded(.up)))
                if let (outcome, tag) = try await outcome(of: card, wait: seconds, tag: last?.tag) {
                    let isRepeated = tag == nil || tag == last?.tag
                    last = (outcome, tag)
                    if !outcome.status.isOpen { return outcome }
                    if isRepeated { try await Self.sleep(Self.pause) }
                } else if start.duration(to: .now) < Self.pause {
                    try await Self.sleep(Self.pause)
                }
                retry = .milliseconds(100)
            } catch {
                guard last != nil, error.isOutcomeUnknown || error.isTemporary, Date() < end else { throw error }
                try await Self.sleep(retry)
                retry = min(retry * 2, .seconds(5))
            }
            if let last, Date() >= end { return last.outcome }
        }
    }

    /// The outcome of a card; nil if nothing has changed since the tag.
    private func outcome(
        of card: CardID, wait: Int, tag: String?
    ) async throws(FeedError) -> (outcome: CardOutcome, tag: String?)? {
        // The server sends nothing while it waits, so the speed limit must allow this.
        let limits = HTTPLimits(totalTimeout: .seconds(wait + 15), lowSpeedTime: .seconds(wait + 15))
        let response = try await call(.outcome(card, wait: wait > 0 ? wait : nil), etag: tag, limits: limits)
        guard response.status != 304 else { return nil }
        return (try Self.decode(response.body, FeedCoder.decodeCardOutcome), response[FeedHeader.etag])
    }

    private static func sleep(_ pause: Duration) async throws(FeedError) {
        do { try await Task.sleep(for: pause) } catch { throw .cancelled }
    }
}
