internal import AppRuntime
internal import Canvas
internal import Cards
internal import Glibc

import struct Foundation.Date

/// A file that keeps what the commands of `watch --exec` write: for each command a line with its event, and its output
/// below, indented. Commands that end at the same time do not mix.
final class CommandLog: Sendable {
    private let file: CInt

    /// Appends to a file, which only its owner can read if it is new.
    init(path: String) throws(FileProblem) {
        file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw FileProblem(path: path, doing: "open", code: errno) }
    }

    deinit { close(file) }

    /// - Parameters:
    ///   - ending: How the command ended, in words.
    ///   - lines: What it wrote.
    func add(_ event: WatchState.Event, ending: String, lines: [String], at time: Date) {
        let text = Self.text(event, ending: ending, lines: lines, at: time)
        // One call: the file is opened for appending, so that entries stay whole.
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
