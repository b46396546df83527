internal import ArgumentParser
internal import Cards
internal import FeedAPI

/// The flags that say which users answer a hook, and how long it waits.
struct HookFlags: ParsableArguments {
    /// The default in seconds: 55 minutes. It is less than the hour that `hook install` sets as the agent's time limit,
    /// because the answer is lost if the agent gives up first.
    static let defaultTimeout = 3300.0
    /// The maximum value of --timeout in seconds.
    static let longestTimeout = 86_400

    @Option(
        help: ArgumentHelp(
            "The users to ask, separated by commas; may be repeated. By default, your own user.", valueName: "users"))
    var to: [String] = []

    @Option(
        help: ArgumentHelp(
            "How long the question stays open, from 1s to 1d; 55 minutes by default.", valueName: "duration"),
        transform: DurationArgument.seconds)
    var timeout = Self.defaultTimeout

    @Option(
        help: ArgumentHelp(
            """
            Give up if no viewer reports within this time that the card was shown. Viewers with analytics = false never \
            report this.
            """,
            valueName: "duration"),
        transform: DurationArgument.seconds)
    var seenWithin: Double?

    @Flag(help: "Deny if there is no answer, instead of letting the agent show its own prompt.")
    var failClosed = false

    func validate() throws {
        try AskFlags.requireTimeout(timeout, upTo: (Self.longestTimeout, "1d"))
        guard seenWithin.map({ $0 >= 1 && $0 < timeout }) ?? true else {
            throw ValidationError("--seen-within must be at least 1s and shorter than --timeout.")
        }
    }

    /// The request that asks users with a card.
    ///
    /// - Parameter user: The user to ask if the flags name none.
    /// - Throws: ``CommandFailure`` if a name is not valid for a user.
    func request(_ card: JSONValue, stream: StreamID, user: UserID) throws -> AskRequest {
        return AskRequest(
            streamID: stream, users: try AskFlags.users(to, or: user), body: card.encoded(),
            key: try PublicationKey(argument: AskQuestion.randomKey(), "the key"), timeout: Int(timeout))
    }

    /// The flags as words of a command line, without flags that have their default values.
    var arguments: [String] {
        var words = to.flatMap { ["--to", $0] }
        if timeout != Self.defaultTimeout { words += ["--timeout", "\(Int(timeout))s"] }
        if let seenWithin { words += ["--seen-within", "\(Int(seenWithin))s"] }
        if failClosed { words.append("--fail-closed") }
        return words
    }
}
