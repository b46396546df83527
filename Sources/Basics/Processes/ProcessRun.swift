/// The output of a program that was run to its end within limits. Blocks the calling thread.
package struct ProcessRun: Hashable, Sendable {
    package var output: [UInt8]
    /// The end of what the program printed on standard error, at most ``errorLimit`` bytes; empty unless it was read
    /// separately.
    package var errors: [UInt8] = []
    package var ending: Ending

    /// The maximum size of ``errors`` in bytes.
    package static let errorLimit = 4096

    package enum Ending: Hashable, Sendable {
        case exited(status: Int)
        case signal(Int)
        /// The program took too long and was killed.
        case late
        /// The program printed too much and was killed; the output within the limit is kept.
        case cut
        /// The program was killed because the caller cancelled it.
        case cancelled
        case notStarted(ChildProcess.StartError)
    }

    package init(output: [UInt8] = [], errors: [UInt8] = [], ending: Ending) {
        self.output = output
        self.errors = errors
        self.ending = ending
    }

    /// Runs a program whose output is read.
    ///
    /// - Parameters:
    ///   - limit: The time limit in seconds; a program that takes longer is killed.
    ///   - outputLimit: The output limit in bytes; a program that prints more is killed.
    ///   - cancel: Kills the program once it is sent.
    ///   - start: Starts the program with the given descriptor as its output.
    package static func run(
        limit: Double, outputLimit: Int, cancel: CancelSignal? = nil,
        start: (_ output: Int32) throws(ChildProcess.StartError) -> ChildProcess
    ) -> ProcessRun {
        run(limit: limit, outputLimit: outputLimit, errors: nil, cancel: cancel) {
            output, _ throws(ChildProcess.StartError) in try start(output)
        }
    }

    /// The same for a program whose standard error is read separately from its output. Standard error is not limited.
    ///
    /// - Parameter start: Starts the program with the given descriptors as its output and its standard error.
    package static func runReadingErrors(
        limit: Double, outputLimit: Int, cancel: CancelSignal? = nil,
        start: (_ output: Int32, _ errors: Int32) throws(ChildProcess.StartError) -> ChildProcess
    ) -> ProcessRun {
        do throws(ChildProcess.StartError) {
            return run(limit: limit, outputLimit: outputLimit, errors: try Pipe(), cancel: cancel, start: start)
        } catch { return ProcessRun(ending: .notStarted(error)) }
    }

    private static func run(
        limit: Double, outputLimit: Int, errors: Pipe?, cancel: CancelSignal?,
        start: (_ output: Int32, _ errors: Int32) throws(ChildProcess.StartError) -> ChildProcess
    ) -> ProcessRun {
        do throws(ChildProcess.StartError) {
            let output = try Pipe()
            let process = try start(output.writing, errors?.writing ?? -1)
            output.closeWriting()
            errors?.closeWriting()
            var reader = OutputReader(
                output: output, errors: errors, outputLimit: outputLimit, deadline: Deadline(seconds: limit),
                cancel: cancel)
            let ending = reader.readToEnd(of: process)
            return ProcessRun(output: reader.bytes, errors: reader.errorBytes, ending: ending)
        } catch { return ProcessRun(ending: .notStarted(error)) }
    }
}
