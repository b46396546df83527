internal import AppRuntime
internal import ArgumentParser
internal import Canvas
internal import Cards
internal import Glibc

/// The entry point. It runs synchronously on the main thread, because the viewer needs that thread, and an async `main`
/// would leave it at the first suspension.
@main
enum Program {
    static func main() {
        CoreDumps.forbid()
        let arguments = Array(CommandLine.arguments.dropFirst())
        end(with: HookRun.end(run(arguments), arguments).rawValue)
    }

    /// Ends the program without `exit`, because the clean-up of `exit` could crash other running threads. All data is
    /// on disk, and output is not buffered.
    static func end(with code: Int32) -> Never { _exit(code) }

    /// Parses and runs a command line. Reports errors with a message and an exit code.
    static func run(_ arguments: [String]) -> ExitStatus {
        if FileDescriptors.areTooFew {
            Console.error("too few files can be open: close some, or raise the limit with ulimit -n")
            return .failure
        }
        // Without arguments, the parser is skipped, because it would take 40 percent of the start time.
        if arguments.isEmpty { return outcome(of: arguments) { try View.open() } }
        if arguments.first == "help" {
            var isShown = false
            let status = outcome(of: arguments) { isShown = try HelpTopics.show(arguments) }
            if isShown || status != .ok { return status }
        }
        var command: any ParsableCommand
        do {
            command = try NamedCommand.read(arguments)
        } catch {
            return complain(about: arguments) ?? report(error, arguments)
        }
        // Otherwise the parser would show the help of the default command.
        if arguments.contains(where: { helpFlags.contains($0) }), let status = complain(about: arguments) {
            return status
        }
        if let status = complainAboutGroup(type(of: command), arguments) { return status }
        return outcome(of: arguments) { try command.run() }
    }

    private static let helpFlags = ["-h", "-help", "--help", "--help-hidden"]

    /// Reports a word that is not a command; nil if there is none. The parser would treat it as an argument of the
    /// default command. This is checked only when necessary, because computing the names of all commands takes a third
    /// of the start time.
    private static func complain(about arguments: [String]) -> ExitStatus? {
        guard let message = Cardstream.commandError(for: arguments) else { return nil }
        Console.error(message)
        return .usage
    }

    /// Reports a command group without a subcommand, and prints the help that lists the subcommands. Nil if the command
    /// is not such a group. This is an error, because a script with a missing word must not appear to succeed.
    private static func complainAboutGroup(
        _ group: any ParsableCommand.Type, _ arguments: [String]
    ) -> ExitStatus? {
        guard !group.configuration.subcommands.isEmpty, group.configuration.defaultSubcommand == nil else { return nil }
        Console.error("missing command after \"\(arguments.joined(separator: " "))\"\n")
        let help = ParserMessage(Cardstream.helpMessage(for: group), arguments: arguments).text
        Console.write(SafeText(help, lines: .multiple, limit: .max).string + "\n", to: STDERR_FILENO)
        return .usage
    }

    /// Runs the work and reports its error.
    private static func outcome(of arguments: [String], _ work: () throws -> Void) -> ExitStatus {
        do {
            try work()
            return .ok
        } catch let status as ExitStatus {
            return status
        } catch let failure as CommandFailure {
            Console.error(failure.message)
            return failure.status
        } catch {
            return report(error, arguments)
        }
    }

    /// The parser reports help and version as errors; they are printed to standard output as success.
    private static func report(_ error: any Error, _ arguments: [String]) -> ExitStatus {
        let message = ParserMessage(Cardstream.fullMessage(for: error), arguments: arguments).text
        switch Cardstream.exitCode(for: error) {
        case .success:
            // Completion values for a shell. Each value is already cleaned, and fish needs tabs within the lines.
            if arguments.first == "---completion" { Console.data(message) } else { Console.print(message) }
            return .ok
        case .validationFailure:
            Console.write(
                SafeText(message.maskingPasswords, lines: .multiple, limit: .max).string + "\n", to: STDERR_FILENO)
            return .usage
        default:
            let failure = CommandFailure(error)
            Console.error(failure.message)
            return failure.status
        }
    }
}
