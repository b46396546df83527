/// Texts for copying and piping content of a card.
extension Strings {
    package enum Copy {
        package static let text = "Text copied"
        package static let noWay =
            "This terminal can't copy, and wl-copy, xclip and xsel are not installed: select the text by hand"
        package static func tooLong(_ limit: Int) -> String {
            "Too long: this terminal can copy at most \(limit) bytes; install wl-copy, xclip or xsel"
        }
    }

    package enum Pipe {
        package static let title = "Pipe the card to a command"
        package static let hint = "The command reads the card's JSON from standard input; for example: jq .card.content"
        package static let empty = "Type a command line, for example jq ."
        package static func running(_ command: String) -> String { "Running \(command)" }
        package static let silent = "No output"
        package static func ending(_ ending: PipeOutcome.Ending) -> String {
            switch ending {
            case .exited(0): "done, exit code 0"
            case .exited(let status): "exit code \(status)"
            case .signal(let signal): "stopped by signal \(signal)"
            case .late(let seconds): "stopped at the time limit of \(seconds) s"
            case .cut(let bytes): "stopped at the output limit of \(bytes / 1000) kB"
            case .notStarted(let reason): "not started: \(reason)"
            }
        }
    }
}
