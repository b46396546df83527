/// Where the first load stands. Cards in the store from an earlier run make it `ready` at once, online or not.
package enum LaunchPhase: Hashable, Sendable {
    case loading
    /// The first load failed and there is nothing to show: a message and a way to retry.
    case failed(LaunchFailure)
    /// Cards, or a known lack of them. Never left again.
    case ready
}

/// What the launch screen says after a failed first load.
package struct LaunchFailure: Hashable, Sendable, CustomStringConvertible {
    /// One of the two documented messages.
    package var message: String
    /// What is known beyond it, for example which setting to look at. From outside: sanitise before display.
    package var detail: String?

    package init(message: String, detail: String? = nil) {
        self.message = message
        self.detail = detail
    }

    /// For the log.
    package var description: String { detail.map { "\(message): \($0)" } ?? message }
}
