import Foundation
import Support
import Testing

/// Forms on a slow network and on a broken one, and links over ssh, in a real terminal.
@Suite(.serialized)
struct SendingTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private let card = """
        {"content":[{"type":"headline","text":"Expenses"},
        {"type":"textInput","name":"note","label":"Note","default":"Lunch"},
        {"type":"buttons","buttons":[{"text":"Send","action":{"type":"submit","name":"send"}},
        {"text":"Read","action":{"type":"link","url":"https://example.org/long?a=1"}}]}]}
        """

    @Test func `a form sent without a connection can be undone, and never reaches the server`() throws {
        let server = try Server(directory: directory.url.appending(path: "server"))
        let id = try server.publish(card: card)
        let tmux = try Tmux(directory: directory.url, columns: 80, rows: 24, environment: server.environment())
        try tmux.run(Command.cardstream)
        try tmux.wait("the form, live") { $0.contains("Expenses") && $0.contains("live") }
        try tmux.press("Tab")
        try tmux.press("-l", " with Jo")
        try tmux.wait("the text") { $0.contains("Lunch with Jo") }
        server.stop()
        try tmux.wait("the loss") { $0.contains("offline") }
        try tmux.press("Escape")
        // A key sent right after Esc would be read as Alt and that key.
        try tmux.wait("the field left") { !$0.contains("▸") }
        try tmux.press("1")
        try tmux.wait("that it waits") { $0.contains("Waiting for a connection") && !$0.contains("Lunch with Jo") }
        try tmux.press("Escape")
        try tmux.wait("the form as it was") { $0.contains("Lunch with Jo") && $0.contains("nothing was sent") }
        try server.start()
        // Without a key press, the viewer reconnects within 45 seconds, because the clients of a restarted server
        // spread their connections.
        try tmux.press("r")
        try tmux.wait("live again", seconds: 20) { $0.contains("live") }
        let outcome = try Command.run(
            Command.cardstream, ["outcome", id], environment: server.environment().merging(Server.bare) { $1 })
        #expect(outcome.contains(#""status":"active""#))
    }

    @Test func `over ssh a link is shown and goes to the terminal's clipboard`() throws {
        let server = try Server(directory: directory.url.appending(path: "server"))
        try _ = server.publish(card: card)
        let ssh = ["SSH_CONNECTION": "192.0.2.1 1 192.0.2.2 22", "DISPLAY": ":10"]
        let tmux = try Tmux(
            directory: directory.url, columns: 80, rows: 24, environment: server.environment().merging(ssh) { $1 })
        try tmux.setOption("set-clipboard", "on")
        try tmux.run(Command.cardstream)
        try tmux.wait("the card, live") { $0.contains("Expenses") && $0.contains("live") }
        try tmux.press("2")
        try tmux.wait("the link") { $0.contains("https://example.org/long?a=1") && $0.contains("Link copied") }
        // tmux stores copied text in a buffer of its own.
        #expect(try tmux.buffer() == "https://example.org/long?a=1")
    }
}
