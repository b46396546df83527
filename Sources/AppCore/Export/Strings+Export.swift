/// Taking a card out of the viewer.
extension Strings {
    package enum Copy {
        package static let text = "Text copied"
        package static let noWay =
            "This terminal can't be asked to copy, and wl-copy, xclip or xsel are not here: select it by hand"
        package static func tooLong(_ limit: Int) -> String {
            "The terminal's clipboard takes \(limit) bytes at most, and wl-copy, xclip or xsel are not here"
        }
    }

    package enum Pipe {
        package static let title = "Give the card to a command"
        package static let hint = "Its JSON is the command's standard input, for example jq .card.content"
        package static let empty = "Type a command line, for example jq ."
        package static func running(_ command: String) -> String { "Running \(command)" }
        package static let silent = "It printed nothing"
        package static func ending(_ ending: PipeOutcome.Ending) -> String {
            switch ending {
            case .exited(0): "done, exit status 0"
            case .exited(let status): "exit status \(status)"
            case .signal(let signal): "ended by signal \(signal)"
            case .late(let seconds): "ended after \(seconds) s, which is all it may take"
            case .cut(let bytes): "ended after \(bytes / 1024) KiB, which is all that is shown"
            case .notStarted(let reason): "not started: \(reason)"
            }
        }
    }
}
