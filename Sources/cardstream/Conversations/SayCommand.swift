internal import AppCore
internal import AppRuntime
internal import ArgumentParser
internal import CardSession
internal import CardStreamComapi
internal import Cards
internal import Glibc

/// `cardstream say`: sends a message to a conversation.
struct SayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "say",
        abstract: "Send a message to a conversation.",
        discussion: """
            Sends the message as the viewer does: it is saved on disk first and reaches the conversation exactly once. \
            `say` waits for the response for at most --timeout. With - as the text, the message is read from standard \
            input. --file attaches a copy of a file of at most 25 MB; the copy is uploaded when the message is sent. \
            The message goes only to the conversation's service, not to your server. --json prints an object, as \
            `cardstream schema act` describes. A snoozed conversation stays snoozed. If you dismissed the conversation, \
            it has no card on this machine: the message is sent directly, even with --no-wait, instead of being \
            saved on disk first. The conversation comes back with your message.

            Exit code 1: the service refused the message. 3: no conversation has this id. 5: the service was \
            not reached, and the message is not stored, because the conversation was never loaded on this machine. 6: \
            the response of the service was lost, and the message, which is not stored, may have been sent. 7: the \
            service was not reached; the message is stored, and the next `say` or viewer sends it.

            EXAMPLES
              cardstream say release "On my way"
              git log -1 --format=%s | cardstream say release -
              cardstream say release "The plan" --file plan.pdf
            """)

    @OptionGroup var account: AccountOptions
    @OptionGroup var name: SourceName
    @OptionGroup var act: ActOptions

    @Option(
        help: ArgumentHelp("How long to wait for the service, from 0.1 to 3600 seconds.", valueName: "duration"),
        transform: DurationArgument.seconds)
    var timeout: Double = 30

    @Option(help: ArgumentHelp("Attach this file.", valueName: "file"), completion: .file())
    var file: String?

    @Argument(help: ArgumentHelp("The id of the conversation.", valueName: "id"))
    var id: String

    @Argument(
        help: ArgumentHelp("The message; - reads it from standard input. Optional with --file.", valueName: "text"))
    var text: String?

    func validate() throws {
        guard timeout >= 0.1, timeout <= 3600 else {
            throw ValidationError("--timeout must be from 0.1 to 3600 seconds.")
        }
        guard text != nil || file != nil else { throw ValidationError("nothing to send: give a message or --file") }
    }

    func run() throws {
        let setup = try account.options.load(account.token.flags, reading: [.cards])
        let source = try name.config(in: setup)
        let message = try text.map { text throws(CommandFailure) in try Self.message(text) } ?? ""
        let attached = try file.map { path throws(CommandFailure) in try AttachedFile(path: path) }
        let answer = ConversationAnswer(
            setup: setup, source: source, conversation: id, seconds: timeout, waits: !act.noWait)
        let (response, outcome) = try answer.send(message, attached)
        if act.json {
            return Console.json(ActOptions.json(answer.card, in: source.stream, response, outcome))
        }
        Console.print(
            outcome == .queued
                ? "the message to \(id) is stored and waiting to be sent" : "sent a message to \(id)")
    }

    /// The message that an argument gives: the text itself, or standard input for `-`.
    ///
    /// - Throws: ``CommandFailure`` if the message is empty.
    static func message(_ argument: String) throws(CommandFailure) -> String {
        var text = argument
        if argument == "-" {
            let bytes: [UInt8]
            do throws(FileProblem) {
                bytes = try PrivateFile.read(descriptor: STDIN_FILENO, name: "standard input", limit: 1 << 20)
            } catch { throw CommandFailure(error) }
            text = String(decoding: bytes, as: UTF8.self)
            while text.last?.isNewline == true { text.removeLast() }
        }
        guard !text.allSatisfy(\.isWhitespace) else { throw CommandFailure(.usage, "the message is empty") }
        return text
    }
}
