internal import AppRuntime
internal import ArgumentParser
internal import Basics
internal import Cards
internal import FeedAPI
internal import FeedTransport

/// `cardstream ask QUESTION`: asks a question, and waits for the answer unless --detach is given.
struct AskQuestion: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "question", abstract: "Ask a question and wait for the answer (the default).",
        discussion: """
            EXAMPLES
              cardstream ask "Release 4.12.7?" --to ana,bo --timeout 30m
            """)

    @OptionGroup(title: "Settings")
    var options: StreamOptions

    @OptionGroup(title: "Publisher")
    var publisher: PublisherOptions

    @OptionGroup(title: "Question")
    var flags: AskFlags

    @OptionGroup(title: "Options for a question without a card file")
    var content: AskContent

    @OptionGroup(title: "Answer")
    var answer: AskAnswerFlags

    @Flag(help: "Exit with 10 for the card's first button, 11 for the second, and so on.")
    var exitByButton = false

    @Flag(help: "Print the id of the question and do not wait.")
    var detach = false

    @Option(
        help: ArgumentHelp(
            "The key of the question: if you repeat the command with this key, no second question is asked.",
            valueName: "key"))
    var key: String?

    @Argument(
        help: ArgumentHelp("The question, or a file with a card as JSON; - is standard input.", valueName: "question"),
        completion: .file())
    var question: String?

    func validate() throws {
        guard question != nil || content.schema != nil else {
            throw ValidationError("Give a question, as in cardstream ask \"Release?\", or a file with a card.")
        }
        if answer.allowedSigners != nil, !flags.signed { throw ValidationError("--allowed-signers needs --signed.") }
        if let question, case .file = PublishArgument(question), let detail = content.firstDetail {
            throw ValidationError(
                "\(detail) cannot change a card that comes from a file; change the file, or give a question instead of the file."
            )
        }
        guard key.map({ (1...128).contains($0.utf8.count) }) ?? true else {
            throw ValidationError("--key must have from 1 to 128 bytes.")
        }
    }

    func run() throws {
        try AskExit.run {
            // Created before the first thread starts, because that thread would otherwise receive the signals.
            let signals = Signals([.interrupt, .terminate, .hangup])
            let setup = try options.load(publisher.flags)
            let signers = try answer.signers(flags.signed, environment: setup.variables)
            let body = try content.card(question)
            var request = try flags.request(
                body, stream: setup.config.stream, user: setup.defaultUser,
                key: try PublicationKey(argument: key ?? Self.randomKey(), "--key"))
            request.isDetached = detach
            let asked = request
            // Before the profile is created.
            if let words = setup.wordsOfNewProfile { Console.error(words) }
            let caller = try PublisherAccess(setup).caller()
            if let words = try Recipients(asked).unknown(to: caller, own: setup, until: signals) {
                Console.error(words)
            }
            let connection = options.connectionFlags(publisher.flags)
            let ask = try AskSending(
                caller: caller, request: asked, isKeyGiven: key != nil, isWithdrawnAtEnd: !detach, flags: connection
            ).run(until: signals)
            guard !detach else {
                Console.beforeFailing.withLock { $0 = { Console.error("the question was asked: \(ask.id)") } }
                if answer.json { Console.json(FeedCoder.encode(ask)) } else { Console.print(ask.id.rawValue) }
                return
            }
            try AskWaiting(
                caller: caller, ask: ask, isWithdrawnAtEnd: true, signers: signers, timeoutButton: asked.onTimeout,
                you: setup.you, flags: connection
            ).run(until: signals, answer, body: body, exitsByButton: exitByButton)
        }
    }

    /// Random letters and digits, different for every run.
    static func randomKey() -> String {
        "ask-" + (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined()
    }
}

extension Recipients {
    /// The users that the request names, including those who are asked later. Groups are left out.
    init(_ request: AskRequest) {
        self.init(users: (request.users + request.steps.flatMap(\.users)).filter { !$0.isGroup })
    }
}
