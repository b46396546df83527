/// The program's exit codes. They are documented in the manual, and scripts depend on the numbers.
package enum ExitStatus: Int32, Sendable, CaseIterable, Error {
    case ok = 0
    case failure = 1
    case usage = 2
    /// The request was valid, but did not apply to anything.
    case nothingMatched = 3
    case authentication = 4
    case network = 5
    /// It is unknown whether the server executed the request, because the response was lost. For `ask`: the question
    /// was closed without an answer.
    case unknown = 6
    /// Nothing has failed yet: the action is stored on disk and will be sent.
    case kept = 7
    /// Only for `ask`, where 1 means no: a failure without a code of its own.
    case askFailure = 70
    /// Only for `ask`: the deadline passed. The same code as that of GNU timeout.
    case timeout = 124
    /// Interrupted by Ctrl-C or SIGINT: 128 + 2, as in shells.
    case interrupted = 130

    package var help: String {
        switch self {
        case .ok: "success"
        case .failure: "failure; the message says why"
        case .usage: "usage error: an unknown flag, a bad value, a mistake in the configuration"
        case .nothingMatched: "nothing matched: an unknown card, no waiting card, empty input"
        case .authentication: "the key, token or invitation is missing, wrong or expired"
        case .network: "the server cannot be reached or is busy; try again later"
        case .unknown:
            "the response was lost, so it is unknown whether the request took effect; the message says how to repeat the request "
                + "safely. From ask: the question was closed without an answer"
        case .kept: "the server has not responded; the action is stored and will be sent"
        case .askFailure:
            "from ask: any failure without a code of its own (code 1 means that the answer is no); the message says why"
        case .timeout: "from ask: the deadline passed without an answer"
        case .interrupted: "stopped by Ctrl-C"
        }
    }
}
