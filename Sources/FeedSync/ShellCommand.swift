import CLinux
import Glibc

/// Runs a command line of the user's and collects its output within a time limit. Blocks; for a thread that may.
package enum ShellCommand {
    /// In bytes.
    package static let outputLimit = 64 * 1024

    package struct Failure: Error, Hashable {
        package var text: String
    }

    /// - Parameters:
    ///   - arguments: What the line sees as `$1`, `$2` and so on; no shell reads them.
    ///   - limit: In seconds; a command that takes longer is ended.
    ///   - wanted: What the output is to be, for messages.
    package static func run(
        _ line: String, arguments: [String] = [], limit: Double, wanted: String
    ) -> Result<[UInt8], Failure> {
        var pipeEnds: [Int32] = [0, 0]
        let noPipe = clinux_pipe(&pipeEnds)
        guard noPipe == 0 else { return .failure(Failure(text: systemText(noPipe))) }
        defer { close(pipeEnds[0]) }

        var process = pid_t()
        var words: [UnsafeMutablePointer<CChar>?] = (["sh", "-c", line, "sh"] + arguments).map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        // What it complains about must not land on the screen; the exit status tells enough.
        let failed = clinux_spawn(&process, "/bin/sh", &words, [-1, pipeEnds[1], -1], true)
        close(pipeEnds[1])
        guard failed == 0 else { return .failure(Failure(text: systemText(failed))) }

        let end = milliseconds() + Int(limit * 1000)
        var output = collect(pipeEnds[0], until: end, late: late(limit, wanted), wanted: wanted)
        var status: Int32 = 0
        // It may have closed its output and gone on.
        if case .success = output, !hasEnded(process, &status, by: end) { output = .failure(late(limit, wanted)) }
        if case .failure = output {
            kill(-process, SIGKILL)
            while waitpid(process, &status, 0) < 0, errno == EINTR {}
            return output
        }
        guard status == 0 else {
            let code = status & 0x7F == 0 ? "exit status \(status >> 8 & 0xFF)" : "signal \(status & 0x7F)"
            return .failure(Failure(text: code))
        }
        return output
    }

    private static func late(_ limit: Double, _ wanted: String) -> Failure {
        Failure(text: "gave no \(wanted) within \(Int(limit.rounded(.up))) s")
    }

    /// Waits for the end of a process; looks every 2 ms, which is about as long as the end of one takes.
    private static func hasEnded(_ process: pid_t, _ status: inout Int32, by end: Int) -> Bool {
        while true {
            let ended = waitpid(process, &status, WNOHANG)
            if ended == process { return true }
            if ended < 0, errno != EINTR { return true }
            guard milliseconds() < end else { return false }
            poll(nil, 0, 2)
        }
    }

    private static func collect(
        _ descriptor: Int32, until end: Int, late: Failure, wanted: String
    ) -> Result<[UInt8], Failure> {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let left = end - milliseconds()
            guard left > 0 else { return .failure(late) }
            var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&request, 1, Int32(left)) > 0 else { continue }
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return .success(bytes) }
            bytes.append(contentsOf: buffer[..<count])
            guard bytes.count <= outputLimit else { return .failure(Failure(text: "its output is no \(wanted)")) }
        }
    }

    private static func milliseconds() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }

    private static func systemText(_ code: Int32) -> String { String(cString: strerror(code)) }
}
