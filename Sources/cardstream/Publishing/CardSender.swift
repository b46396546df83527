internal import AppRuntime
internal import Cards
internal import CurlTransport
internal import FeedAPI
internal import FeedTransport

/// Sends publish requests with idempotency keys, so that a request whose response was lost can be retried without
/// publishing a second card.
struct CardSender {
    let caller: FeedHTTPClient
    /// The time limit for one request, including its retries.
    let timeout: Duration
    /// What ends sending; nil leaves signals to the system.
    var signals: Signals?
    /// Called for each response, with the total number of requests that have been answered.
    let answered: (PublishReceipt, Int) -> Void
    /// Called before the first retry of each request.
    let repeating: (FeedError) -> Void

    /// The size of a bulk request in bytes: far below the server's limit, for progress and low memory use.
    private static let batchBytes = 1 << 20

    /// Why sending ended early.
    struct Failure: Error {
        var error: FeedError
        /// The index range of the publications in the failed request.
        var request: Range<Int>
        /// Whether the server may have accepted that request; all earlier ones were accepted, and later ones were not
        /// sent.
        var isUnknown: Bool
    }

    /// - Parameter requests: Requests that have idempotency keys.
    func send(_ requests: [PublishRequest]) throws {
        let caller = caller
        if requests.count == 1 {
            let request = requests[0]
            return try send(0..<1) { limits throws(FeedError) in try await caller.publish(request, limits: limits) }
        }
        var batch: [UInt8] = []
        var sent = 0
        for (index, request) in requests.enumerated() {
            batch += FeedCoder.encode(request)
            batch.append(UInt8(ascii: "\n"))
            guard batch.count >= Self.batchBytes || index == requests.count - 1 else { continue }
            let lines = batch
            try send(sent..<index + 1) { limits throws(FeedError) in
                try await caller.publish(lines: lines, limits: limits)
            }
            sent = index + 1
            batch.removeAll(keepingCapacity: true)
        }
    }

    private typealias Attempt = @Sendable (HTTPLimits) async throws(FeedError) -> PublishReceipt

    /// Sends one request, and retries it with exponential backoff until it succeeds, fails permanently, or the time
    /// limit passes.
    private func send(_ range: Range<Int>, _ attempt: @escaping Attempt) throws {
        let end = ContinuousClock.now + timeout
        var pause = Duration.milliseconds(100)
        var (isUnknown, isRepeated) = (false, false)
        var wait = Duration.zero
        while true {
            do {
                let receipt = try InterruptibleWork.result(until: signals) { [wait] in
                    try await Task.sleep(for: wait)
                    let limits = HTTPLimits(totalTimeout: max(.seconds(1), ContinuousClock.now.duration(to: end)))
                    return try await attempt(limits)
                }
                return answered(receipt, range.upperBound)
            } catch ExitStatus.interrupted {
                throw Failure(error: .cancelled, request: range, isUnknown: true)
            } catch let error as FeedError {
                isUnknown = isUnknown || error.isOutcomeUnknown
                let failure = Failure(error: error, request: range, isUnknown: isUnknown)
                guard let next = error.pauseBeforeRepeating(isUnknown: isUnknown, usual: pause),
                    ContinuousClock.now + next < end
                else { throw failure }
                if !isRepeated { repeating(error) }
                isRepeated = true
                wait = next
            }
            pause = min(pause * 2, .seconds(5))
        }
    }
}
