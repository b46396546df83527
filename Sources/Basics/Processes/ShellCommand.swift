/// Runs a command line from the user in a shell and collects its output within a time limit. Blocks the calling thread.
package enum ShellCommand {
    /// The maximum size of the output, in bytes.
    package static let outputLimit = 64 * 1024

    package struct Failure: Error, Hashable {
        package var text: String
    }

    /// How a command's standard error is used. None of it appears on the screen by itself.
    package enum ErrorOutput: Hashable, Sendable {
        /// Standard error is not read.
        case dropped
        /// Standard error is part of the output, and the last line of the output is part of a failure.
        case inOutput
        /// The result is the output alone; the last line of standard error is part of a failure.
        case inFailure
    }

    /// - Parameters:
    ///   - arguments: The values of `$1`, `$2` and so on; the shell does not expand them.
    ///   - input: The command's standard input; -1 for none.
    ///   - limit: The time limit in seconds; a command that takes longer is killed.
    ///   - wanted: A description of the expected output, for messages.
    ///   - errors: Pass ``ErrorOutput/dropped`` for a command that may print a secret there.
    package static func run(
        _ line: String, arguments: [String] = [], input: Int32 = -1, limit: Double, wanted: String,
        errors: ErrorOutput = .dropped
    ) -> Result<[UInt8], Failure> {
        let run: ProcessRun
        if errors == .inFailure {
            run = ProcessRun.runReadingErrors(limit: limit, outputLimit: outputLimit) {
                output, errors throws(ChildProcess.StartError) in
                try start(line, arguments, ChildProcess.Streams(input: input, output: output, errors: errors))
            }
        } else {
            run = execute(
                line, arguments: arguments, input: input, withErrors: errors == .inOutput, limit: limit,
                outputLimit: outputLimit)
        }
        let complaint = errors == .dropped ? "" : lastLine(of: errors == .inOutput ? run.output : run.errors)
        func failure(_ text: String) -> Result<[UInt8], Failure> {
            .failure(Failure(text: text + (complaint.isEmpty ? "" : ": \(complaint)")))
        }
        switch run.ending {
        case .exited(0): return .success(run.output)
        case .exited(let status): return failure("exit code \(status)")
        case .signal(let signal): return failure("signal \(signal)")
        case .late: return failure("printed no \(wanted) within \(Int(limit.waitingTime().rounded(.up))) s")
        case .cut: return .failure(Failure(text: "printed more than \(outputLimit / 1000) kB"))
        case .cancelled: return .failure(Failure(text: "cancelled"))
        case .notStarted(let error): return .failure(Failure(text: error.reason))
        }
    }

    /// - Parameters:
    ///   - input: The command's standard input; -1 for none.
    ///   - withErrors: Whether standard error is part of the output.
    ///   - outputLimit: The output limit in bytes; a command that prints more is killed.
    ///   - cancel: Kills the command once it is sent.
    package static func execute(
        _ line: String, arguments: [String] = [], input: Int32 = -1, withErrors: Bool = false, limit: Double,
        outputLimit: Int, cancel: CancelSignal? = nil
    ) -> ProcessRun {
        ProcessRun.run(limit: limit, outputLimit: outputLimit, cancel: cancel) {
            output throws(ChildProcess.StartError) in
            try start(
                line, arguments,
                ChildProcess.Streams(input: input, output: output, errors: withErrors ? output : -1))
        }
    }

    private static func start(
        _ line: String, _ arguments: [String], _ streams: ChildProcess.Streams
    ) throws(ChildProcess.StartError) -> ChildProcess {
        try ChildProcess(["/bin/sh", "-c", line, "sh"] + arguments, streams: streams)
    }

    /// The last line that is not blank, cut to 200 characters, without characters that a terminal would interpret.
    private static func lastLine(of output: [UInt8]) -> String {
        let lines = String(decoding: output, as: UTF8.self).withoutEscapeSequences.split(whereSeparator: \.isNewline)
        let last = lines.last { !$0.allSatisfy(\.isWhitespace) } ?? ""
        let shown = last.unicodeScalars.filter { ![.control, .format].contains($0.properties.generalCategory) }
        return String(String(String.UnicodeScalarView(shown)).drop(while: \.isWhitespace).prefix(200))
    }
}
