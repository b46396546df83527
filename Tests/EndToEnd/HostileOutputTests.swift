import Foundation
import Support
import Testing

/// Whatever a card, an answer or a file name contains, no command prints anything that a terminal interprets: neither
/// as text, nor as JSON, nor in an error.
@Suite(.serialized)
struct HostileOutputTests {
    let directory: TemporaryDirectory
    let server: Server
    let home: URL

    init() throws {
        directory = try TemporaryDirectory()
        server = try Server(directory: directory.url.appending(path: "server"))
        home = directory.url.appending(path: "h\u{9B}2J\u{202E}\u{1B}]0;x\u{7}")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    }

    /// Runs a command, and checks everything that it prints.
    @discardableResult
    private func run(_ words: [String], input: String? = nil, status: ClosedRange<Int32> = 0...0) throws
        -> Command.Result
    {
        let environment = server.environment().merging([
            "PATH": "/usr/bin:/bin", "HOME": home.path, "LANG": "C.UTF-8", "TZ": "UTC", "TERM": "xterm",
        ]) { $1 }
        let result = try Command.finish(Command.cardstream, words, input: input, environment: environment)
        let command = words.prefix(2).joined(separator: " ")
        #expect(status.contains(result.status), "\(command): \(result.status) \(result.error)")
        let output = HostileText.withoutColors(result.output)
        #expect(HostileText.firstUnsafeScalar(in: output) == nil, "\(words.joined(separator: " ")): output")
        #expect(HostileText.firstUnsafeScalar(in: result.error) == nil, "\(words.joined(separator: " ")): error")
        return result
    }

    private static let text = HostileText.all.filter { $0.text.count < 1000 }.map(\.text).joined(separator: " ")

    /// A card with the text in every part that can contain text.
    private static func card(_ text: String) throws -> String {
        let short = String(String.UnicodeScalarView(text.unicodeScalars.prefix(400)))
        let card: [String: Any] = [
            "templateName": short,
            "metadata": [short: [text]],
            "variables": [["name": "v", "default": text]],
            "content": [
                ["type": "category", "text": short], ["type": "headline", "text": short],
                ["type": "text", "text": text + "{{v}}"],
                ["type": "list", "items": [short]],
                ["type": "textInput", "name": "note", "label": short, "placeholder": short],
                [
                    "type": "buttons",
                    "buttons": [["text": short, "action": ["type": "submit", "name": "ok", "values": [short: text]]]],
                ],
            ] as [[String: Any]],
        ]
        return String(decoding: try JSONSerialization.data(withJSONObject: card), as: UTF8.self)
    }

    @Test func `no command's output controls the terminal`() throws {
        let card = try Self.card(Self.text)
        for format in ["text", "json", "ansi", "svg"] { try run(["render", "--format", format], input: card) }
        for words in [["lint", "-"], ["lint", "--json", "-"]] { try run(words, input: card, status: 1...1) }
        // The first call only sets the start; later calls print the events since then.
        try run(["events"], status: 3...3)
        let ids = try run(["publish", "-"], input: [card, card, card].joined(separator: "\n")).output
            .matches(of: /"id":"([^"]+)"/).map { String($0.1) }
        try #require(ids.count == 3)
        let both = [
            ["cards"], ["show", ids[0]], ["count"], ["metrics"], ["themes", "list"], ["admin", "streams"],
            ["admin", "users"], ["admin", "cards"],
        ]
        for words in both + both.map({ $0 + ["--json"] }) { try run(words) }
        for words in [["user"], ["config"], ["outcome", ids[0]]] { try run(words) }
        // `status` reports what viewers have left, which is nothing here, and `doctor` may find problems.
        for words in [["status", "--timeout", "60"], ["doctor"]] {
            try run(words, status: 0...1)
            try run(words + ["--json"], status: 0...1)
        }

        // Arguments cannot contain NUL.
        let sent = Self.text.replacing("\0", with: "")
        let act = try run(["act", "submit", ids[0], "note=\(sent)", "--json"])
        #expect(act.output.contains("delivered"), "\(act)")
        let outcome = try run(["outcome", ids[0]]).output
        #expect(outcome.contains(#"\u009b"#) && outcome.contains(#"\u202e"#) && outcome.contains(#"\udb40"#))
        let told = try JSONSerialization.jsonObject(with: Data(outcome.utf8)) as? [String: Any]
        let values = (told?["responses"] as? [[String: Any]])?.first?["values"] as? [String: Any]
        #expect((values?["note"] as? String)?.unicodeScalars.elementsEqual(sent.unicodeScalars) == true)

        try run(["act", "vote", ids[1], "up", "--message", "a\u{9B}2J\u{202E}b"], status: 0...1)
        try run(["cancel", ids[1]])
        try run(["events", "--json"])
        try run(["send-event", "a\u{202E}\u{200B}b"], status: 0...2)
        try run(["user", "set", "name=a\u{202E}b\u{2028}c"], status: 0...2)
        for words in [["admin", "analytics"], ["admin", "analytics", "--custom"]] {
            try run(words, status: 0...3)
            try run(words + ["--json"], status: 0...3)
        }
        try run(["user"])
        try run(["admin", "users", "--json"])

        try run(["ask", "-", "--detach", "--to", "ana"], input: card)
        try run(["ask", sent, "--detach", "--to", "ana"], status: 0...64)  // A text with a slash is a path.
        for words in [["ask", "list"], ["outcomes"], ["admin", "audit"]] {
            try run(words)
            try run(words + ["--json"], status: 0...64)
        }
        server.stop()
        let archive = try run(["admin", "export", "--data", server.directory.appending(path: "data").path, "-"])
        #expect(archive.output.contains(#"\u009b"#))
    }

    @Test func `no error message controls the terminal`() throws {
        // Arguments cannot contain NUL.
        let names = HostileText.all.map(\.text).filter { !$0.contains("\0") && $0.count < 1000 }
        let linted = try run(["lint"] + names, status: 1...1)
        #expect(linted.error.split(separator: "\n").count == names.count + 1, "a name without its line")
        let word = HostileText.all.map(\.text).joined().replacing("\0", with: "").prefix(500).description
        let commands = [
            ["outcome"], ["cancel"], ["show"], ["act", "dismiss"], ["schema"], ["themes", "show"], ["themes", "check"],
            ["cards", "--filter"], ["count", "--stream"], ["admin", "cards", "--status"],
            ["admin", "cards", "--stream"], ["admin", "webhooks", "dead"], ["publish"], ["view", "--script"],
            ["render", "--theme"], [],
        ]
        for words in commands { try run(words + [word], input: "{}", status: 1...64) }
        try run(["status", "--format", "{" + word], status: 1...64)
    }
}
