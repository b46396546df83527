internal import AppRuntime
internal import ArgumentParser
internal import Basics
internal import Cards
internal import FeedAPI
internal import FeedTransport
internal import Glibc

internal import struct Foundation.Date

/// `cardstream publish`: publishes cards from a file or standard input.
struct Publish: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish",
        abstract: "Publish a card, or many.",
        discussion: """
            CARD is a title, or a file with one card as JSON, an array of cards, or one card per line. It is read as a \
            file if a file with this name exists, if it ends in .json, .jsonl or .ndjson, or if it is a path such as \
            ./card. Without CARD, or with -, cards are read from standard input. With --title, any text can be the \
            title; the flags below describe the rest of the card. In a file, a card can also be inside an object \
            {"stream": …, "users": […], "card": {…}}.

            --edit first opens an editor ($VISUAL or $EDITOR) with a new card and comments, with the card that the \
            flags describe, or with the card in the file. If the card has errors, the editor opens again, with the \
            errors at the top. If there are warnings, you are asked whether to publish the card. If you answer no, or leave \
            the card unchanged or empty, nothing is published, and the exit code is 3.

            All cards are checked before the first card is sent. For each published card one line of JSON is printed, \
            as `cardstream schema publish` describes. The warnings of `cardstream lint` go to standard error; with \
            --strict, nothing is published if there is a warning.

            Each card is published only once, even if the server's response is lost: the command sends a key with the \
            request, and repeats the request with the same key for at most the time of --timeout, also if the server says \
            when to try again. Exit code 6: it is still \
            unknown whether cards were published; the message shows the --key with which the command can safely be \
            repeated. The server keeps keys for 30 days.

            With --wait, the command ends when the card is closed; set a limit with --expires. The answer is printed \
            in the same way as `cardstream ask` prints it. The exit code is 0 for a yes, 1 for a no, 6 if the card was \
            dismissed or cancelled, and 124 if the card has expired; if the command fails, the exit code is 70 instead \
            of 1. A signal ends the wait and leaves the card open.

            The publisher key is read from --key-file, publisher_key_file or CARDSTREAM_PUBLISHER_KEY. If the \
            configuration has no server, the cards go to the feed of your profile, and no key is needed. If a server \
            or viewer has that feed open, it receives the cards; otherwise they are written to the disk, where the \
            next viewer finds them.

            EXAMPLES
              cardstream publish "Backup done" --text "in **3 min**" --expires 12h
              cardstream publish "Release?" --button Yes --button No --user ana
              cardstream publish "Release?" --button Yes --button No --expires 1h --wait
              cardstream publish "Release notes" --text "$(cat notes.md)"
              cardstream publish --edit
              cardstream publish card.json
              cardstream publish card.json --stream ops --user ana,ben
              generate-cards | cardstream publish --jsonl --key nightly-2026-11-21 -
              cardstream publish card.json --server https://cards.example \\
                  --key-file publisher.key
            """)

    @OptionGroup(title: "Settings")
    var options: StreamOptions

    @OptionGroup(title: "Publisher")
    var publisher: PublisherOptions

    @OptionGroup(title: "Options for a card without a file")
    var flags: CardFlags

    @Argument(
        help: ArgumentHelp("The card's title, or a file; - is standard input.", valueName: "card"),
        completion: .file())
    var card: String?

    @Flag(help: "Write the card in an editor first.")
    var edit = false

    @Option(
        help: ArgumentHelp(
            "The users who receive the card, separated by commas; may be repeated. A user whose name has a comma can only be named in a file.",
            valueName: "users"))
    var user: [String] = []

    @Flag(help: "Read one card per line.")
    var jsonl = false

    @Option(
        name: [.customLong("key"), .customLong("idempotency-key")],
        help: ArgumentHelp(
            "The key of the request: if you repeat the command with this key, nothing is published twice. From the second card on, the number of the card is appended, as in KEY-2.",
            valueName: "key"))
    var key: String?

    @Option(
        help: ArgumentHelp(
            "How long to try each request to the server, from 1 to 3600 seconds; 60 by default. This does not limit --wait; use --expires for that.",
            valueName: "duration"),
        transform: DurationArgument.seconds)
    var timeout: Double?

    /// The default time limit for each request in seconds.
    private static let usualTimeout = 60.0

    @Flag(
        help: "Wait until the card is closed, and print the answer; only for one card to one user.")
    var wait = false

    @Flag(help: "Print JSON, which is the default; with --wait, print the outcome as one line of JSON.")
    var json = false

    @Flag(help: "Publish nothing if there is a warning.")
    var strict = false

    @Flag(help: "Check the cards and send nothing.")
    var dryRun = false

    /// The source of the card; nil if there is neither an argument nor --title.
    var argument: PublishArgument? { flags.title.map { .title($0) } ?? card.map { PublishArgument($0) } }

    /// The file to read; nil if the card comes from flags or from the editor.
    private var file: String? {
        switch argument {
        case .file(let path): path
        case nil: edit ? nil : "-"
        case .title: nil
        }
    }

    func validate() throws {
        guard flags.title == nil || card == nil else {
            throw ValidationError("--title and \"\(card ?? "")\" are two cards; publish them with two commands.")
        }
        switch argument {
        case .title(let title):
            guard title.contains(where: { !$0.isWhitespace }) else {
                throw ValidationError("The title is empty; write a title, or name a file.")
            }
        case nil:
            if let detail = flags.firstDetail {
                throw ValidationError(
                    "\(detail) needs a title: cardstream publish \"Backup done\". Without a title, "
                        + (edit
                            ? "the editor opens with a new card."
                            : "cards are read from standard input, and \(detail) cannot change them."))
            }
        case .file:
            if let detail = flags.firstDetail {
                throw ValidationError(
                    "\(detail) cannot change cards that come from a file; change the file, or give a title instead of the file: "
                        + "cardstream publish \"Backup done\"")
            }
        }
        guard !edit || argument != .file("-") else {
            throw ValidationError("--edit cannot read standard input; name a file.")
        }
        guard !edit || !jsonl else { throw ValidationError("Use either --edit or --jsonl, not both.") }
        guard !user.contains(where: { $0.allSatisfy(\.isWhitespace) }) else {
            throw ValidationError("--user is empty; expected a name, as in --user ana.")
        }
        guard timeout.map((1...3600).contains) ?? true else {
            throw ValidationError("--timeout must be from 1 to 3600 seconds.")
        }
        guard !wait || timeout == nil else {
            throw ValidationError(
                "--timeout does not limit --wait: leave out --timeout, and use --expires 10m to close the card without an "
                    + "answer.")
        }
        guard !wait || !dryRun else { throw ValidationError("Use either --wait or --dry-run, not both.") }
        // A server accepts keys of at most 128 bytes, and the number of the card is appended.
        guard key.map({ (1...100).contains($0.utf8.count) }) ?? true else {
            throw ValidationError("--key must have from 1 to 100 bytes.")
        }
    }

    func run() throws {
        guard wait else { return try runPublishing(until: nil) }
        // Created before the first thread starts, because that thread would otherwise receive the signals.
        let signals = Signals([.interrupt, .terminate, .hangup])
        try AskExit.run { try runPublishing(until: signals) }
    }

    /// - Parameter signals: What ends sending and the wait for the outcome; nil does not wait.
    private func runPublishing(until signals: Signals?) throws {
        let setup = try options.load(publisher.flags)
        if edit { return try runEdited(setup, signals) }
        let (name, bytes) = try source()
        try publish(bytes, name: name, setup, signals)
    }

    /// Publishes what the user writes in an editor. If that fails, the text is saved, and the message says where.
    private func runEdited(_ setup: Setup, _ signals: Signals?) throws {
        let start: String
        if argument == nil {
            start = CardDraft.template
        } else {
            let (_, bytes) = try source()
            if case .title = argument {
                start = CardDraft.text(of: try JSONParser.parse(bytes))
            } else {
                start = String(decoding: bytes, as: UTF8.self)
            }
        }
        let editing = CardEditing(setup)
        let (json, text) = try editing.run(start)
        do {
            try publish(json, name: "the card", setup, signals)
            if dryRun { Console.error(try editing.kept(text)) }
        } catch let status as ExitStatus {
            throw status
        } catch {
            let failure = CommandFailure(error)
            throw CommandFailure(failure.status, "\(failure.message)\n\(try editing.kept(text))")
        }
    }

    /// The card that the flags describe, or the content of the file, with its name in messages.
    private func source() throws -> (name: String, bytes: [UInt8]) {
        if case .title(let title) = argument {
            let now = Date()
            return ("the card", try flags.card(titled: title, now: now, zone: .system(around: now)).encoded())
        }
        return try CardFile.bytes(file ?? "-")
    }

    private func publish(_ bytes: [UInt8], name: String, _ setup: Setup, _ signals: Signals?) throws {
        let key = key ?? Self.randomKey()
        let input = CardInput(
            name: name, streamID: setup.config.stream,
            users: try AskFlags.users(user, "--user"),
            fallbackUser: setup.defaultUser, key: try PublicationKey(argument: key, "--key"))
        let cards = CardFile(bytes, isLines: jsonl || file?.hasSuffix(".jsonl") == true)
        let requests: [PublishRequest]
        do { requests = try input.requests(cards) } catch { throw advising(error, isJSON: cards.mistakes.isEmpty) }
        if let words = input.wordsOfReplacedUsers(in: cards) { Console.error(words) }
        if wait, requests.reduce(0, { $0 + $1.users.count }) != 1 {
            throw CommandFailure(.usage, "--wait is for one card to one user; `cardstream ask` asks several users")
        }
        if dryRun {
            var report = LintReport()
            report.check(cards, name: name, now: Date())
            return try printReport(report)
        }
        let warnings = CardWarnings(cards, name: name, now: Date())
        if !warnings.lines.isEmpty { Console.error(warnings.lines.joined(separator: "\n")) }
        if strict, warnings.count > 0 { throw Self.refused(warnings.count) }
        // Before the profile is created.
        let profileWords = setup.wordsOfNewProfile
        if let profileWords { Console.error(profileWords) }
        if strict, profileWords != nil { throw Self.refused(1) }
        let caller = try PublisherAccess(setup).caller()
        let recipients = Recipients(requests)
        let streamWords = try streams(of: requests).message(known: caller, own: setup, until: signals)
        if let streamWords { Console.error(streamWords) }
        let userWords = try recipients.unknown(to: caller, own: setup, until: signals)
        if let userWords { Console.error(userWords) }
        if strict, streamWords != nil || userWords != nil {
            throw Self.refused([streamWords, userWords].count { $0 != nil })
        }
        if setup.config.server != nil, user.isEmpty, setup.origins["user"] == nil,
            recipients.users.contains(setup.defaultUser.rawValue)
        {
            Console.error(
                "no user is named, so the recipient is user \(setup.defaultUser); to name a user, use --user or the "
                    + "setting `user`")
        }
        let warned = warnings.count + [profileWords, streamWords, userWords].count { $0 != nil }
        if edit, warned > 0, Prompt.isPossible, try !Prompt.confirm(Self.question(warned), byDefault: true) {
            throw CommandFailure(.nothingMatched, "nothing was published")
        }
        let moving = Self.words(ofMovingTimesIn: cards)
        let (new, published) = try send(requests, to: caller, key: key, moving: moving, until: signals)
        // What was not known before: the server has no users yet, there are many recipients, or it did not answer in time.
        if userWords == nil, let words = recipients.message(new: new, at: caller, own: setup) { Console.error(words) }
        if let signals, let card = published.first { try waitForOutcome(of: card, caller, setup.you, until: signals) }
    }

    private func streams(of requests: [PublishRequest]) throws -> NewStreams {
        // The streams of the profile are those without --stream.
        var settings = options
        settings.stream = nil
        return NewStreams(requests, in: try settings.load(publisher.flags))
    }

    /// Adds a hint to an error: the file may have Markdown, or the argument may be meant as a title although a file with
    /// this name exists.
    private func advising(_ failure: CommandFailure, isJSON: Bool) -> CommandFailure {
        guard case .file(let path)? = argument, path != "-" else { return failure }
        if !isJSON, let advice = PublishArgument.advice(onMarkdown: path, command: "publish") {
            return CommandFailure(failure.status, "nothing was published: \(advice)")
        }
        guard !PublishArgument.looksLikeFile(path) else { return failure }
        return CommandFailure(
            failure.status,
            "\(failure.message)\n\(path.shownAsFile) is an existing file; for a card with this title, use --title")
    }

    /// Random letters and digits, different for every run.
    private static func randomKey() -> String {
        let parts = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }
        return "publish-" + parts.joined()
    }

    /// Prints the warnings of a dry run.
    private func printReport(_ report: LintReport) throws {
        let cards = "\(report.cards) \(report.cards == 1 ? "card" : "cards") can be published; nothing was sent"
        guard !report.findings.isEmpty else { return Console.error(cards) }
        Console.print(report.lines.joined(separator: "\n"))
        if strict { throw Self.refused(report.findings.count) }
        Console.error("\(cards); \(report.findings.count) \(report.findings.count == 1 ? "warning" : "warnings")")
    }

    /// The question whether to publish an edited card that has warnings.
    private static func question(_ warnings: Int) -> String {
        "Publish the card with \(warnings == 1 ? "this warning" : "these warnings")?"
    }

    private static func refused(_ warnings: Int) -> CommandFailure {
        CommandFailure(
            .failure,
            "nothing was published: \(warnings) \(warnings == 1 ? "warning" : "warnings"), and --strict allows none")
    }

    /// Waits for the outcome and prints the answer as `ask` does. Throws the exit code unless the answer is a yes.
    private func waitForOutcome(
        of card: CardID, _ caller: FeedHTTPClient, _ you: UserID?, until signals: Signals
    ) throws {
        Console.error("published \(card); Ctrl-C ends the wait and leaves the card open")
        let outcome = try OutcomeWaiting(caller: caller, card: card).run(until: signals)
        let (words, status) = OutcomeWaiting.end(outcome, you: you)
        Console.error(words)
        if json {
            Console.json(FeedCoder.encode(outcome))
        } else if let answer = OutcomeWaiting.answer(of: outcome) {
            Console.print(answer)
        }
        if status != .ok { throw status }
    }

    /// - Parameter moving: See ``words(ofMovingTimesIn:)``.
    /// - Returns: The users that were new to the server, and the ids of the cards.
    private func send(
        _ requests: [PublishRequest], to caller: FeedHTTPClient, key: String, moving: String?, until signals: Signals?
    ) throws -> (new: [UserID], published: [CardID]) {
        var new: [UserID] = []
        var published: [CardID] = []
        let again = Self.again(requests, key: key, isKeyGiven: self.key != nil)
        let progress = Progress(total: requests.count)
        defer { progress.end() }
        let sender = CardSender(
            caller: caller, timeout: .seconds(timeout ?? Self.usualTimeout), signals: signals
        ) { receipt, count in
            published += receipt.cards.map(\.id)
            // With --wait, only the answer is printed.
            if !wait {
                report(receipt, orSay: Self.message(published, unsent: requests.count - count, again: again))
            }
            new += receipt.newUsers
            progress.show(count)
        } repeating: { error in
            progress.end()
            let what = error.isOutcomeUnknown ? "the response was lost" : "the server cannot do it now"
            Console.error("\(what) (\(CommandFailure(error).message)); sending the request again with the same key")
        }
        do {
            try sender.send(requests)
        } catch let failure as CardSender.Failure {
            progress.end()
            throw Self.failure(failure, of: requests, again: again, moving: moving)
        }
        return (new, published)
    }
}

/// Shows the progress of a task on standard error if that is a terminal and the task takes longer than one second.
private final class Progress {
    private let total: Int
    private let start = ContinuousClock.now
    private var isShown = false

    init(total: Int) { self.total = total }

    func show(_ done: Int) {
        guard total > 1, Console.isErrorTerminal, start.duration(to: .now) > .seconds(1) else { return }
        isShown = true
        Console.progress("published \(done) of \(total) cards")
    }

    func end() {
        if isShown { Console.endProgress() }
        isShown = false
    }
}
