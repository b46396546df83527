import AppCore
import AppRuntime
import Cards
import Foundation
import Support
import Testing

@testable import cardstream

struct CardEditingTests {
    /// Simulates a user: replaces each opened text with the next saved one.
    private final class Editor {
        var opened: [String] = []
        var kept: [String] = []
        private var saved: [(String) throws -> String]

        init(_ saved: [(String) throws -> String]) { self.saved = saved }

        var editing: CardEditing {
            CardEditing(
                edit: { text in
                    self.opened.append(text)
                    return try self.saved.removeFirst()(text)
                },
                problems: { CardInput.problems(of: CardFile($0, isLines: false)) },
                keep: { text in
                    self.kept.append(text)
                    return "/kept.json"
                })
        }
    }

    private static let fine = #"{"content": [{"type": "headline", "text": "Hi"}]}"#
    private static let wrong = "{\n\"content\": [{\"type\": \"headline\"}]\n}"

    private func failure(_ editor: Editor, _ start: String = CardDraft.template) -> CommandFailure? {
        do {
            _ = try editor.editing.run(start)
            return nil
        } catch { return CommandFailure(error) }
    }

    @Test func `the template is a card with comments, and every comment of a member makes a valid card`() throws {
        #expect(CardInput.problems(of: CardFile(CardDraft.json(CardDraft.template), isLines: false)).isEmpty)
        let open = CardDraft.template.replacing("// \"", with: "\"").replacing("// {", with: "{")
        let card = try JSONParser.parse(CardDraft.json(open))
        #expect(card["priority"] != nil && card["expiresIn"] != nil && card["content"]?.array?.count == 4)
        #expect(CardValidation.problems(in: card).isEmpty)
        #expect(CardLint.findings(in: card, now: Date(), columns: { $0.count }).isEmpty)
    }

    @Test func `comments are replaced by spaces outside strings, so that positions stay`() {
        let text = "{\"a\": \"http://x\\\"//\", // no \"comment\n \"b\": 1} // end"
        let json = String(decoding: CardDraft.json(text), as: UTF8.self)
        #expect(json == "{\"a\": \"http://x\\\"//\",               \n \"b\": 1}       ")
        #expect(CardDraft.isEmpty("// nothing\n\n  // at all") && !CardDraft.isEmpty("1"))
    }

    @Test func `a card without errors is published as it was written`() throws {
        let editor = Editor([{ _ in "// mine\n" + Self.fine }])
        let (json, text) = try editor.editing.run(CardDraft.template)
        #expect(try JSONParser.parse(json) == JSONParser.parse(Array(Self.fine.utf8)))
        #expect(text == "// mine\n" + Self.fine && editor.opened == [CardDraft.template])
    }

    @Test func `an unchanged or empty text is not published`() {
        let unchanged = failure(Editor([{ $0 + "\n" }]))
        #expect(unchanged?.status == .nothingMatched && unchanged?.message.hasSuffix("is unchanged") == true)
        for text in ["", "\n", "// only this"] {
            let empty = failure(Editor([{ _ in text }]))
            #expect(empty?.status == .nothingMatched && empty?.message.hasSuffix("is empty") == true)
        }
    }

    @Test func `errors are shown in the reopened text, and disappear when they are corrected`() throws {
        let editor = Editor([
            { _ in Self.wrong }, { $0.replacing("\"headline\"", with: "\"headline\", \"text\": \"Hi\"") },
        ])
        let (_, text) = try editor.editing.run(CardDraft.template)
        #expect(
            editor.opened.last == """
                //! Not published yet:
                //! line 4, column 13: /content/0/text: expected a string, found nothing
                \(Self.wrong)
                """)
        #expect(!text.hasPrefix("//!") && editor.kept.isEmpty)
    }

    @Test func `a misspelt member is named beside the error that it causes`() throws {
        let editor = Editor([
            { _ in #"{"contnet": [{"type": "headline", "text": "Hi"}]}"# },
            { $0.replacing("contnet", with: "content") },
        ])
        _ = try editor.editing.run(CardDraft.template)
        let lines = try #require(editor.opened.last).split(separator: "\n")
        #expect(lines.count == 4 && lines[1].hasSuffix(": /content: expected an array, found nothing"), "\(lines)")
        #expect(lines[2] == "//! line 4, column 13: /contnet: unknown member \"contnet\". Did you mean \"content\"?")
    }

    @Test func `a text that is saved twice with errors is kept in a file`() {
        let editor = Editor([{ _ in Self.wrong }, { $0 }])
        let failed = failure(editor)
        #expect(failed?.status == .failure && editor.kept == [Self.wrong])
        #expect(
            failed?.message.hasSuffix("to continue with what you wrote, use cardstream publish --edit /kept.json")
                == true)
    }

    @Test func `a text that was saved with errors is kept if the editor then fails`() throws {
        let editor = Editor([
            { _ in Self.wrong }, { _ in throw CommandFailure(.failure, "nothing was published: the editor failed") },
        ])
        let failure = try #require(self.failure(editor))
        #expect(
            failure.message.hasPrefix("nothing was published: the editor failed; to continue with what you wrote, use ")
        )
        #expect(editor.kept.count == 1 && editor.kept[0].hasPrefix(Self.wrong))
    }

    @Test func `the user's editor gets a JSON file, and its content is read back`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "editing-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let script = folder + "/editor"
        let line = "case \"$1\" in *.json) sed 's/Title/Ship it?/' \"$1\" > \"$1.new\" && mv \"$1.new\" \"$1\" ;; esac"
        try "#!/bin/sh\n\(line)\n".write(toFile: script, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: script)
        let editor = TextEditor(environment: ["EDITOR": script], directory: folder + "/state")
        let editing = CardEditing(
            edit: { text in
                guard case .edited(let text, _) = editor.edit(text, named: "card.json", on: nil, signals: nil).result
                else { throw CommandFailure(.failure, "the editor failed") }
                return text
            }, problems: { CardInput.problems(of: CardFile($0, isLines: false)) }, keep: { $0 })
        let (json, _) = try editing.run(CardDraft.template)
        #expect(try JSONParser.parse(json)["content"]?.array?.first?["text"] == "Ship it?")
    }
}
