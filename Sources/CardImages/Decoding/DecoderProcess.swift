import Basics
internal import Cards
internal import Glibc

/// Resource limits of the decoder program.
package struct DecoderLimits: Hashable, Sendable {
    package var cpuSeconds: UInt
    /// The size of the address space in bytes. An image of ``ImageHeader/maxPixels`` needs half of it.
    package var memoryBytes: UInt
    package var openFiles: UInt
    /// The wall-clock time in seconds, which also limits a program that only waits.
    package var seconds: Double
    /// The maximum size of the output in bytes; further output is not read.
    package var outputBytes: Int

    package init(
        cpuSeconds: UInt = 5, memoryBytes: UInt = 768 << 20, openFiles: UInt = 32, seconds: Double = 10,
        outputBytes: Int = 32 << 20
    ) {
        self.cpuSeconds = cpuSeconds
        self.memoryBytes = memoryBytes
        self.openFiles = openFiles
        self.seconds = seconds
        self.outputBytes = outputBytes
    }
}

/// One run of a confined program: bytes in, bytes out, killed when it exceeds its limits.
struct DecoderProcess {
    let program: String
    let words: [String]
    let limits: DecoderLimits

    /// The program's output if it succeeded. Cancelling the task kills the program.
    func run(input: [UInt8]) async throws(ImageProblem) -> [UInt8] {
        guard let cancel = CancelSignal() else { throw .notConfined(code: errno) }
        let result = await withTaskCancellationHandler {
            // Everything runs on one thread, because the program dies with the thread that started it.
            await Blocking.run { runBlocking(input: input, cancel: cancel) }
        } onCancel: {
            cancel.send()
        }
        return try result.get()
    }

    private func runBlocking(input: [UInt8], cancel: CancelSignal) -> Result<[UInt8], ImageProblem> {
        guard let file = MemoryFile(input) else { return .failure(.notConfined(code: errno)) }
        defer { file.close() }
        let bounds = ChildProcess.Limits(
            cpuSeconds: limits.cpuSeconds, memoryBytes: limits.memoryBytes, openFiles: limits.openFiles)
        let run = ProcessRun.run(limit: limits.seconds, outputLimit: limits.outputBytes + 1, cancel: cancel) {
            output throws(ChildProcess.StartError) in
            try ChildProcess(
                confined: [program] + words,
                streams: ChildProcess.Streams(input: file.descriptor, output: output), limits: bounds)
        }
        switch run.ending {
        case .exited(0): return .success(run.output)
        case .late, .signal(Int(SIGXCPU)): return .failure(.tookTooLong)
        case .exited, .signal, .cut: return .failure(.unreadable)
        case .cancelled: return .failure(.cancelled)
        case .notStarted(let error):
            let isMissing = error.code == ENOENT || error.code == EACCES
            return .failure(isMissing ? .noDecoder : .notConfined(code: error.code))
        }
    }
}
