import Foundation
import Support
import Testing

/// A form from its first key to the server, with the program stopped and started again in between.
@Suite(.serialized)
struct FormTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private let card = """
        {"content":[{"type":"headline","text":"Expenses"},
        {"type":"textInput","name":"note","label":"Note","validation":[{"rule":"required"}]},
        {"type":"numberInput","name":"amount","label":"Amount"},
        {"type":"switch","name":"billable","label":"Billable"},
        {"type":"buttons","buttons":[{"text":"Send","action":{"type":"submit","name":"send"}}]}]}
        """

    @Test func `a half-filled form survives a restart and is sent whole`() throws {
        let server = try Server(directory: directory.url.appending(path: "server"))
        let id = try server.publish(card: card)
        let tmux = try Tmux(directory: directory.url, columns: 80, rows: 30, environment: server.environment())
        try tmux.run(Command.cardstream)
        try tmux.wait("the form, live") { $0.contains("Expenses") && $0.contains("live") }
        try tmux.press("1")
        try tmux.wait("what is wrong") { $0.contains("Note is required") }
        try tmux.press("-l", "Lunch with Jo")
        try tmux.wait("the text, and nothing wrong") { $0.contains("Lunch with Jo") && !$0.contains("✗ Note") }
        try tmux.press("Tab")
        try tmux.press("-l", "12,50")
        try tmux.wait("the number") { $0.contains("12,50") }
        try tmux.press("Tab")
        try tmux.press("Space")
        try tmux.wait("the switch") { $0.contains("[x] Billable") }
        try tmux.press("q")
        try tmux.wait("the shell") { $0.contains("READY$") && !$0.contains("Expenses") }

        try tmux.run(Command.cardstream)
        try tmux.wait("what was entered") {
            $0.contains("Lunch with Jo") && $0.contains("12,50") && $0.contains("[x] Billable") && $0.contains("live")
        }
        try tmux.press("1")
        try tmux.wait("the card to go") { !$0.contains("Expenses") }
        let deadline = Date.now.addingTimeInterval(20)
        var outcome = ""
        repeat {
            outcome = try Command.run(
                Command.cardstream, ["outcome", id], environment: server.environment().merging(Server.bare) { $1 })
        } while !outcome.contains("completed") && Date.now < deadline
        #expect(outcome.contains(#""note":"Lunch with Jo""#) && outcome.contains(#""amount":12.50"#))
        #expect(outcome.contains(#""billable":true"#))
    }
}
