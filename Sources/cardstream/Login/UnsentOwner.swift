internal import AppRuntime
internal import CardSession
internal import Cards

/// The owner of actions that wait on this machine. A login as another user would keep them from being sent.
struct UnsentOwner {
    /// `USER at SOURCE`.
    private let name: String
    private let count: Int

    /// Nil if nothing waits.
    init?(_ setup: Setup) throws(SessionError) {
        let counts = try CardSession.storeCounts(at: setup.paths.database(profile: setup.config.profile))
        guard let counts, counts.waiting + counts.refused > 0, let owner = counts.owner else { return nil }
        (name, count) = (owner, counts.waiting + counts.refused)
    }

    /// The owner as a user of the configured server; nil for one of another server, or of the profile's own feed.
    func user(_ setup: Setup) -> UserID? { ProfileAccount.user(ofOwner: name, setup).flatMap(UserID.init) }

    /// Whether a user of a server is this owner.
    func isUser(_ user: String?, of server: String, _ environment: String) -> Bool {
        let source = CardSession.sourceName(server: server, environment: environment)
        return name.utf8.elementsEqual((user.map { "\($0) at \(source)" } ?? source).utf8)
    }

    /// What another user's settings mean.
    var warning: String {
        let them = count == 1 ? "it" : "them"
        return
            ("\(count == 1 ? "1 action of \(name) has" : "\(count) actions of \(name) have") not been sent yet, so the cards of the user "
            + "who is logged in now are not shown: log in as \(name) to send \(them), or discard \(them) with "
            + "`cardstream logout --discard`").escapingControls
    }

    /// Why another user cannot log in.
    ///
    /// - Parameter code: What has become of the code of the invitation; empty without one.
    func refusal(_ code: String) -> CommandFailure {
        let actions = count == 1 ? "1 action of \(name) has" : "\(count) actions of \(name) have"
        return CommandFailure(
            .failure,
            ("this login is for another user, but \(actions) not been sent yet\(code): run `cardstream logout` "
                + "first, which sends \(count == 1 ? "it" : "them"), or connect another profile with --profile NAME")
                .escapingControls)
    }
}
