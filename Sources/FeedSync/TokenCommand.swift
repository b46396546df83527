import CLinux
import Glibc

/// Runs a command and collects its output within a time limit. Blocks; for a thread that may.
enum TokenCommand {
    /// Longer than any token.
    static let outputLimit = 64 * 1024

    struct Failure: Error, Hashable { var text: String }

    static func run(_ line: String, limit: Double) -> Result<[UInt8], Failure> {
        var pipeEnds: [Int32] = [0, 0]
        let noPipe = clinux_pipe(&pipeEnds)
        guard noPipe == 0 else { return .failure(Failure(text: systemText(noPipe))) }
        defer { close(pipeEnds[0]) }

        var process = pid_t()
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("sh"), strdup("-c"), strdup(line), nil]
        defer { arguments.forEach { free($0) } }
        // What it complains about must not land on the screen; the exit status tells enough.
        let failed = clinux_spawn(&process, "/bin/sh", &arguments, [-1, pipeEnds[1], -1], true)
        close(pipeEnds[1])
        guard failed == 0 else { return .failure(Failure(text: systemText(failed))) }

        let end = milliseconds() + Int(limit * 1000)
        var output = collect(pipeEnds[0], until: end, limit: limit)
        var status: Int32 = 0
        // It may have closed its output and gone on.
        if case .success = output, !hasEnded(process, &status, by: end) { output = .failure(late(limit)) }
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

    private static func late(_ limit: Double) -> Failure {
        Failure(text: "gave no token within \(Int(limit.rounded(.up))) s")
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

    private static func collect(_ descriptor: Int32, until end: Int, limit: Double) -> Result<[UInt8], Failure> {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let left = end - milliseconds()
            guard left > 0 else { return .failure(late(limit)) }
            var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&wanted, 1, Int32(left)) > 0 else { continue }
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return .success(bytes) }
            bytes.append(contentsOf: buffer[..<count])
            guard bytes.count <= outputLimit else { return .failure(Failure(text: "its output is no token")) }
        }
    }

    private static func milliseconds() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }

    private static func systemText(_ code: Int32) -> String { String(cString: strerror(code)) }
}
