import Basics
import Glibc

/// Runs the demo, which is another viewer, in the terminal of this one.
package struct DemoProgram: Sendable {
    /// The program and its arguments.
    private let words: [String]

    package init(words: [String]) { self.words = words }

    /// How the demo ended.
    struct Outcome: Equatable {
        /// What it said is wrong; nil for nothing.
        var problem: String?
        /// Whether this viewer was told to end meanwhile.
        var isStopWanted = false
    }

    /// Runs it on the terminal, which must have been released, and waits for it.
    func run(on terminal: CInt?, signals: Signals?) -> Outcome {
        // What it says there would be gone with the next frame of this viewer.
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
        // What cannot be read has no last line.
        let bytes = (try? PrivateFile.read(descriptor: errors.descriptor, name: "errors", limit: 1 << 20)) ?? []
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        return lines.last.map(String.init)
    }
}
