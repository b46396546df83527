import Basics
internal import CLinux
internal import Cards
internal import Glibc

/// What the program that decodes may use.
package struct DecoderLimits: Hashable, Sendable {
    package var cpuSeconds: UInt
    /// Of address space. A picture of ``ImageHeader/maxPixels`` needs half of it.
    package var memoryBytes: UInt
    package var openFiles: UInt
    /// By the clock on the wall, for a program that waits rather than works.
    package var seconds: Double
    /// More is not read.
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

/// One run of a confined program: bytes in, bytes out, ended by force when it outstays its limits.
struct DecoderProcess {
    let program: String
    let words: [String]
    let limits: DecoderLimits

    /// Its output, if it ended well. Cancelling the task ends it.
    func run(input: [UInt8]) async throws(ImageProblem) -> [UInt8] {
        guard let cancel = CancelSignal() else { throw .notConfined(code: errno) }
        let result = await withTaskCancellationHandler {
            // One thread for all of it: the program dies with the thread.
            await Blocking.run { runBlocking(input: input, cancel: cancel) }
        } onCancel: {
            cancel.send()
        }
        return try result.get()
    }

    private func runBlocking(input: [UInt8], cancel: CancelSignal) -> Result<[UInt8], ImageProblem> {
        let file = clinux_memory_file(input, input.count)
        guard file >= 0 else { return .failure(.notConfined(code: errno)) }
        defer { close(file) }
        var pipe: [CInt] = [-1, -1]
        let code = clinux_pipe(&pipe)
        guard code == 0 else { return .failure(.notConfined(code: code)) }
        defer { close(pipe[0]) }
        var child: pid_t = 0
        let started = start(&child, [file, pipe[1], -1])
        close(pipe[1])
        guard started == 0 else {
            return .failure(started == ENOENT || started == EACCES ? .noDecoder : .notConfined(code: started))
        }
        let output = read(pipe[0], cancel: cancel)
        // Ended or not: nothing of it stays.
        kill(-child, SIGKILL)
        var status: CInt = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        return output.flatMap { bytes in
            if status == 0 { return .success(bytes) }
            return .failure(status & 0x7F == SIGXCPU ? .tookTooLong : .unreadable)
        }
    }

    private func start(_ child: inout pid_t, _ descriptors: [CInt]) -> CInt {
        var pointers: [UnsafeMutablePointer<CChar>?] = ([program] + words).map { strdup($0) }
        pointers.append(nil)
        defer { for pointer in pointers { free(pointer) } }
        var bounds = clinux_limits(
            cpu_seconds: limits.cpuSeconds, memory_bytes: limits.memoryBytes, open_files: limits.openFiles)
        return clinux_spawn_confined(&child, program, pointers, descriptors, &bounds)
    }

    /// All of its output until it closes it.
    private func read(_ descriptor: CInt, cancel: CancelSignal) -> Result<[UInt8], ImageProblem> {
        let clock = ContinuousClock()
        let deadline = clock.now + .seconds(limits.seconds)
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let left = clock.now.duration(to: deadline)
            guard left > .zero else { return .failure(.tookTooLong) }
            var waited = [
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: cancel.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            if poll(&waited, 2, CInt(left / .milliseconds(1)) + 1) < 0, errno != EINTR { return .failure(.unreadable) }
            if waited[1].revents != 0 { return .failure(.cancelled) }
            guard waited[0].revents != 0 else { continue }
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count == 0 { return .success(bytes) }
            if count < 0 {
                if errno == EINTR { continue }
                return .failure(.unreadable)
            }
            guard bytes.count + count <= limits.outputBytes else { return .failure(.unreadable) }
            bytes += buffer[..<count]
        }
    }
}

/// Interrupts a wait in `poll`, from any thread.
private final class CancelSignal: Sendable {
    let descriptor: CInt

    /// Nil when there are no descriptors left.
    init?() {
        descriptor = eventfd(0, CInt(EFD_CLOEXEC))
        if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    func send() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, 8)
    }
}
