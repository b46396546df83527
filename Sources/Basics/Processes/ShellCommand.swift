/// Runs a command line of the user's in a shell and collects its output within a time limit. Blocks the calling thread.
package enum ShellCommand {
    /// In bytes.
    package static let outputLimit = 64 * 1024

    package struct Failure: Error, Hashable {
        package var text: String
    }

    /// - Parameters:
    ///   - arguments: The values of `$1`, `$2` and so on; the shell does not expand them.
    ///   - input: The command's standard input; -1 for none.
    ///   - limit: In seconds; a command that takes longer is ended.
    ///   - wanted: What the output is expected to be, for messages.
    ///   - withErrors: Whether standard error is part of the output, and its last line part of a failure. Pass false
    ///     for a command that may print a secret there.
    package static func run(
        _ line: String, arguments: [String] = [], input: Int32 = -1, limit: Double, wanted: String,
        withErrors: Bool = false
    ) -> Result<[UInt8], Failure> {
        // Its error output must not appear on the screen by itself.
        let run = execute(
            line, arguments: arguments, input: input, withErrors: withErrors, limit: limit, outputLimit: outputLimit)
        switch run.ending {
        case .exited(0): return .success(run.output)
        case .exited(let status):
            let complaint = withErrors ? lastLine(of: run.output) : ""
            return .failure(Failure(text: "exit status \(status)" + (complaint.isEmpty ? "" : ": \(complaint)")))
        case .signal(let signal): return .failure(Failure(text: "signal \(signal)"))
        case .late:
            return .failure(Failure(text: "printed no \(wanted) within \(Int(limit.waitingTime().rounded(.up))) s"))
        case .cut: return .failure(Failure(text: "printed more than \(outputLimit / 1024) KiB"))
        case .cancelled: return .failure(Failure(text: "cancelled"))
        case .notStarted(let error): return .failure(Failure(text: error.reason))
        }
    }

    /// - Parameters:
    ///   - input: The command's standard input; -1 for none.
    ///   - withErrors: Whether standard error is part of the output.
    ///   - outputLimit: In bytes; a command that prints more is ended.
    ///   - cancel: Ends the command once it is sent.
    package static func execute(
        _ line: String, arguments: [String] = [], input: Int32 = -1, withErrors: Bool = false, limit: Double,
        outputLimit: Int, cancel: CancelSignal? = nil
    ) -> ProcessRun {
        ProcessRun.run(limit: limit, outputLimit: outputLimit, cancel: cancel) {
            output throws(ChildProcess.StartError) in
            try ChildProcess(
                ["/bin/sh", "-c", line, "sh"] + arguments,
                streams: ChildProcess.Streams(input: input, output: output, errors: withErrors ? output : -1))
        }
    }

    /// The last line that is not blank, cut to 200 characters.
    private static func lastLine(of output: [UInt8]) -> String {
        let lines = String(decoding: output, as: UTF8.self).withoutEscapeSequences.split(whereSeparator: \.isNewline)
        let last = lines.last { !$0.allSatisfy(\.isWhitespace) } ?? ""
        return String(last.drop(while: \.isWhitespace).prefix(200))
    }
}
