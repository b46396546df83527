/// The phase of the first load. If the store has cards from an earlier run, the phase is `ready` immediately, online or
/// not.
package enum LaunchPhase: Hashable, Sendable {
    case loading
    /// The first load failed and there is nothing to show except a message and a way to retry.
    case failed(LaunchFailure)
    /// There are cards, or it is certain that there are none. This phase never ends.
    case ready
}

/// The text of the launch screen after a failed first load.
package struct LaunchFailure: Hashable, Sendable, CustomStringConvertible {
    /// One of the two documented messages.
    package var message: String
    /// More information, for example which setting to check. Untrusted text: sanitize it before display.
    package var detail: String?

    package init(message: String, detail: String? = nil) {
        self.message = message
        self.detail = detail
    }

    /// The text for the log.
    package var description: String { detail.map { "\(message): \($0)" } ?? message }
}
