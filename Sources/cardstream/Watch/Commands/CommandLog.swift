internal import AppRuntime
internal import Canvas
internal import Cards
internal import Glibc

import struct Foundation.Date

/// The log file for the commands of `watch --exec`: a line with the event of each command, and below it the command's
/// output, indented. The entries of commands that end at the same time are not mixed.
final class CommandLog: Sendable {
    private let file: CInt

    /// Opens the file for appending. A new file can be read only by its owner.
    init(path: String) throws(FileProblem) {
        file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw FileProblem(path: path, doing: "open", code: errno) }
    }

    deinit { close(file) }

    /// - Parameters:
    ///   - ending: A text that says how the command ended.
    ///   - lines: The command's output.
    func add(_ event: WatchState.Event, ending: String, lines: [String], at time: Date) {
        let text = Self.text(event, ending: ending, lines: lines, at: time)
        // The file is opened for appending, so a single call keeps the entry in one piece.
        let count = text.withCString { write(file, $0, strlen($0)) }
        if count < 0 { Console.error("--exec-log: \(String(cString: strerror(errno)))") }
    }

    /// `2026-11-21 09:30:00  published  ops  ID  done`, and the lines below.
    static func text(_ event: WatchState.Event, ending: String, lines: [String], at time: Date) -> String {
        let words = [
            TextTable.time(time.rfc3339), event.kind.rawValue, event.streamID.rawValue, event.cardID.rawValue, ending,
        ]
        let head = SafeText(words.joined(separator: "  "), limit: .max).string
        return ([head] + lines.map { "  " + $0 }).map { $0 + "\n" }.joined()
    }
}
