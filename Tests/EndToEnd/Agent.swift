import Foundation
import Testing

/// Runs the program under test and communicates through pipes, as an agent does.
final class Agent {
    let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private let lines = OutputLines()

    init(_ arguments: [String], environment: [String: String]) throws {
        process.setProgram(Command.cardstream, arguments)
        process.environment = environment
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        let lines = lines
        try process.run()
        let descriptor = output.fileHandleForReading.fileDescriptor
        Thread.detachNewThread {
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = read(descriptor, &buffer, buffer.count)
                lines.add(Data(buffer[..<max(0, count)]))
                if count <= 0 { return }
            }
        }
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    func send(_ text: String) { input.fileHandleForWriting.write(Data((text + "\n").utf8)) }
    func endInput() throws { try input.fileHandleForWriting.close() }

    /// The next line of the output; nil at its end.
    func line(_ what: String = "a line") throws -> String? {
        let deadline = ContinuousClock.now + .seconds(20)
        while true {
            if let next = lines.next() { return next.isEmpty ? nil : next }
            guard ContinuousClock.now < deadline else { throw EndToEndError.timedOut(what) }
            usleep(10_000)
        }
    }

    /// Closes the input and returns the rest of the output.
    func finish() throws -> String {
        try endInput()
        return try rest()
    }

    func rest() throws -> String {
        process.waitUntilExit()
        var text = ""
        while let next = try line("the end of the output") { text += next + "\n" }
        return text
    }

    /// The received output, split into lines.
    private final class OutputLines: @unchecked Sendable {
        private let lock = NSLock()
        private var text = Data()
        private var isAtEnd = false

        func add(_ data: Data) {
            lock.withLock {
                isAtEnd = isAtEnd || data.isEmpty
                text += data
            }
        }

        /// A whole line; empty at the end of the output; nil if no whole line has arrived yet.
        func next() -> String? {
            lock.withLock {
                guard let end = text.firstIndex(of: 0x0A) else { return isAtEnd ? "" : nil }
                defer { text.removeSubrange(...end) }
                return String(decoding: text[..<end], as: UTF8.self)
            }
        }
    }
}
