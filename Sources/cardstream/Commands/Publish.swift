internal import AppRuntime
internal import ArgumentParser
internal import Cards
internal import CurlTransport
internal import FeedAPI
internal import Glibc

/// `cardstream publish`: sends cards from a file or from standard input.
struct Publish: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish",
        abstract: "Publish a card, or many.",
        discussion: """
            FILE holds a card as JSON, an array of cards, or one card per line; - or nothing reads standard input. Instead of \
            a card an object {"stream": …, "users": […], "card": {…}} may stand. Everything is checked before \
            anything is sent. For each card made, one line of JSON is printed, as `cardstream schema publish` describes.

            The key is read from --key-file, publisher_key_file or CARDSTREAM_PUBLISHER_KEY. Without a server in the \
            configuration the cards go to your own: `cardstream serve` without --data, or the open viewer. Its key is \
            found by itself.

            EXAMPLES
              cardstream publish card.json
              cardstream publish card.json --stream ops --user ana --user ben
              generate-cards | cardstream publish --jsonl -
              cardstream publish card.json --server https://cards.example --key-file publisher.key
            """)

    @OptionGroup(title: "Settings")
    var options: ConfigOptions

    @OptionGroup(title: "Publisher")
    var publisher: PublisherOptions

    @Argument(help: ArgumentHelp("The file; - is standard input.", valueName: "file"), completion: .file())
    var file = "-"

    @Option(help: ArgumentHelp("Whom to publish to; may be repeated.", valueName: "name"))
    var user: [String] = []

    @Flag(help: "One card per line.")
    var jsonl = false

    @Option(
        help: ArgumentHelp(
            "Publishing again under the same key makes no second card (one card only).", valueName: "key"))
    var idempotencyKey: String?

    @Flag(help: "Check the cards and send nothing.")
    var dryRun = false

    func validate() throws {
        guard !user.contains(where: { $0.allSatisfy(\.isWhitespace) }) else {
            throw ValidationError("--user is empty; expected a name, as in --user ana.")
        }
    }

    func run() throws {
        let setup = try options.load(publisher.flags)
        let (name, bytes) = try CardFile.bytes(file)
        let input = CardInput(
            name: name, streamID: StreamID(setup.config.stream), users: user, fallbackUser: setup.config.user,
            key: idempotencyKey)
        let requests = try input.requests(bytes, isLines: jsonl || file.hasSuffix(".jsonl"))
        guard idempotencyKey == nil || requests.count == 1 else {
            throw CommandFailure(
                .usage,
                "--idempotency-key is for one card, and \(name.shownAsFile) holds \(requests.count): give each a "
                    + "\"key\" of its own, {\"key\": …, \"card\": {…}}")
        }
        if let request = requests.first(where: { !$0.streamID.isWellFormed }) {
            throw CommandFailure(
                .usage,
                "\"\(request.streamID.rawValue.escapingControls)\" is no name of a stream; expected 1 to 64 letters, "
                    + "digits, \"-\", \"_\" or \".\"")
        }
        if dryRun { return tell(LintReport(of: bytes, named: name, isLines: jsonl || file.hasSuffix(".jsonl"))) }
        let caller = try PublisherAccess(setup).caller()
        try send(requests, to: caller)
    }

    /// What somebody will stumble over is no reason not to publish, but to be told.
    private func tell(_ report: LintReport) {
        let cards = "\(report.cards) \(report.cards == 1 ? "card" : "cards") can be published; nothing was sent"
        guard !report.findings.isEmpty else { return Console.error(cards) }
        Console.print(report.lines.joined(separator: "\n"))
        Console.error("\(cards); \(report.findings.count) \(report.findings.count == 1 ? "warning" : "warnings")")
    }

    /// Bytes of one bulk request: far below what a server takes, so that progress shows and memory stays flat.
    private static let batchBytes = 1 << 20

    private func send(_ requests: [PublishRequest], to caller: FeedCaller) throws {
        if requests.count == 1 {
            let request = requests[0]
            report(try runBlocking { try await caller.publish(request) })
            return
        }
        let start = Progress(total: requests.count)
        defer { start.end() }
        var batch: [UInt8] = []
        var sent = 0
        for (index, request) in requests.enumerated() {
            batch += FeedCoder.encode(request)
            batch.append(UInt8(ascii: "\n"))
            guard batch.count >= Self.batchBytes || index == requests.count - 1 else { continue }
            let lines = batch
            do {
                report(try runBlocking { try await caller.publish(lines: lines) })
            } catch {
                start.end()
                let failure = CommandFailure(error)
                let message = failure.message.hasSuffix(".") ? String(failure.message.dropLast()) : failure.message
                throw CommandFailure(failure.status, "\(message) (\(sent) of \(requests.count) were published)")
            }
            sent = index + 1
            start.show(sent)
            batch.removeAll(keepingCapacity: true)
        }
    }

    private func report(_ receipt: PublishReceipt) {
        var text = ""
        for card in receipt.cards {
            let line: JSONValue = .object([
                "id": .string(card.id.rawValue), "user": .string(card.user), "stream": .string(card.streamID.rawValue),
                "status": .string(card.status.rawValue),
            ])
            text += line.text() + "\n"
        }
        Console.write(text, to: STDOUT_FILENO)
    }
}

/// Says on a terminal's standard error how far a long job is; nothing in its first second, nothing elsewhere.
private final class Progress {
    private let total: Int
    private let start = ContinuousClock.now
    private var isShown = false

    init(total: Int) { self.total = total }

    func show(_ done: Int) {
        guard Console.isErrorTerminal, start.duration(to: .now) > .seconds(1) else { return }
        isShown = true
        Console.progress("published \(done) of \(total)")
    }

    func end() {
        if isShown { Console.endProgress() }
        isShown = false
    }
}
