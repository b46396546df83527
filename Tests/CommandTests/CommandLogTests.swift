import ArgumentParser
import Cards
import Foundation
import Support
import Testing

@testable import cardstream

struct CommandLogTests {
    private let event = WatchState.Event(kind: .published, streamID: "ops", cardID: "c1", sequence: 1, entry: nil)

    @Test func `a log entry contains the event, the result and the output`() {
        let text = CommandLog.text(event, ending: "exit code 2", lines: ["one", "two"], at: .fixed)
        #expect(text == "2026-01-15 09:00:00  published  ops  c1  exit code 2\n  one\n  two\n")
        #expect(CommandLog.text(event, ending: "done", lines: [], at: .fixed).hasSuffix("c1  done\n"))
    }

    @Test func `output cannot control a terminal, and keeps its empty lines`() {
        #expect(EventCommand.lines("one\n\n\u{1B}[31mtwo\n").count == 3)
        #expect(!EventCommand.lines("\u{1B}]0;x\u{7}").joined().unicodeScalars.contains("\u{1B}"))
        #expect(EventCommand.lines("").isEmpty)
    }

    @Test func `commands append to one private file`() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "log-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        for _ in 1...2 {
            let command = EventCommand(line: "echo \"$1 of $2\"; exit 3", limit: 10, log: try CommandLog(path: path))
            #expect(await command.run(for: event))
        }
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 4 && lines[1] == "  published of c1" && lines[0].hasSuffix("  c1  exit code 3"))
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test(arguments: [["--exec-output"], ["--exec-log", "a.log"]])
    func `options for commands need a command`(arguments: [String]) {
        #expect { try WatchCommand.parse(arguments) } throws: {
            WatchCommand.message(for: $0).contains("works only with --exec")
        }
    }
}
