import CPty
import Foundation

/// A program on a pseudo terminal, measured from outside: when its output arrives, how much it is, and which resources
/// it uses.
final class Terminal {
    let pid: pid_t
    private let master: Int32
    private(set) var bytesTotal = 0
    private(set) var exitTime: UInt64?

    /// - Parameter environment: The program's whole environment.
    init(_ arguments: [String], environment: [String: String], rows: Int32 = 40, columns: Int32 = 120) throws {
        var argv = arguments.map { strdup($0) }
        argv.append(nil)
        var envp = environment.map { strdup("\($0.key)=\($0.value)") }
        envp.append(nil)
        defer { (argv + envp).forEach { free($0) } }
        var descriptor: Int32 = -1
        pid = cpty_spawn(arguments[0], argv, envp, rows, columns, &descriptor)
        master = descriptor
        if pid < 0 { throw BenchError("cannot start \(arguments[0]): \(String(cString: strerror(errno)))") }
    }

    deinit {
        kill(pid, SIGKILL)
        var status: Int32 = 0
        waitpid(pid, &status, 0)
        close(master)
    }

    static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    func type(_ keys: String) {
        var bytes = Array(keys.utf8)[...]
        while !bytes.isEmpty {
            let written = bytes.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
            if written > 0 { bytes = bytes.dropFirst(written) } else { _ = readAvailable(waiting: 1) }
        }
    }

    func resize(rows: Int32, columns: Int32) { _ = cpty_resize(master, rows, columns) }

    /// The available output, after waiting at most this many milliseconds for the first byte; nil at the end of the
    /// output.
    func readAvailable(waiting milliseconds: Int32) -> [UInt8]? {
        var event = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        guard poll(&event, 1, milliseconds) > 0 else { return [] }
        var buffer = [UInt8](repeating: 0, count: 65536)
        let count = read(master, &buffer, buffer.count)
        if count <= 0 { return count < 0 && errno == EAGAIN ? [] : nil }
        bytesTotal += count
        return Array(buffer[..<count])
    }

    struct Burst {
        var firstByte: UInt64?
        var lastByte: UInt64?
        var bytes: [UInt8] = []
        var ended = false
    }

    /// Reads until `quiet` milliseconds of silence, after waiting at most `deadline` milliseconds for the first byte.
    func burst(quiet: Int32 = 30, deadline: Int32 = 5000) -> Burst {
        var burst = Burst()
        while true {
            guard let bytes = readAvailable(waiting: burst.bytes.isEmpty ? deadline : quiet) else {
                burst.ended = true
                return burst
            }
            if bytes.isEmpty { return burst }
            let time = Terminal.now()
            burst.firstByte = burst.firstByte ?? time
            burst.lastByte = time
            burst.bytes += bytes
        }
    }

    /// Reads until the text has appeared, and returns the time of its last byte; nil if it has not appeared in time.
    func await(_ text: String, deadline milliseconds: Int) -> UInt64? {
        let limit = Terminal.now() + UInt64(milliseconds) * 1_000_000
        let wanted = Array(text.utf8)
        var seen: [UInt8] = []
        while Terminal.now() < limit {
            guard let bytes = readAvailable(waiting: 20) else { return nil }
            if bytes.isEmpty { continue }
            let time = Terminal.now()
            seen += bytes
            if seen.contains(wanted) { return time }
            if seen.count > 1 << 20 { seen.removeFirst(seen.count / 2) }
        }
        return nil
    }

    /// The peak resident memory in MB.
    var peakMemory: Double { Self.peakMemory(of: pid) }

    static func peakMemory(of pid: pid_t) -> Double { field("VmHWM:", of: pid) / 1024 }

    /// The current resident memory in MB.
    static func memory(of pid: pid_t) -> Double { field("VmRSS:", of: pid) / 1024 }

    private static func field(_ name: String, of pid: pid_t) -> Double {
        guard let status = try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix(name) })
        else { return .nan }
        return Double(line.split(whereSeparator: { !$0.isNumber }).first ?? "") ?? .nan
    }

    /// The processor time of the program so far, including threads that have ended, in milliseconds.
    var processorTime: Double { Self.processorTime(of: pid) }

    static func processorTime(of pid: pid_t) -> Double {
        var clock = clockid_t()
        var time = timespec()
        guard clock_getcpuclockid(pid, &clock) == 0, clock_gettime(clock, &time) == 0 else { return .nan }
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }

    /// Waits for the end of the program. Returns the time at which the end was noticed, in nanoseconds of the monotonic
    /// clock, or nil after the deadline.
    func waitForExit(deadline milliseconds: Int = 5000) -> UInt64? {
        let limit = Terminal.now() + UInt64(milliseconds) * 1_000_000
        while Terminal.now() < limit {
            if readAvailable(waiting: 5) == nil { return Terminal.now() }
        }
        return nil
    }
}

struct BenchError: Error, CustomStringConvertible {
    var description: String
    init(_ description: String) { self.description = description }
}
