internal import AppRuntime
internal import ArgumentParser
internal import CardSession
internal import Cards

/// `cardstream status`: prints a short text for a status bar, within a short time.
struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Print a one-line summary of waiting cards, for tmux and status bars.",
        discussion: """
            The numbers come from the server, or from the feed of your profile; cards that you have answered do not \
            count. Without a response within --timeout, the command prints the last known numbers with a tilde: ~4. It \
            never runs token_command: with that setting it prints the numbers that the last viewer or command \
            received.

            Exit code 0: cards are waiting. 3: no cards are waiting; then nothing is printed, unless \
            you use --json (`cardstream schema status`), or some of your actions are unsent or were refused. Any other \
            code: no numbers were ever received. Before your first card, standard error shows how to get cards. If the \
            configuration has a mistake in a setting of the connection, the text is "\(configurationError)", and the \
            exit code is 2. With a mistake in containers or screens, the numbers cover all streams.

            --format is a string with {total}, {unseen}, {seen} and {stream}, and for your actions {waiting} (not sent \
            yet) and {refused}; write {{ and }} for braces. Without --stream the numbers cover the streams that the \
            screens of the profile show, as in `cards` and `count`.

            EXAMPLES
              cardstream status
              cardstream status --format '{unseen} new' --stream ops
              cardstream status >/dev/null && notify-send "Cards are waiting"
              set -g status-right '#(cardstream status --format "{unseen}/{total}")'
            """)

    @OptionGroup var account: UserStreamOptions

    @Option(help: ArgumentHelp("The text to print.", valueName: "text"))
    var format = StatusFormat.initial

    @Option(
        help: ArgumentHelp("How long to wait for the server, from 0.01 to 3600 seconds.", valueName: "duration"),
        transform: DurationArgument.seconds)
    var timeout = 0.05

    @Flag(help: "Print JSON.")
    var json = false

    func validate() throws {
        guard timeout >= 0.01, timeout <= 3600 else {
            throw ValidationError("--timeout must be from 0.01 to 3600 seconds.")
        }
    }

    func run() throws {
        let format = try StatusFormat(format)
        let setup = try setup().ofKnownProfile()
        let stream = account.options.stream == nil ? nil : setup.config.stream
        // The viewer shows no other streams, so `cards` and `count` leave them out as well.
        let streams = stream.map { [$0] } ?? (setup.hasUnreadScreens ? nil : setup.screens.streams)
        let all = try StatusNumbers(setup, of: streams, within: .seconds(timeout))
        let numbers = streams.map(all.limited) ?? all
        let hasCards = numbers.counts.counts(of: stream).total > 0
        if json {
            Console.json(Self.json(numbers, of: stream))
        } else if hasCards || numbers.counts.waiting > 0 || numbers.counts.refused > 0 {
            Console.print(format.text(numbers, of: stream))
        }
        guard !hasCards else { return }
        // A status bar shows only standard output. On standard error, a person can read why it is empty.
        if numbers.isUnused, !json { throw CommandFailure(.nothingMatched, Self.firstSteps) }
        throw ExitStatus.nothingMatched
    }

    /// Needs only the connection: with a mistake in the containers, the numbers of all streams are better than none. A
    /// mistake in the connection is also printed on standard output, because a status bar shows nothing else.
    private func setup() throws -> Setup {
        do throws(ConfigError) { return try account.options.load(account.token.flags) } catch {
            let isOfFlag = if case .flag = error.origin { true } else { false }
            // `doctor` does not know the flags of this command.
            if !json, !isOfFlag { Console.print(Self.configurationError) }
            throw error
        }
    }

    private static let configurationError = "configuration error: run cardstream doctor"

    static let firstSteps =
        "no cards yet: `cardstream publish TITLE` publishes a card, `cardstream login` connects to a server, and "
        + "`cardstream demo` shows sample cards"

    /// - Parameter withActions: Whether it has the numbers of actions.
    static func json(_ numbers: StatusNumbers, of stream: StreamID?, withActions: Bool = true) -> JSONValue {
        let store = numbers.counts
        func counts(_ counts: UserMetrics.Counts) -> JSONObject {
            ["total": .number(JSONNumber(counts.total)), "unseen": .number(JSONNumber(counts.unseen))]
        }
        var object = counts(store.counts(of: stream))
        if withActions {
            object["waiting"] = .number(JSONNumber(store.waiting))
            object["refused"] = .number(JSONNumber(store.refused))
        }
        if let time = store.syncedAt { object["synced"] = .string(time.rfc3339) }
        numbers.describe(in: &object)
        var streams = JSONObject()
        for (id, value) in store.metrics.streams.sorted(by: { $0.key < $1.key })
        where stream == nil || stream == id {
            streams[id.rawValue] = .object(counts(value))
        }
        object["streams"] = .object(streams)
        return .object(object)
    }
}
