import CLinux
import Glibc

/// A running child process. It inherits only the streams it is given and an environment without this program's secrets;
/// its arguments are not parsed by a shell.
///
/// Wait for it exactly once, with one of the waiting functions; otherwise it remains as a zombie.
package final class ChildProcess: Sendable {
    /// Descriptors for the program's standard input, output and error; -1 stands for `/dev/null`. The caller closes
    /// them.
    package struct Streams: Hashable, Sendable {
        package var input: Int32
        package var output: Int32
        package var errors: Int32

        package init(input: Int32 = -1, output: Int32 = -1, errors: Int32 = -1) {
            self.input = input
            self.output = output
            self.errors = errors
        }
    }

    /// The resource limits of a confined program.
    package struct Limits: Hashable, Sendable {
        package var cpuSeconds: UInt
        /// The size of the address space in bytes.
        package var memoryBytes: UInt
        package var openFiles: UInt

        package init(cpuSeconds: UInt, memoryBytes: UInt, openFiles: UInt) {
            self.cpuSeconds = cpuSeconds
            self.memoryBytes = memoryBytes
            self.openFiles = openFiles
        }
    }

    /// The program could not be started.
    package struct StartError: Error, Hashable {
        /// The system's error number.
        package var code: Int32

        package init(code: Int32) { self.code = code }

        package var reason: String { String(cString: strerror(code)) }
    }

    /// How a program ended.
    package enum Ending: Hashable, Sendable {
        case exited(status: Int)
        case signal(Int)

        /// The exit status as a shell reports it: the status, or 128 plus the signal.
        package var status: Int {
            switch self {
            case .exited(let status): status
            case .signal(let signal): 128 + signal
            }
        }
    }

    /// A change of the program's state.
    package enum Change: Hashable, Sendable {
        case ended(Ending)
        /// The program was stopped, for example by Ctrl-Z.
        case stopped
    }

    package let id: Int32
    /// Becomes readable when the program has ended; -1 if the system has no descriptor left.
    package let exitDescriptor: Int32
    private let leadsGroup: Bool

    /// Starts a program that is found in `PATH`.
    ///
    /// - Parameters:
    ///   - words: The program and its arguments.
    ///   - leadsGroup: Whether the program leads its own process group. Keys of this program's terminal then do not
    ///     reach it, and its children end with it.
    package convenience init(
        _ words: [String], streams: Streams = Streams(), leadsGroup: Bool = true
    ) throws(StartError) {
        try self.init(words, streams, leadsGroup: leadsGroup) { child, words, streams in
            clinux_spawn(child, words.first.flatMap(\.self), words, streams, leadsGroup)
        }
    }

    /// Starts the program at a path in a sandbox: it is limited in resources and cannot open connections, start
    /// processes or change files. It ends together with the thread that started it.
    package convenience init(
        confined words: [String], streams: Streams, limits: Limits
    ) throws(StartError) {
        var limits = clinux_limits(
            cpu_seconds: limits.cpuSeconds, memory_bytes: limits.memoryBytes, open_files: limits.openFiles)
        try self.init(words, streams, leadsGroup: true) { child, words, streams in
            clinux_spawn_confined(child, words.first.flatMap(\.self), words, streams, &limits)
        }
    }

    private init(
        _ words: [String], _ streams: Streams, leadsGroup: Bool,
        spawn: (UnsafeMutablePointer<pid_t>, [UnsafeMutablePointer<CChar>?], [Int32]) -> Int32
    ) throws(StartError) {
        let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var child: pid_t = 0
        let code = words.isEmpty ? EINVAL : spawn(&child, arguments, [streams.input, streams.output, streams.errors])
        guard code == 0 else { throw StartError(code: code) }
        id = child
        exitDescriptor = pidfd_open(child, 0)
        self.leadsGroup = leadsGroup
    }

    deinit { if exitDescriptor >= 0 { close(exitDescriptor) } }

    // MARK: Ending

    /// Waits for the program to end.
    @discardableResult
    package func wait() -> Ending {
        var status: Int32 = 0
        while true {
            let ended = waitpid(id, &status, 0)
            if ended == id { return Self.ending(status) }
            // Another call has already waited for it.
            if ended < 0, errno != EINTR { return .exited(status: 0) }
        }
    }

    /// Waits for the program to end, until the deadline at most.
    ///
    /// - Returns: Nil if the program is still running.
    package func wait(until deadline: Deadline, cancel: CancelSignal? = nil) -> Ending? {
        while true {
            if case .ended(let ending) = change() { return ending }
            if deadline.isOver || cancel?.isSent == true { return nil }
            var requests = [
                pollfd(fd: exitDescriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: cancel?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
            ]
            // Without a process descriptor, polling is the only way to notice the end.
            poll(&requests, 2, exitDescriptor >= 0 ? deadline.milliseconds : min(deadline.milliseconds, 10))
        }
    }

    /// The state change since the last call; nil if there is none. Returns immediately.
    package func change() -> Change? {
        var status: Int32 = 0
        let found = waitpid(id, &status, WNOHANG | WUNTRACED)
        if found == id { return status & 0xFF == 0x7F ? .stopped : .ended(Self.ending(status)) }
        return found < 0 && errno != EINTR ? .ended(.exited(status: 0)) : nil
    }

    /// Sends a signal to the program, or to its process group if it leads one.
    package func send(_ signal: Int32) { kill(leadsGroup ? -id : id, signal) }

    /// Kills the program and waits for it to end.
    @discardableResult
    package func end() -> Ending {
        send(SIGKILL)
        return wait()
    }

    private static func ending(_ status: Int32) -> Ending {
        let signal = status & 0x7F
        return signal == 0 ? .exited(status: Int(status >> 8 & 0xFF)) : .signal(Int(signal))
    }
}
