import Glibc

/// Reads the output of a program until the program ends or is killed.
struct OutputReader {
    private let output: Pipe
    private let errors: Pipe?
    private let outputLimit: Int
    private let deadline: Deadline
    private let cancel: CancelSignal?
    private var buffer = [UInt8](repeating: 0, count: 1 << 14)
    private var areErrorsOpen: Bool

    private(set) var bytes: [UInt8] = []
    /// The last bytes of the error pipe, at most ``ProcessRun/errorLimit``.
    private(set) var errorBytes: [UInt8] = []

    init(output: Pipe, errors: Pipe?, outputLimit: Int, deadline: Deadline, cancel: CancelSignal?) {
        self.output = output
        self.errors = errors
        self.outputLimit = outputLimit
        self.deadline = deadline
        self.cancel = cancel
        areErrorsOpen = errors != nil
        // Reading errors must not block, because another process may keep the pipe open after the program has ended.
        if let errors { _ = fcntl(errors.reading, F_SETFL, O_NONBLOCK) }
    }

    /// Reads until the program ends. Kills the program if it takes too long or prints too much.
    mutating func readToEnd(of process: ChildProcess) -> ProcessRun.Ending {
        let outcome = readOutput() ?? waitForEnd(of: process)
        if case .early = outcome { process.end() }
        readErrors()
        return switch outcome {
        case .early(let reason): reason
        case .ended(.exited(let status)): .exited(status: status)
        case .ended(.signal(let signal)): .signal(signal)
        }
    }

    private enum Outcome {
        case early(ProcessRun.Ending)
        case ended(ChildProcess.Ending)
    }

    private var interruption: ProcessRun.Ending? {
        cancel?.isSent == true ? .cancelled : deadline.isOver ? .late : nil
    }

    /// Reads the output; nil at its end.
    private mutating func readOutput() -> Outcome? {
        while true {
            if let interruption { return .early(interruption) }
            guard wait(for: output.reading, milliseconds: deadline.milliseconds) else { continue }
            let count = read(output.reading, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            bytes.append(contentsOf: buffer[..<min(count, outputLimit - bytes.count)])
            if bytes.count == outputLimit { return .early(.cut) }
        }
    }

    /// Waits for the program to end, because it may close its output and keep running.
    private mutating func waitForEnd(of process: ChildProcess) -> Outcome {
        while true {
            if case .ended(let ending) = process.change() { return .ended(ending) }
            if let interruption { return .early(interruption) }
            // Without a process descriptor, polling is the only way to notice the end.
            let canWait = process.exitDescriptor >= 0
            _ = wait(
                for: process.exitDescriptor,
                milliseconds: canWait ? deadline.milliseconds : min(deadline.milliseconds, 10))
        }
    }

    /// Waits for a descriptor, and reads errors in the meantime. Returns whether the descriptor is ready.
    private mutating func wait(for descriptor: Int32, milliseconds: Int32) -> Bool {
        var requests = [descriptor, cancel?.descriptor ?? -1, areErrorsOpen ? errors?.reading ?? -1 : -1].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        guard poll(&requests, nfds_t(requests.count), milliseconds) > 0 else { return false }
        if requests[2].revents != 0 { readErrors() }
        return requests[0].revents != 0
    }

    /// Reads all errors that are available now.
    private mutating func readErrors() {
        while areErrorsOpen, let errors {
            let count = read(errors.reading, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                if count == 0 { areErrorsOpen = false }
                return
            }
            errorBytes = Array((errorBytes + buffer[..<count]).suffix(ProcessRun.errorLimit))
        }
    }
}
