import ArgumentParser
import Foundation
import Testing

@testable import cardstream

/// The commands in the README and the guide exist, and so do their options.
struct DocumentedCommandTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The README and the pages of the guide.
    private static func pages() throws -> [URL] {
        let guide = root.appending(path: "Sources/AppRuntime/Documentation.docc/Guide")
        let names = try FileManager.default.contentsOfDirectory(atPath: guide.path).filter { $0.hasSuffix(".md") }
        return [root.appending(path: "README.md")] + names.sorted().map { guide.appending(path: $0) }
    }

    /// The lines in shell blocks that begin with `cardstream`, with continued lines joined.
    private static func commands(in page: String) -> [String] {
        var isShell = false
        var commands: [String] = []
        for line in page.replacing("\\\n", with: " ").split(separator: "\n") {
            if line.hasPrefix("```") {
                isShell = line == "```sh"
            } else if isShell, line.hasPrefix("cardstream") {
                commands.append(String(line))
            }
        }
        return commands
    }

    /// The words of a command as a shell splits them, up to a pipe, a redirection, a comment or the end of the command.
    static func words(_ line: String) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        for character in line {
            if let open = quote {
                if character == open { quote = nil } else { word = (word ?? "") + String(character) }
            } else if character == "\"" || character == "'" {
                quote = character
                word = word ?? ""
            } else if character.isWhitespace {
                if let word { words.append(word) }
                word = nil
            } else if "|>;&#".contains(character) {
                break
            } else {
                word = (word ?? "") + String(character)
            }
        }
        return words + (word.map { [$0] } ?? [])
    }

    @Test func `a line is split into words as in a shell`() {
        #expect(
            Self.words("cardstream publish \"Deploy 4.2?\" --filter 'is:unseen' | jq .id") == [
                "cardstream", "publish", "Deploy 4.2?", "--filter", "is:unseen",
            ])
        #expect(Self.words("cardstream   # opens it") == ["cardstream"])
    }

    @Test func `every documented command is understood`() throws {
        var count = 0
        for page in try Self.pages() {
            for line in Self.commands(in: try String(contentsOf: page, encoding: .utf8)) {
                let words = Self.words(line)
                // Topics of the guide are not commands.
                guard words.first == "cardstream", words.dropFirst().first != "help" else { continue }
                count += 1
                do { _ = try NamedCommand.read(Array(words.dropFirst())) } catch {
                    Issue.record("\(page.lastPathComponent): \(line): \(Cardstream.message(for: error))")
                }
            }
        }
        #expect(count > 25, "the pages have commands")
    }
}
