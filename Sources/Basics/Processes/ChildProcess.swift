import CLinux
import Glibc

/// A program that this one has started. It inherits nothing but the streams it is given and the environment without our
/// secrets; no shell reads its arguments.
///
/// To be waited for once, with one of the functions that wait, or it stays behind as a zombie.
package final class ChildProcess: Sendable {
    /// What a program has as its standard input, output and errors: descriptors, or -1 for `/dev/null`. They stay the
    /// caller's to close.
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

    /// What a confined program may use.
    package struct Limits: Hashable, Sendable {
        package var cpuSeconds: UInt
        /// Of address space.
        package var memoryBytes: UInt
        package var openFiles: UInt

        package init(cpuSeconds: UInt, memoryBytes: UInt, openFiles: UInt) {
            self.cpuSeconds = cpuSeconds
            self.memoryBytes = memoryBytes
            self.openFiles = openFiles
        }
    }

    /// Why a program was not started.
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

        /// As a shell counts: the status, or 128 and the signal.
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
        /// It was stopped, as by Ctrl-Z.
        case stopped
    }

    package let id: Int32
    /// Readable once the program has ended; -1 where the system has no descriptor left.
    package let exitDescriptor: Int32
    private let leadsGroup: Bool

    /// Starts a program that is found in `PATH`.
    ///
    /// - Parameters:
    ///   - words: The program and its arguments.
    ///   - leadsGroup: Whether it leads a process group of its own: then keys of our terminal do not reach it, and it is
    ///     ended with its children.
    package convenience init(
        _ words: [String], streams: Streams = Streams(), leadsGroup: Bool = true
    ) throws(StartError) {
        try self.init(words, streams, leadsGroup: leadsGroup) { child, words, streams in
            clinux_spawn(child, words.first.flatMap(\.self), words, streams, leadsGroup)
        }
    }

    /// Starts the program at a path confined: within limits, and so that it can open no connection, start no process and
    /// change no file. It ends with the thread that starts it.
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

    // MARK: Its end

    /// Waits until it has ended.
    @discardableResult
    package func wait() -> Ending {
        var status: Int32 = 0
        while true {
            let ended = waitpid(id, &status, 0)
            if ended == id { return Self.ending(status) }
            // It has been waited for before.
            if ended < 0, errno != EINTR { return .exited(status: 0) }
        }
    }

    /// Waits until it has ended, for so long at most.
    ///
    /// - Returns: Nil when it still runs.
    package func wait(until deadline: Deadline, cancel: CancelSignal? = nil) -> Ending? {
        while true {
            if case .ended(let ending) = change() { return ending }
            if deadline.isOver || cancel?.isSent == true { return nil }
            var requests = [
                pollfd(fd: exitDescriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: cancel?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
            ]
            // Without a descriptor of the process there is nothing but to look again.
            poll(&requests, 2, exitDescriptor >= 0 ? deadline.milliseconds : min(deadline.milliseconds, 10))
        }
    }

    /// What has changed since the last call; nil for nothing. Returns at once.
    package func change() -> Change? {
        var status: Int32 = 0
        let found = waitpid(id, &status, WNOHANG | WUNTRACED)
        if found == id { return status & 0xFF == 0x7F ? .stopped : .ended(Self.ending(status)) }
        return found < 0 && errno != EINTR ? .ended(.exited(status: 0)) : nil
    }

    /// Sends it a signal, and to its group where it leads one.
    package func send(_ signal: Int32) { kill(leadsGroup ? -id : id, signal) }

    /// Ends it by force and waits for that.
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
