internal import AppRuntime
import Basics
internal import FeedAPI
internal import FeedTransport

/// Sends a question. If the response is lost, the error message says how to repeat the command without asking twice.
struct AskSending: Sendable {
    let caller: FeedHTTPClient
    /// The request, with an idempotency key.
    let request: AskRequest
    /// Whether the user has given the key. If not, messages show it.
    let isKeyGiven: Bool
    /// Whether a signal withdraws the question.
    let isWithdrawnAtEnd: Bool
    /// The flags of the connection, for advice.
    let flags: String

    /// Sends the question on the main thread, until the server has responded or a signal arrives.
    ///
    /// - Throws: ``CommandFailure``; ``ExitStatus/interrupted`` after a signal, if the question was withdrawn, or its
    ///   state is unknown.
    func run(until signals: Signals) throws -> Ask {
        let (made, isUnknown, isEnded, isWithdrawn) = (Lock<Ask?>(nil), Lock(false), Lock(false), Lock(false))
        do {
            try InterruptibleWork.run(
                until: signals,
                handling: { _ in
                    isEnded.withLock { $0 = true }
                    return false
                },
                {
                    let ask = try await FeedHTTPClient.repeating(onUnknown: { isUnknown.withLock { $0 = true } }) {
                        () throws(FeedError) in try await caller.ask(request)
                    }
                    made.withLock { $0 = ask }
                },
                ending: {
                    // Without a response from the server, the question stays open until its deadline, which is printed
                    // below.
                    guard isWithdrawnAtEnd, isEnded.withLock(\.self), let ask = made.withLock(\.self),
                        (try? await caller.withdraw(ask.id)) != nil
                    else { return }
                    isWithdrawn.withLock { $0 = true }
                })
        } catch let error as FeedError where isUnknown.withLock(\.self) {
            var failure = AskExit.failure(error)
            failure.message += "\n\(unknown)"
            throw failure
        } catch ExitStatus.interrupted {
            // The message is printed below, as after all signals.
        }
        if let ask = made.withLock(\.self) {
            if !isWithdrawnAtEnd || !isEnded.withLock(\.self) { return ask }
            if isWithdrawn.withLock(\.self) {
                Console.error("the question is withdrawn")
            } else {
                AskProgress(ask, isWithdrawnAtEnd: true, you: nil).showNotWithdrawn(flags)
            }
        } else {
            Console.error(unknown)
        }
        throw ExitStatus.interrupted
    }

    private var unknown: String {
        let again =
            isKeyGiven ? "repeat the same command" : "repeat the command with --key \(request.key?.rawValue ?? "")"
        return "it is not known whether the question was asked. To be sure, \(again): nothing is asked twice. "
            + "`cardstream ask list\(flags)` lists the open questions"
    }
}
