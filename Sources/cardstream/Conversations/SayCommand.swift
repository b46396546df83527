internal import AppCore
internal import AppRuntime
internal import ArgumentParser
internal import CardStreamComapi
internal import Cards
internal import Glibc

/// `cardstream say`: sends a message to a conversation.
struct SayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "say",
        abstract: "Send a message to a conversation.",
        discussion: """
            Sends the message as the viewer does: it is saved on disk first and reaches the conversation once. `say` \
            waits for the answer, at most --timeout. With - as the text, the message is read from standard input. \
            --json prints an object, as `cardstream schema act` describes. A conversation that you dismissed has no \
            card until its next message, and one without a card cannot be answered.

            Exit code 1: the service refused the message. 3: no card of the source has this id. 5: the service was \
            not reached, and the message is not stored. 7: the message is stored, and the next `say` or viewer sends it.

            EXAMPLES
              cardstream say release "On my way"
              git log -1 --format=%s | cardstream say release -
            """)

    @OptionGroup var account: AccountOptions
    @OptionGroup var name: SourceName
    @OptionGroup var act: ActOptions

    @Option(
        help: ArgumentHelp("Time limit for the service, 0.1 to 3600 seconds.", valueName: "duration"),
        transform: DurationArgument.seconds)
    var timeout: Double = 30

    @Argument(help: ArgumentHelp("The id of the conversation.", valueName: "id"))
    var id: String

    @Argument(help: ArgumentHelp("The message; - reads it from standard input.", valueName: "text"))
    var text: String

    func validate() throws {
        guard timeout >= 0.1, timeout <= 3600 else {
            throw ValidationError("--timeout must be from 0.1 to 3600 seconds.")
        }
    }

    func run() throws {
        let setup = try account.options.load(account.token.flags, reading: [.cards])
        let source = try name.config(in: setup)
        let message = try Self.message(text)
        let (card, response, outcome) = try act.perform(
            on: ComapiSource.cardID(of: id).rawValue, in: source.stream, setup, within: timeout
        ) { _, _, _ in ComapiSource.message(message) }
        if act.json { return Console.json(ActOptions.json(card, response, outcome)) }
        Console.print("sent a message to \(id)\(outcome.words)")
    }

    /// The message of an argument.
    ///
    /// - Throws: ``CommandFailure`` for an empty one.
    static func message(_ argument: String) throws -> String {
        var text = argument
        if argument == "-" {
            let bytes = try PrivateFile.read(descriptor: STDIN_FILENO, name: "standard input", limit: 1 << 20)
            text = String(decoding: bytes, as: UTF8.self)
            while text.last?.isNewline == true { text.removeLast() }
        }
        guard !text.allSatisfy(\.isWhitespace) else { throw CommandFailure(.usage, "the message is empty") }
        return text
    }
}
