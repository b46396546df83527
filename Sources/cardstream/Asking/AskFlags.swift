internal import AppRuntime
internal import ArgumentParser
internal import Cards
internal import FeedAPI

/// The flags that say which users are asked, until when, and how many have to agree.
struct AskFlags: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The users to ask, and groups as @NAME, separated by commas; may be repeated. Default: your own user.",
            valueName: "users"))
    var to: [String] = []

    @Option(
        // A value that begins with a dash is reported as a wrong value and not as an unknown flag.
        parsing: .unconditional,
        help: ArgumentHelp(
            "How long the question stays open, from 1s to 30d; 10 minutes by default.", valueName: "duration"),
        transform: DurationArgument.seconds)
    var timeout = Double(AskRequest.defaultTimeout)

    @Option(
        help: ArgumentHelp(
            "How many users have to say yes: a number, majority or all. By default the first answer counts.",
            valueName: "number"))
    var quorum: String?

    @Flag(
        help:
            "With --quorum: one answer of \"no\" settles the question, even if the quorum could still be reached."
    )
    var veto = false

    @Option(
        name: .customLong("not"),
        help: ArgumentHelp(
            "Users and groups not to ask, even if --to or --escalate names them; may be repeated.", valueName: "users"))
    var excluded: [String] = []

    @Option(
        help: ArgumentHelp(
            "Ask more users if the question is still open after this time, as in 5m:bo,@leads; may be repeated.",
            valueName: "duration:users"))
    var escalate: [String] = []

    @Option(
        help: ArgumentHelp(
            "The name or the label of the button that is taken as the answer at the deadline, unless a user has pressed a button with the opposite meaning.",
            valueName: "button"))
    var onTimeout: String?

    @Flag(
        help:
            "Require that users sign answers with their SSH keys (setting signing_key). The command fails if --allowed-signers does not confirm an answer."
    )
    var signed = false
    @Flag(help: "Give users 5 seconds to undo an answer; by default an answer is sent immediately.")
    var undo = false

    func validate() throws {
        if signed, onTimeout != nil {
            throw ValidationError(
                "An answer from --on-timeout has no signature, so --on-timeout and --signed cannot be used together: leave one out."
            )
        }
        try Self.requireTimeout(timeout)
        guard quorum.map({ AskQuorum($0) != nil }) ?? true else {
            throw ValidationError("--quorum is \"\(quorum ?? "")\"; expected \(AskQuorum.expected).")
        }
    }

    /// The request that the flags describe.
    ///
    /// - Parameter user: The user to ask if the flags name none.
    /// - Throws: ``CommandFailure`` with ``ExitStatus/usage``.
    func request(
        _ body: [UInt8], stream: StreamID, user: UserID, key: PublicationKey
    ) throws(CommandFailure) -> AskRequest {
        var request = AskRequest(
            streamID: stream, users: try Self.users(to, or: user), body: body, key: key, timeout: Int(timeout))
        request.quorum = quorum.flatMap(AskQuorum.init)
        request.hasVeto = veto
        request.excluded = try Self.users(excluded, "--not")
        request.onTimeout = try onTimeout.map { text throws(CommandFailure) in try Self.name(ofButton: text, in: body) }
        request.isSigned = signed
        request.allowsUndo = undo
        for text in escalate { request.steps.append(try step(text)) }
        guard !request.users.allSatisfy(request.excluded.contains) else {
            throw CommandFailure(.usage, "--not excludes all users who would be asked; name a different user with --to")
        }
        try requireReachableQuorum(of: request)
        return request
    }

    /// The name of a button that answers the card.
    ///
    /// - Parameter text: The button's name, or a label that no other button has.
    private static func name(ofButton text: String, in body: [UInt8]) throws(CommandFailure) -> String {
        // The server refuses a card that cannot be read, so it needs no error here.
        guard let card = try? CardBody.decode(body) else { return text }
        let names = card.submissions.filter { !$0.keepsCard }.map(\.buttonName)
        // If the card has no submit buttons, the server's error about the card is more helpful.
        guard !names.isEmpty, !names.contains(text) else { return text }
        let labels = names.map { card.text(ofButtonIn: .submit(buttonName: $0, values: [:]), with: [:]) ?? "" }
        let meant = zip(names, labels).filter { $0.1 == text }.map(\.0)
        if meant.count == 1 { return meant[0] }
        let listed = zip(names, labels).map { "\"\($0)\" (\($1))".escapingControls }.joined(separator: ", ")
        let expected =
            meant.isEmpty
            ? "expected the name or the label of a button" : "several buttons have this label; expected a name"
        throw CommandFailure(.usage, "--on-timeout is \"\(text.escapingControls)\"; \(expected): \(listed)")
    }

    private func requireReachableQuorum(of request: AskRequest) throws(CommandFailure) {
        let users = Set(request.users + request.steps.flatMap(\.users)).subtracting(request.excluded)
        // A quorum with groups is not checked, because only the server knows the users of groups.
        guard case .count(let needed)? = request.quorum, needed > users.count, !request.namesGroups else { return }
        throw CommandFailure(
            .usage,
            "--quorum is \(needed), but \(users.count == 1 ? "1 user is" : "\(users.count) users are") asked; "
                + "name more users with --to, or lower --quorum")
    }

    /// The flag that sets the member of the request at a JSON pointer; nil for the card.
    static func flag(at pointer: String) -> String? {
        let flags = [
            "users": "--to", "timeout": "--timeout", "quorum": "--quorum", "veto": "--veto", "not": "--not",
            "escalate": "--escalate", "onTimeout": "--on-timeout", "undo": "--undo", "key": "--key",
            "stream": "--stream",
        ]
        return pointer.split(separator: "/").first.flatMap { flags[String($0)] }
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

    /// The users that --to names, or only `user` if it names none.
    static func users(_ to: [String], or user: UserID) throws(CommandFailure) -> [UserID] {
        let named = try users(to, "--to")
        return named.isEmpty ? [user] : named
    }

    /// - Parameters:
    ///   - seconds: The value of --timeout.
    ///   - most: The maximum value in seconds, and its text in messages.
    static func requireTimeout(
        _ seconds: Double, upTo most: (seconds: Int, words: String) = (AskRequest.allowedTimeout.upperBound, "30d")
    ) throws(ValidationError) {
        guard seconds.rounded() == seconds, (1...Double(most.seconds)).contains(seconds) else {
            throw ValidationError("--timeout must be in whole seconds, from 1s to \(most.words).")
        }
    }

    /// The users that an option names, without duplicates, in order.
    static func users(_ texts: [String], _ flag: String) throws(CommandFailure) -> [UserID] {
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
