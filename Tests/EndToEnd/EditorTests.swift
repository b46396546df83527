import Foundation
import Support
import Testing

/// A field that is edited in the user's editor, in a real terminal under a real shell.
@Suite(.serialized)
struct EditorTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private let card = """
        {"content":[{"type":"headline","text":"Expenses"},
        {"type":"textInput","name":"note","label":"Note","numberOfLines":3,"default":"Lunch"}]}
        """

    /// A viewer that shows a form with the focus in its text field. The editor is a shell script.
    private func viewer(editor script: String) throws -> (Tmux, Server) {
        let path = directory.url.appending(path: "editor")
        try ("#!/bin/sh\n" + script).write(to: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path.path)
        let server = try Server(directory: directory.url.appending(path: "server"))
        _ = try server.publish(card: card)
        let environment = server.environment().merging(["EDITOR": path.path]) { $1 }
        let tmux = try Tmux(directory: directory.url, columns: 80, rows: 24, environment: environment)
        try tmux.run(Command.cardstream)
        try tmux.wait("the form, live") { $0.contains("Expenses") && $0.contains("live") }
        try tmux.press("Tab")
        try tmux.press("M-e")
        return (tmux, server)
    }

    @Test func `the editor gets the screen and the keys, and returns both`() throws {
        let (tmux, server) = try viewer(
            editor: #"echo "EDITING $(cat "$1")"; read line; printf '%s\n' "$line" >>"$1""#)
        defer { withExtendedLifetime(server) {} }
        try tmux.wait("the editor alone") { $0.contains("EDITING Lunch") && !$0.contains("Expenses") }
        #expect(try !tmux.showsAlternateScreen())
        try tmux.press("-l", "with Jo")
        try tmux.press("Enter")
        try tmux.wait("both lines in the form") { $0.contains("Expenses") && $0.contains("with Jo") }
        #expect(try tmux.showsAlternateScreen())
        try tmux.press("-l", "!")
        try tmux.wait("typing goes on where it was") { $0.contains("with Jo!") }
    }

    @Test func `ctrl-c goes to the editor, and ctrl-z stops both until the shell continues them`() throws {
        let (tmux, server) = try viewer(
            editor: #"trap 'echo CAUGHT' INT; echo EDITING; until read line; do :; done; echo "$line" >>"$1""#)
        defer { withExtendedLifetime(server) {} }
        try tmux.wait("the editor") { $0.contains("EDITING") }
        try tmux.press("C-c")
        try tmux.wait("the editor's own handling") { $0.contains("CAUGHT") }
        try tmux.press("C-z")
        try tmux.wait("the shell") { $0.components(separatedBy: "READY$").count > 2 || $0.hasSuffix("READY$ \n") }
        try tmux.run("echo shell-$((40+2)); fg")
        try tmux.wait("the shell's own answer") { $0.contains("shell-42") }
        try tmux.press("-l", "after all")
        try tmux.press("Enter")
        try tmux.wait("the text taken, the viewer still there") {
            $0.contains("Expenses") && $0.contains("after all")
        }
    }

    @Test func `a viewer that gets a signal ends its editor and restores the terminal`() throws {
        let (tmux, server) = try viewer(editor: "echo EDITING; exec sleep 600")
        defer { withExtendedLifetime(server) {} }
        try tmux.wait("the editor") { $0.contains("EDITING") }
        try tmux.signalProgram("TERM")
        try tmux.wait("the shell") { $0.contains("READY$") && !$0.contains("Expenses") }
        try tmux.run("echo still-$((40+2))")
        try tmux.wait("a usable shell") { $0.contains("still-42") }
        #expect(try !tmux.showsAlternateScreen())
    }
}
