import AppCore
import AppRuntime
import Canvas
import Cards
import Foundation
import Glibc
import Testing

/// An editor that is a line of shell script, in which `$1` is the file.
struct TextEditorTests {
    private func app(_ variables: [String: String]) async throws -> (HeadlessApp, folder: String) {
        let folder = "/tmp/cardstream-editor-\(getpid())-\(UInt32.random(in: 0...(.max)))"
        let note = Card.Input(name: "note", label: "Note", kind: .text(defaultValue: "Lunch", numberOfLines: 3))
        let body = CardBody(components: [.headline(Card.Headline(text: "Expenses")), .input(note)])
        let app = try await HeadlessApp(
            cards: [body], editor: TextEditor(environment: variables, directory: folder))
        await app.connect()
        #expect(app.shows("Expenses"))
        app.press("tab", "alt-e")
        return (app, folder)
    }

    private func text(_ app: HeadlessApp) -> FieldValue? { app.loop.state.forms.entries.values.first?.values["note"] }

    private func files(in folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder).sorted()) ?? []
    }

    @Test func `the editor gets a private file and gives the text back`() async throws {
        let script = #"sh -c 'stat -c %a "$0" >>"$0"; stat -c %a "$(dirname "$0")" >>"$0"; echo x >"$0~"'"#
        let (app, folder) = try await app(["VISUAL": script, "EDITOR": "false"])
        #expect(text(app) == .text(TextField("Lunch\n600\n700")))
        #expect(app.loop.terminal.isReleased == false)
        #expect(files(in: folder) == [])
        PrivateFile.removeTree(folder)
        await app.close()
    }

    static let failing: [(String, String)] = [
        ("false", "The editor ended with exit code 1"), ("/none/vim", "to an installed editor"),
        ("sh -c 'kill -TERM $$'", "The editor was stopped by signal 15"), ("rm", "cannot read"),
    ]

    @Test(arguments: failing)
    func `an editor that fails leaves the text and says why`(command: String, words: String) async throws {
        let (app, folder) = try await app(["EDITOR": command])
        #expect(text(app) == nil)
        let toast = app.loop.state.toasts.current?.text ?? ""
        #expect(toast.contains(words), "\(toast)")
        #expect(files(in: folder) == [])
        PrivateFile.removeTree(folder)
        await app.close()
    }

    @Test(arguments: [(1, "exit code 1"), (0x80 + 9, "signal 9")])
    func `text that was written before an editor failed is kept`(status: Int, words: String) async throws {
        let (app, folder) = try await app(["EDITOR": #"sh -c 'echo More >>"$0"; exit \#(status)'"#])
        #expect(text(app) == nil)
        let toast = app.loop.state.toasts.current?.text ?? ""
        #expect(toast.contains(words) && toast.contains("\(folder)/not-taken-1.txt"), "\(toast)")
        #expect(String(decoding: try PrivateFile.read(folder + "/not-taken-1.txt"), as: UTF8.self) == "Lunch\nMore\n")
        // The next failure leaves this file as it is.
        app.press("alt-e")
        #expect(app.loop.state.toasts.recent.last?.text.contains("\(folder)/not-taken-2.txt") == true)
        #expect(files(in: folder) == ["not-taken-1.txt", "not-taken-2.txt"])
        PrivateFile.removeTree(folder)
        await app.close()
    }

    @Test func `a file that is not text stays where the user can find it`() async throws {
        let (app, folder) = try await app(["EDITOR": #"printf 'a\0b' >"#])
        #expect(text(app) == nil)
        #expect(app.loop.state.toasts.current?.text.contains("\(folder)/not-taken-1.txt") == true)
        #expect(files(in: folder) == ["not-taken-1.txt"])
        PrivateFile.removeTree(folder)
        await app.close()
    }
}
