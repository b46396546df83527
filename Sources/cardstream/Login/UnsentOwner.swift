internal import AppRuntime
internal import CardSession
internal import Cards

/// The owner of unsent actions on this machine. A login as a different user would prevent these actions from being
/// sent.
struct UnsentOwner {
    /// `USER at SOURCE`.
    private let name: String
    private let count: Int

    /// Nil if there are no unsent actions, or if their owner is not known.
    init?(_ setup: Setup) throws(SessionError) {
        let counts = try CardSession.storeCounts(at: setup.paths.database(profile: setup.config.profile))
        guard let counts, counts.waiting + counts.refused > 0, let owner = counts.owner else { return nil }
        (name, count) = (owner, counts.waiting + counts.refused)
    }

    /// The owner as a user of the configured server; nil for an owner at another server or of the profile's own feed.
    func user(_ setup: Setup) -> UserID? { ProfileAccount.user(ofOwner: name, setup).flatMap(UserID.init) }

    /// Whether a user of a server is this owner.
    func isUser(_ user: String?, of server: String, _ environment: String) -> Bool {
        let source = CardSession.sourceName(server: server, environment: environment)
        return name.utf8.elementsEqual((user.map { "\($0) at \(source)" } ?? source).utf8)
    }

    /// A warning about settings that are for a different user.
    var warning: String {
        let them = count == 1 ? "it" : "them"
        return
            ("\(count == 1 ? "1 action of \(name) has" : "\(count) actions of \(name) have") not been sent yet, so the cards of the user "
            + "who is logged in now are not shown: log in as \(name) to send \(them), or discard \(them) with "
            + "`cardstream logout --discard`").escapingControls
    }

    /// The error if a different user tries to log in.
    ///
    /// - Parameter code: A note about the state of the invitation's code; empty if there is no code.
    func refusal(_ code: String) -> CommandFailure {
        let actions = count == 1 ? "1 action of \(name) has" : "\(count) actions of \(name) have"
        return CommandFailure(
            .failure,
            ("this login is for another user, but \(actions) not been sent yet\(code): run `cardstream logout` "
                + "first, which sends \(count == 1 ? "it" : "them"), or connect another profile with --profile NAME")
                .escapingControls)
    }
}
