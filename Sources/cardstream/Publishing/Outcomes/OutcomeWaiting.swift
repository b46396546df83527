internal import AppRuntime
internal import Basics
internal import Cards
internal import FeedAPI
internal import FeedTransport

internal import struct Foundation.Date

/// Waits until a card is closed. The exit codes are those of `ask`: 0 means yes and 1 means no. Failures have other
/// codes, so that they cannot be mistaken for an answer.
struct OutcomeWaiting: Sendable {
    let caller: FeedHTTPClient
    let card: CardID
    /// How long to wait in seconds; nil waits as long as the card is open.
    var seconds: Double?

    /// Waits on the main thread until the card is closed or the time is over. A signal ends the wait and leaves the
    /// card open.
    ///
    /// - Throws: ``ExitStatus/interrupted``, and the errors of the server.
    func run(until signals: Signals) throws -> CardOutcome {
        let end = seconds.map { Date(timeIntervalSinceNow: $0) } ?? .distantFuture
        return try InterruptibleWork.result(until: signals) { try await caller.ended(card, until: end) }
    }

    /// How a card was closed, as a message and as an exit code.
    ///
    /// - Parameter you: The user who runs the command; nil if that is not known.
    static func end(_ outcome: CardOutcome, you: UserID? = nil) -> (words: String, status: ExitStatus) {
        switch outcome.status {
        case .completed:
            let button = button(of: outcome) ?? ""
            let user = outcome.user.name(for: you)
            switch outcome.meaning {
            case .positive: return ("yes: \(user) answered \(button)", .ok)
            case .negative: return ("no: \(user) answered \(button)", .failure)
            case nil:
                return (
                    "\(user) answered \(button); the server does not report whether this means yes or no",
                    .unknown
                )
            }
        case .dismissed: return ("the card was dismissed without an answer", .unknown)
        case .cancelled: return ("the card was cancelled", .unknown)
        case .expired: return ("the card expired without an answer", .timeout)
        case .active, .snoozed, .embargoed: return ("no answer in time; the card is still open", .timeout)
        }
    }

    /// The name of the button that closed the card; nil if no button did.
    static func button(of outcome: CardOutcome) -> String? {
        guard case .submit(let name, _)? = outcome.responses.last?.response else { return nil }
        return name
    }

    /// The only value of the form, or else the name of the button, as `ask` prints it.
    static func answer(of outcome: CardOutcome) -> String? {
        guard case .submit(let name, let values)? = outcome.responses.last?.response else { return nil }
        guard outcome.meaning == .positive, values.members.count == 1 else { return name }
        let value = values.members[0].value
        return value.string ?? value.text()
    }
}
