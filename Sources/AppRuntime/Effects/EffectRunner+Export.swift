import AppCore
import Basics
import Cards
import Glibc

/// Exports cards to the clipboard or to a command.
extension EffectRunner {
    /// The maximum run time of a command, in seconds.
    private static let commandLimit = 10.0
    /// The maximum number of bytes of a command's output.
    private static let commandOutput = 256 * 1024

    /// Copies with a desktop program, for text that the terminal does not accept.
    func copy(_ text: String, _ what: Copied, else outcome: CopyOutcome) {
        let programs = ClipboardProgram.all(environment)
        runTask { _, mailbox in
            let isDone = await Blocking.run { programs.contains { $0.copy(text) } }
            mailbox.post(.export(.copied(what, isDone ? .done : outcome)))
        }
    }

    func pipe(_ input: String, to command: String) {
        runTask { _, mailbox in
            let execution = await Blocking.run {
                guard let file = MemoryFile(Array(input.utf8)) else {
                    return ProcessRun(ending: .notStarted(ChildProcess.StartError(code: errno)))
                }
                defer { file.close() }
                return ShellCommand.execute(
                    command, input: file.descriptor, withErrors: true, limit: Self.commandLimit,
                    outputLimit: Self.commandOutput)
            }
            let ending: PipeOutcome.Ending =
                switch execution.ending {
                case .exited(let status): .exited(status: status)
                case .signal(let signal): .signal(signal)
                case .late: .late(seconds: Int(Self.commandLimit))
                case .cut: .cut(bytes: Self.commandOutput)
                case .cancelled: .signal(Int(SIGKILL))
                case .notStarted(let error): .notStarted(reason: error.reason)
                }
            let output = String(decoding: execution.output, as: UTF8.self).withoutEscapeSequences
            mailbox.post(.export(.piped(PipeOutcome(command: command, output: output, ending: ending))))
        }
    }

    /// Shows a notification with `notify-send`. Does nothing if that program is not installed.
    func notify(title: String, body: String) {
        runTask { _, _ in
            _ = await Blocking.run {
                ShellCommand.execute(
                    #"exec notify-send --app-name=cardstream -- "$1" "$2""#, arguments: [title, body], limit: 5,
                    outputLimit: 1024)
            }
        }
    }
}
