import Basics
import Glibc

/// Runs the demo, which is another viewer, in this viewer's terminal.
package struct DemoProgram: Sendable {
    /// The program and its arguments.
    private let words: [String]

    package init(words: [String]) { self.words = words }

    /// The result of the demo.
    struct Outcome: Equatable {
        /// The last line of its error output; nil if the demo succeeded.
        var problem: String?
        /// Whether this viewer was told to stop in the meantime.
        var isStopWanted = false
    }

    /// Runs the demo on the terminal, which must have been released, and waits until it exits.
    func run(on terminal: CInt?, signals: Signals?) -> Outcome {
        // Error output on the terminal would be overwritten by this viewer's next frame.
        guard let errors = MemoryFile([]) else { return Outcome(problem: String(cString: strerror(errno))) }
        defer { errors.close() }
        let ending: ForegroundProgram.Ending
        do {
            ending = try ForegroundProgram(terminal: terminal, errors: errors.descriptor, signals: signals).run(words)
        } catch {
            return Outcome(problem: error.reason)
        }
        let isFine = ending.status == 0 || ending.status == ExitStatus.interrupted.rawValue
        return Outcome(
            problem: isFine ? nil : Self.lastLine(errors) ?? "exit code \(ending.status)",
            isStopWanted: ending.isStopWanted)
    }

    private static func lastLine(_ errors: MemoryFile) -> String? {
        lseek(errors.descriptor, 0, SEEK_SET)
        // If the file cannot be read, there is no last line.
        let bytes = (try? PrivateFile.read(descriptor: errors.descriptor, name: "errors", limit: 1 << 20)) ?? []
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        return lines.last.map(String.init)
    }
}
