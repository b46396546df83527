import CLinux
import Glibc

/// The output of a program that was run to its end within limits. Blocks the calling thread.
package struct ProcessRun: Hashable, Sendable {
    package var output: [UInt8]
    package var ending: Ending

    package enum Ending: Hashable, Sendable {
        case exited(status: Int)
        case signal(Int)
        /// It took too long and was ended.
        case late
        /// It printed too much and was ended; what fits is there.
        case cut
        /// It was ended because the caller asked for it.
        case cancelled
        case notStarted(ChildProcess.StartError)
    }

    package init(output: [UInt8] = [], ending: Ending) {
        self.output = output
        self.ending = ending
    }

    /// Runs a program whose output is read.
    ///
    /// - Parameters:
    ///   - limit: In seconds; a program that takes longer is ended.
    ///   - outputLimit: In bytes; a program that prints more is ended.
    ///   - cancel: Ends the program once it is sent.
    ///   - start: Starts the program with the given descriptor as its output.
    package static func run(
        limit: Double, outputLimit: Int, cancel: CancelSignal? = nil,
        start: (_ output: Int32) throws(ChildProcess.StartError) -> ChildProcess
    ) -> ProcessRun {
        var ends: [Int32] = [-1, -1]
        let code = clinux_pipe(&ends)
        guard code == 0 else { return ProcessRun(ending: .notStarted(ChildProcess.StartError(code: code))) }
        defer { close(ends[0]) }
        let process: ChildProcess
        do throws(ChildProcess.StartError) { process = try start(ends[1]) } catch {
            close(ends[1])
            return ProcessRun(ending: .notStarted(error))
        }
        close(ends[1])

        let deadline = Deadline(seconds: limit)
        var run = ProcessRun(ending: .late)
        if let early = collect(ends[0], into: &run.output, outputLimit, until: deadline, cancel) {
            process.end()
            run.ending = early
            return run
        }
        // The program may close its output and keep running.
        switch process.wait(until: deadline, cancel: cancel) {
        case .exited(let status): run.ending = .exited(status: status)
        case .signal(let signal): run.ending = .signal(signal)
        case nil:
            process.end()
            run.ending = cancel?.isSent == true ? .cancelled : .late
        }
        return run
    }

    /// Reads to the end. Returns the reason if it stops earlier.
    private static func collect(
        _ descriptor: Int32, into bytes: inout [UInt8], _ limit: Int, until deadline: Deadline,
        _ cancel: CancelSignal?
    ) -> Ending? {
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        while true {
            if cancel?.isSent == true { return .cancelled }
            if deadline.isOver { return .late }
            var requests = [
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: cancel?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&requests, 2, deadline.milliseconds) > 0, requests[0].revents != 0 else { continue }
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            bytes.append(contentsOf: buffer[..<min(count, limit - bytes.count)])
            if bytes.count == limit { return .cut }
        }
    }
}
