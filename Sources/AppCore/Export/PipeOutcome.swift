/// The result of piping a card to a command.
package struct PipeOutcome: Hashable, Sendable {
    package var command: String
    /// Standard output and standard error of the command.
    package var output: String
    package var ending: Ending

    package enum Ending: Hashable, Sendable {
        case exited(status: Int)
        case signal(Int)
        case late(seconds: Int)
        case cut(bytes: Int)
        case notStarted(reason: String)
    }

    package init(command: String, output: String, ending: Ending) {
        self.command = command
        self.output = output
        self.ending = ending
    }
}
