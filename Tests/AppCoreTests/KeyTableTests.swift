import AppCore
import Foundation
import Testing

/// The README's key table is the program's own. `RECORD_SCREENS=1` writes it anew.
struct KeyTableTests {
    @Test func `the README lists the keys there are`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "README.md")
        var text = try String(contentsOf: file, encoding: .utf8)
        let start = try #require(text.firstRange(of: "<!-- keys:begin -->\n"))
        let end = try #require(text.firstRange(of: "<!-- keys:end -->"))
        let table = HelpText.markdown(for: .standard) + "\n"
        if ProcessInfo.processInfo.environment["RECORD_SCREENS"] == "1" {
            text.replaceSubrange(start.upperBound..<end.lowerBound, with: table)
            try text.write(to: file, atomically: true, encoding: .utf8)
            return
        }
        #expect(text[start.upperBound..<end.lowerBound] == table, "run make snapshots and review README.md")
    }

    @Test func `a bar in a key does not end the table's cell`() throws {
        var keymap = Keymap()
        keymap.bind(try #require(KeySequence.parse("|")), to: .quit, in: .stream)
        #expect(HelpText.markdown(for: keymap).contains("| `\\|` | Quit |"))
    }
}
