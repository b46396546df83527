internal import AppRuntime
internal import ArgumentParser
internal import Basics
internal import Cards
internal import FeedAPI
internal import FeedTransport
internal import Glibc

/// `cardstream outcome`: prints the outcome of a published card.
struct Outcome: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outcome",
        abstract: "Show what happened to a published card.",
        discussion: """
            Prints one line of JSON, as `cardstream schema outcome` describes: the card's status and everything the user \
            answered, with values and times.

            EXAMPLES
              cardstream outcome 7c1f0a2e-9b1d-4c55-8a44-0d2f6c1be07a
              id=$(cardstream publish card.json | jq -r .id)
              cardstream outcome "$id" | jq .status
              cardstream outcome "$id" --wait --timeout 1h && echo "yes"
              cardstream outcome "$id" --files ./receipts

            With --wait, the command ends when the card is closed: answered, dismissed, cancelled or expired. Its exit \
            codes are those of `cardstream ask`. A signal ends the wait and leaves the card open.

            With --files DIRECTORY, the files that the user sent are stored in this directory. The name of each file \
            is the id of its upload, with the extension of its type; files that are already in the directory are not \
            fetched again.

            EXIT CODES
              0 printed; with --wait: 0 yes, 1 no, 6 dismissed or cancelled,
              124 expired or no answer in time, 130 interrupted, 3 unknown card,
              4 authentication, 5 network, 70 other failures (1 without --wait)
            """)

    @OptionGroup(title: "Settings")
    var options: ConnectionOptions

    @OptionGroup(title: "Publisher")
    var publisher: PublisherOptions

    @Option(
        help: ArgumentHelp("Store in this directory the files that the user sent.", valueName: "directory"),
        completion: .directory)
    var files: String?

    @Flag(help: "Wait until the card is closed: answered, dismissed, cancelled or expired.")
    var wait = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "With --wait: how long to wait. By default, until the card is closed.", valueName: "duration"),
        transform: DurationArgument.seconds)
    var timeout: Double?

    @Argument(
        help: ArgumentHelp("The id that `cardstream publish` printed, or the beginning of the id.", valueName: "id"),
        completion: CompletionValues.cards)
    var id: String

    func validate() throws {
        guard timeout == nil || wait else { throw ValidationError("--timeout needs --wait.") }
    }

    func run() throws {
        guard !wait else { return try AskExit.run { try runWaiting() } }
        let access = PublisherAccess(try options.load(publisher.flags).ofKnownProfile())
        let caller = try access.caller()
        let id = id
        let outcome = try access.performing(naming: id, orQuestionOf: "ask wait") {
            try runBlocking { try await caller.outcome(of: CardReference.card(id, of: caller)) }
        }
        if let files { try store(outcome, in: files, caller) }
        Self.show(outcome)
    }

    private func runWaiting() throws {
        let signals = Signals([.interrupt, .terminate, .hangup])
        let setup = try options.load(publisher.flags).ofKnownProfile()
        let access = PublisherAccess(setup)
        let caller = try access.caller()
        let id = id
        let outcome = try access.performing(naming: id, orQuestionOf: "ask wait") {
            let card = try InterruptibleWork.result(until: signals) {
                try await CardReference.card(id, of: caller)
            }
            return try OutcomeWaiting(caller: caller, card: card, seconds: timeout).run(until: signals)
        }
        if let files { try store(outcome, in: files, caller) }
        Self.show(outcome)
        let (words, status) = OutcomeWaiting.end(outcome, you: setup.you)
        Console.error(words)
        if status != .ok { throw status }
    }

    static func show(_ outcome: CardOutcome) {
        Console.json(FeedCoder.encode(outcome))
        for part in outcome.unreadable {
            Console.error("an answer at \(part.pointer) cannot be read and is skipped: \(part.reason)")
        }
    }

    /// Stores the files in the answers. They are named by the server's ids, because names given by users are untrusted.
    private func store(_ outcome: CardOutcome, in directory: String, _ caller: FeedHTTPClient) throws {
        guard mkdir(directory, 0o755) == 0 || errno == EEXIST else {
            throw Self.failure(directory, errno)
        }
        for (id, format) in Self.uploads(in: outcome) {
            let path = "\(directory)/\(id.rawValue).\(format.fileExtension)"
            if access(path, F_OK) == 0 { continue }
            let content = try runBlocking { try await caller.content(of: id) }
            // Writes a temporary file first, so that a file with the final name is always complete.
            let part = path + ".part"
            let file = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o644)
            guard file >= 0 else { throw Self.failure(path, errno) }
            var code = FileWriting.writeAll(content, to: file)
            if close(file) != 0, code == 0 { code = errno }
            if code == 0, rename(part, path) != 0 { code = errno }
            guard code == 0 else {
                unlink(part)
                throw Self.failure(path, code)
            }
            Console.error("stored \(path)")
        }
    }

    /// The files in the answers, except files whose ids are not safe as file names.
    private static func uploads(in outcome: CardOutcome) -> [(UploadID, FileFormat)] {
        outcome.responses.flatMap { response -> [(UploadID, FileFormat)] in
            guard let values = response.response.entries else { return [] }
            return values.members.compactMap { _, value in
                guard let id = value["id"]?.string.flatMap({ UploadID($0) }), value["bucketId"] != nil,
                    let format = value["type"]?.string.flatMap(FileFormat.init(mediaType:)),
                    id.rawValue.utf8.allSatisfy({
                        $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) || (0x61...0x7A).contains($0)
                    })
                else { return nil }
                return (id, format)
            }
        }
    }

    private static func failure(_ path: String, _ code: CInt) -> CommandFailure {
        CommandFailure(.failure, "\(path): \(String(cString: strerror(code)))")
    }
}
