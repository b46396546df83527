internal import AppRuntime
internal import ArgumentParser
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
            With --title, the flags are the card. Else FILE holds one card as JSON, an array of cards, or one card per line; without FILE, or with -, standard input is \
            read. An object {"stream": …, "users": […], "card": {…}} can take the place of a card. All cards are \
            checked before any is sent. Each published card prints one line of JSON, as `cardstream schema publish` \
            describes. The warnings of `cardstream lint` go to standard error; with --strict, a warning stops the command.

            Each card is published once, even if the server's answer is lost: publish sends it with a key and repeats the \
            request with the same key until --timeout. Exit code 6 means that it is still unknown whether cards were \
            published; the message shows the --key that makes a repeat safe. The server keeps keys for 30 days.

            The key is read from --key-file, publisher_key_file or CARDSTREAM_PUBLISHER_KEY. Without a server in the \
            configuration the cards go to the feed of your profile, at any time and without a key: to the server or viewer \
            that has it open, or else straight to the disk, where the next viewer finds them.

            EXAMPLES
              cardstream publish --title "Backup done" --text "in **3 min**" --expires 12h
              cardstream publish --title "Release?" --button Yes --button No --user ana
              cardstream publish card.json
              cardstream publish card.json --stream ops --user ana --user ben
              generate-cards | cardstream publish --jsonl --key nightly-2026-11-21 -
              cardstream publish card.json --server https://cards.example \\
                  --key-file publisher.key
            """)

    @OptionGroup(title: "Settings")
    var options: ConfigOptions

    @OptionGroup(title: "Publisher")
    var publisher: PublisherOptions

    @OptionGroup(title: "A card without a file")
    var flags: CardFlags

    @Argument(
        help: ArgumentHelp("The file; - is standard input, the default without --title.", valueName: "file"),
        completion: .file())
    var file: String?

    @Option(help: ArgumentHelp("The user who gets the card; may be repeated.", valueName: "name"))
    var user: [String] = []

    @Flag(help: "One card per line.")
    var jsonl = false

    @Option(
        name: [.customLong("key"), .customLong("idempotency-key")],
        help: ArgumentHelp(
            "A repeat with the same key publishes nothing twice. With several cards, each gets the key and its number.",
            valueName: "key"))
    var key: String?

    @Option(help: ArgumentHelp("How long to wait for each answer of the server.", valueName: "seconds"))
    var timeout = 60

    @Flag(help: "Publish nothing if there is a warning.")
    var strict = false

    @Flag(help: "Check the cards and send nothing.")
    var dryRun = false

    func validate() throws {
        guard flags.title == nil || file == nil else {
            throw ValidationError("--title and a file are two cards; publish one after the other.")
        }
        guard !user.contains(where: { $0.allSatisfy(\.isWhitespace) }) else {
            throw ValidationError("--user is empty; expected a name, as in --user ana.")
        }
        guard (1...3600).contains(timeout) else { throw ValidationError("--timeout must be from 1 to 3600 seconds.") }
        // A server accepts 128 bytes; the number of a card is appended.
        guard key.map({ (1...100).contains($0.utf8.count) }) ?? true else {
            throw ValidationError("--key must have 1 to 100 bytes.")
        }
    }

    func run() throws {
        let setup = try options.load(publisher.flags)
        let now = Date()
        let ownCard = try flags.card(now: now, zone: .system(around: now))
        let (name, bytes) = try ownCard.map { ("the card of --title", $0.encoded()) } ?? CardFile.bytes(file ?? "-")
        let key = key ?? Self.randomKey()
        let input = CardInput(
            name: name, streamID: setup.config.stream,
            users: try user.map { name throws(CommandFailure) in try UserID(argument: name, "--user") },
            fallbackUser: setup.config.user, key: try PublicationKey(argument: key, "--key"))
        let cards = CardFile(bytes, isLines: jsonl || file?.hasSuffix(".jsonl") == true)
        let requests = try input.requests(cards)
        if dryRun {
            var report = LintReport()
            report.check(cards, name: name, now: Date())
            return try printReport(report)
        }
        let warnings = CardWarnings(cards, name: name, now: Date())
        if !warnings.lines.isEmpty { Console.error(warnings.lines.joined(separator: "\n")) }
        if strict, warnings.count > 0 { throw Self.refused(warnings.count) }
        let caller = try PublisherAccess(setup).caller()
        if setup.config.server != nil { printRecipients(requests, caller, setup) }
        try send(requests, to: caller, key: key)
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

    private static func refused(_ warnings: Int) -> CommandFailure {
        CommandFailure(
            .failure, "nothing was published: \(warnings) \(warnings == 1 ? "warning" : "warnings"), and --strict")
    }

    /// Prints messages about recipients, for servers with several users. A profile's own server has cards for its user
    /// only.
    private func printRecipients(_ requests: [PublishRequest], _ caller: FeedHTTPClient, _ setup: Setup) {
        let recipients = Recipients(requests)
        if user.isEmpty, setup.origins["user"] == nil, recipients.users.contains(setup.config.user.rawValue) {
            Console.error(
                "no user is named, so user \(setup.config.user) gets it; name others with --user, or user in the "
                    + "configuration")
        }
        if let words = recipients.unknown(to: caller) { Console.error(words) }
    }

    private func send(_ requests: [PublishRequest], to caller: FeedHTTPClient, key: String) throws {
        let progress = Progress(total: requests.count)
        defer { progress.end() }
        let sender = CardSender(caller: caller, timeout: .seconds(timeout)) { receipt, count in
            report(receipt)
            progress.show(count)
        } repeating: { error in
            progress.end()
            Console.error("the answer was lost (\(CommandFailure(error).message)); asking again under the same key")
        }
        do {
            try sender.send(requests)
        } catch let failure as CardSender.Failure {
            progress.end()
            throw Self.failure(failure, of: requests, key: key, isKeyGiven: self.key != nil)
        }
    }

    private func report(_ receipt: PublishReceipt) {
        let output = BufferedLineWriter()
        for card in receipt.cards {
            output.add(
                .object([
                    "id": .string(card.id.rawValue), "user": .string(card.user.rawValue),
                    "stream": .string(card.streamID.rawValue), "status": .string(card.status.rawValue),
                ]))
        }
        output.flush()
    }
}

/// Shows the progress of a long job on a terminal's standard error, after its first second.
private final class Progress {
    private let total: Int
    private let start = ContinuousClock.now
    private var isShown = false

    init(total: Int) { self.total = total }

    func show(_ done: Int) {
        guard total > 1, Console.isErrorTerminal, start.duration(to: .now) > .seconds(1) else { return }
        isShown = true
        Console.progress("published \(done) of \(total)")
    }

    func end() {
        if isShown { Console.endProgress() }
        isShown = false
    }
}
