internal import AppRuntime
internal import ArgumentParser
internal import Canvas
internal import Cards
internal import Glibc

/// Where the program starts, on the main thread and synchronously: the viewer needs the real main thread, and an
/// async `main` leaves it at its first suspension.
@main
enum Main {
    static func main() {
        CoreDumps.forbid()
        // Not `exit`: other threads may still be at work, and clearing up under them could only crash. All that
        // matters is on disk, and the outputs are not buffered.
        _exit(run(Array(CommandLine.arguments.dropFirst())).rawValue)
    }

    /// Parses and runs one command line, and says what went wrong in words and in the exit code.
    static func run(_ arguments: [String]) -> ExitStatus {
        // Nothing to parse: the parser would build its picture of all flags first, two fifths of a start.
        if arguments.isEmpty { return outcome(of: arguments) { try View.open() } }
        var command: any ParsableCommand
        do {
            command = try Cardstream.parseAsRoot(arguments)
        } catch {
            // The parser would call it an unexpected argument of the default command. Asked only now: the names of all
            // commands cost a third of a start.
            guard let word = arguments.first, let message = Cardstream.complaint(about: word) else {
                return report(error, arguments)
            }
            Console.error(message)
            return .usage
        }
        return outcome(of: arguments) { try command.run() }
    }

    /// Does the work, and says what went wrong with it.
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

    /// Help and version are errors to the parser as well; they go to the standard output and are none.
    private static func report(_ error: any Error, _ arguments: [String]) -> ExitStatus {
        let message = ParserMessage(Cardstream.fullMessage(for: error), arguments: arguments).text
        switch Cardstream.exitCode(for: error) {
        case .success:
            Console.print(message)
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
