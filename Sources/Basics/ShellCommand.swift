import CLinux
import Glibc

/// Runs a command line of the user's and collects its output within a time limit. Blocks; for a thread that may.
package enum ShellCommand {
    /// In bytes.
    package static let outputLimit = 64 * 1024

    package struct Failure: Error, Hashable {
        package var text: String
    }

    /// What a command left.
    package struct Execution: Hashable, Sendable {
        package var output: [UInt8]
        package var ending: Ending

        package enum Ending: Hashable, Sendable {
            case exited(status: Int)
            case signal(Int)
            /// It took too long and was ended.
            case late
            /// It printed too much and was ended; what fits is there.
            case cut
            case notStarted(reason: String)
        }

        package init(output: [UInt8] = [], ending: Ending) {
            self.output = output
            self.ending = ending
        }
    }

    /// - Parameters:
    ///   - arguments: What the line sees as `$1`, `$2` and so on; no shell reads them.
    ///   - limit: In seconds; a command that takes longer is ended.
    ///   - wanted: What the output is to be, for messages.
    ///   - withErrors: Whether what it complains about is part of the output, and its last line part of a failure. Not for
    ///     a command that may complain about a secret.
    package static func run(
        _ line: String, arguments: [String] = [], limit: Double, wanted: String, withErrors: Bool = false
    ) -> Result<[UInt8], Failure> {
        // What it complains about must not land on the screen by itself.
        let execution = execute(
            line, arguments: arguments, withErrors: withErrors, limit: limit, outputLimit: outputLimit)
        switch execution.ending {
        case .exited(0): return .success(execution.output)
        case .exited(let status):
            let complaint = withErrors ? lastLine(of: execution.output) : ""
            return .failure(Failure(text: "exit status \(status)" + (complaint.isEmpty ? "" : ": \(complaint)")))
        case .signal(let signal): return .failure(Failure(text: "signal \(signal)"))
        case .late:
            return .failure(Failure(text: "gave no \(wanted) within \(Int(limit.waitingTime().rounded(.up))) s"))
        case .cut: return .failure(Failure(text: "its output is no \(wanted)"))
        case .notStarted(let reason): return .failure(Failure(text: reason))
        }
    }

    /// - Parameters:
    ///   - input: The command's standard input; -1 for none.
    ///   - withErrors: Whether what it complains about is part of the output.
    ///   - outputLimit: In bytes; a command that prints more is ended.
    ///   - isWanted: Asked some times a second, from this thread; a command that is not wanted any more is ended by
    ///     SIGKILL. Nil for one that always is, which costs no waking.
    package static func execute(
        _ line: String, arguments: [String] = [], input: Int32 = -1, withErrors: Bool = false, limit: Double,
        outputLimit: Int, isWanted: (() -> Bool)? = nil
    ) -> Execution {
        var pipeEnds: [Int32] = [0, 0]
        let noPipe = clinux_pipe(&pipeEnds)
        guard noPipe == 0 else { return Execution(ending: .notStarted(reason: systemText(noPipe))) }
        defer { close(pipeEnds[0]) }

        var process = pid_t()
        var words: [UnsafeMutablePointer<CChar>?] = (["sh", "-c", line, "sh"] + arguments).map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        let errors = withErrors ? pipeEnds[1] : -1
        let failed = clinux_spawn(&process, "/bin/sh", &words, [input, pipeEnds[1], errors], true)
        close(pipeEnds[1])
        guard failed == 0 else { return Execution(ending: .notStarted(reason: systemText(failed))) }

        let patience = Patience(end: milliseconds() + Int(limit.waitingTime() * 1000), isWanted: isWanted)
        var execution = Execution(ending: .exited(status: 0))
        var early = collect(pipeEnds[0], into: &execution.output, limit: outputLimit, while: patience)
        var status: Int32 = 0
        // It may have closed its output and gone on.
        if early == nil { early = awaitEnd(of: process, &status, while: patience) }
        if let early {
            kill(-process, SIGKILL)
            while waitpid(process, &status, 0) < 0, errno == EINTR {}
            execution.ending = early
        } else {
            let isSignal = status & 0x7F != 0
            execution.ending =
                isSignal ? .signal(Int(status & 0x7F)) : .exited(status: Int(status >> 8 & 0xFF))
        }
        return execution
    }

    /// For how long a command is waited for.
    private struct Patience {
        /// In milliseconds of the monotonic clock.
        var end: Int
        var isWanted: (() -> Bool)?

        /// Why it is over.
        var ending: Execution.Ending? {
            if let isWanted, !isWanted() { return .signal(Int(SIGKILL)) }
            return milliseconds() < end ? nil : .late
        }

        /// Until somebody has to look again, in milliseconds.
        var pause: Int32 {
            Int32(clamping: max(isWanted == nil ? end - milliseconds() : min(end - milliseconds(), 100), 0))
        }
    }

    /// Waits for the end of a process.
    private static func awaitEnd(
        of process: pid_t, _ status: inout Int32, while patience: Patience
    ) -> Execution.Ending? {
        let exit = pidfd_open(process, 0)
        defer { if exit >= 0 { close(exit) } }
        while true {
            let ended = waitpid(process, &status, WNOHANG)
            if ended == process { return nil }
            if ended < 0, errno != EINTR { return nil }
            if let ending = patience.ending { return ending }
            var request = pollfd(fd: exit, events: Int16(POLLIN), revents: 0)
            // Without a descriptor of the process, as where there are no more, there is nothing but to look again.
            poll(&request, 1, exit >= 0 ? patience.pause : min(patience.pause, 10))
        }
    }

    /// Reads to the end; else returns why it went no further.
    private static func collect(
        _ descriptor: Int32, into bytes: inout [UInt8], limit: Int, while patience: Patience
    ) -> Execution.Ending? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            if let ending = patience.ending { return ending }
            var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&request, 1, patience.pause) > 0 else { continue }
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            bytes.append(contentsOf: buffer[..<min(count, limit - bytes.count)])
            if count > 0, bytes.count == limit { return .cut }
        }
    }

    /// At most 200 characters of the last line that says something.
    private static func lastLine(of output: [UInt8]) -> String {
        let lines = String(decoding: output, as: UTF8.self).withoutEscapeSequences.split(whereSeparator: \.isNewline)
        let last = lines.last { !$0.allSatisfy(\.isWhitespace) } ?? ""
        return String(last.drop(while: \.isWhitespace).prefix(200))
    }

    private static func milliseconds() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }

    private static func systemText(_ code: Int32) -> String { String(cString: strerror(code)) }
}
