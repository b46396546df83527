internal import AppRuntime
internal import ArgumentParser
internal import Cards
internal import FeedAPI

/// Who is asked, until when, and how many have to agree.
struct AskFlags: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Who is asked, separated by commas; may be repeated. The default is your own user.", valueName: "users"))
    var to: [String] = []

    @Option(
        help: ArgumentHelp(
            "How long the question can be answered, from 1s to 30d; 10 minutes by default.", valueName: "duration"),
        transform: DurationArgument.seconds)
    var timeout = Double(AskRequest.defaultTimeout)

    @Option(
        help: ArgumentHelp(
            "How many users have to say yes: a number, majority or all. By default the first answer counts.",
            valueName: "number"))
    var quorum: String?

    @Flag(help: "One no settles the question.")
    var veto = false

    @Option(
        name: .customLong("not"),
        help: ArgumentHelp("Who is not asked, even if named elsewhere; may be repeated.", valueName: "users"))
    var excluded: [String] = []

    @Option(
        help: ArgumentHelp(
            "Ask more users if there is no answer after a while, as in 5m:bo,carl; may be repeated.",
            valueName: "duration:users"))
    var escalate: [String] = []

    @Option(
        help: ArgumentHelp(
            "The name of the button that counts if the deadline passes without an answer.", valueName: "button"))
    var onTimeout: String?

    @Flag(
        help:
            "Ask for answers that users sign with their SSH keys (signing_key). An answer that --allowed-signers does not confirm is a failure."
    )
    var signed = false

    func validate() throws {
        if signed, onTimeout != nil {
            throw ValidationError("A deadline signs nothing: leave out --on-timeout or --signed.")
        }
        guard timeout.rounded() == timeout, AskRequest.allowedTimeout.contains(Int(timeout)) else {
            throw ValidationError("--timeout must be whole seconds from 1s to 30d.")
        }
        guard quorum.map({ AskQuorum($0) != nil }) ?? true else {
            throw ValidationError("--quorum is \"\(quorum ?? "")\"; expected \(AskQuorum.expected).")
        }
    }

    /// The request with what the flags say.
    ///
    /// - Parameter user: Who is asked if the flags name no user.
    /// - Throws: ``CommandFailure`` with ``ExitStatus/usage``.
    func request(
        _ body: [UInt8], stream: StreamID, user: UserID, key: PublicationKey
    ) throws(CommandFailure) -> AskRequest {
        let named = try Self.users(to, "--to")
        var request = AskRequest(
            streamID: stream, users: named.isEmpty ? [user] : named, body: body, key: key, timeout: Int(timeout))
        request.quorum = quorum.flatMap(AskQuorum.init)
        request.hasVeto = veto
        request.excluded = try Self.users(excluded, "--not")
        request.onTimeout = onTimeout
        request.isSigned = signed
        for text in escalate { request.steps.append(try step(text)) }
        guard !request.users.allSatisfy(request.excluded.contains) else {
            throw CommandFailure(.usage, "--not excludes everyone who is asked; name another user with --to")
        }
        return request
    }

    private func step(_ text: String) throws(CommandFailure) -> AskRequest.Step {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        guard parts.count == 2, let after = CardDuration.seconds(parts[0]), after >= 1, after < timeout else {
            throw CommandFailure(
                .usage,
                "--escalate is \"\(text.escapingControls)\"; expected a duration shorter than --timeout, a colon and users, "
                    + "as in 5m:bo,carl")
        }
        return AskRequest.Step(after: Int(after.rounded()), users: try Self.users([parts[1]], "--escalate"))
    }

    private static func users(_ texts: [String], _ flag: String) throws(CommandFailure) -> [UserID] {
        var users: [UserID] = []
        for name in texts.flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false) }) {
            let user = try UserID(argument: name.trimmingSpaces, flag)
            if !users.contains(user) { users.append(user) }
        }
        return users
    }
}

extension Substring {
    fileprivate var trimmingSpaces: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
