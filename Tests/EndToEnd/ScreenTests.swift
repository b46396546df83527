import Foundation
import Support
import Testing

/// Containers and screens in the whole program.
@Suite(.serialized)
struct ScreenTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test func `the demonstration shows each container, and what is done in one stays there`() throws {
        let tmux = try Tmux(directory: directory.url, columns: 120, rows: 40)
        try tmux.run("\(Command.cardstream) demo --screen dashboard")
        try tmux.wait("all containers") {
            $0.contains("Search is now twice") && $0.contains("━ Cards")
                && $0.contains("How was the week?")
        }
        try tmux.wait("a live connection") { $0.contains("live") }
        // Moves one card along the strip and answers that card; the list keeps its selection.
        try tmux.press("C-Up", "l", "1")
        try tmux.wait("the strip's card to leave") { !$0.contains("You take over") && $0.contains("Release checkout") }
        try tmux.press("M-4")
        try tmux.wait("the modal card") { $0.contains("certificate expires tonight") }
        try tmux.press("d")
        try tmux.wait("the next modal card") { $0.contains("access rules") && !$0.contains("expires tonight") }
        // Too early for a card that has just appeared.
        try tmux.press("1")
        try tmux.wait("the word about it") { $0.contains("press again") }
        try tmux.wait("the end of it") { !$0.contains("press again") }
        try tmux.press("1")
        try tmux.wait("the list to have the screen") { !$0.contains("access rules") }
        try tmux.press("M-3")
        try tmux.wait("the single card alone") { $0.contains("How was the week?") && !$0.contains("Release checkout") }
        try tmux.press("q")
        try tmux.wait("the shell") { $0.contains("READY$") && !$0.contains("How was") }
    }

    @Test func `a list shows the selected card beside it or opens it, and is saved as a choice`() throws {
        let server = try Server(directory: directory.url.appending(path: "server"))
        for number in 1...30 { try server.publish("Card number \(number)") }
        let tmux = try Tmux(directory: directory.url, columns: 120, rows: 40, environment: server.environment())
        try tmux.run("\(Command.cardstream)")
        try tmux.wait("all cards") { $0.contains("1 / 30") }
        try tmux.press("p")
        func titles(_ screen: String) -> Int { screen.components(separatedBy: "Card number").count - 1 }
        // The rows of the list, and the selected card in full.
        let wide = try tmux.wait("the list") { titles($0) > 15 }
        let first = try #require(wide.firstMatch(of: /Card number \d+/)).output
        #expect(wide.components(separatedBy: "\(first) ").count >= 3, "\(wide)")
        try tmux.press("j", "j")
        try tmux.wait("the third card") { $0.contains("3 / 30") }
        try tmux.resize(columns: 80, rows: 24)
        try tmux.wait("the rows alone") { titles($0) > 15 && !$0.contains("╭") }
        try tmux.press("Enter")
        try tmux.wait("the card alone") { titles($0) == 1 && $0.contains("3 / 30") && $0.contains("esc list") }
        try tmux.press("Escape")
        try tmux.wait("the rows again") { titles($0) > 15 && $0.contains("3 / 30") }
        try tmux.press("q")
        try tmux.wait("the shell") { $0.contains("READY$") && titles($0) == 0 }
        try tmux.run("\(Command.cardstream)")
        try tmux.wait("the list at the next start") { titles($0) > 15 && $0.contains("1 / 30") }
        try tmux.press("q")
        try tmux.wait("the shell") { $0.contains("READY$") && titles($0) == 0 }
        try tmux.run("\(Command.cardstream) --layout cards")
        try tmux.wait("cards, as the flag has it") { $0.contains("1 / 30") && titles($0) < 12 && $0.contains("╭") }
        try tmux.press("q")
        try tmux.wait("the shell") { $0.contains("READY$") && titles($0) == 0 }
    }

    @Test func `a container has a header command and a button, and its scroll bar follows the mouse`() throws {
        let server = try Server(directory: directory.url.appending(path: "server"))
        for number in 1...9 { try server.publish("Card number \(number)") }
        let mark = directory.url.appending(path: "pressed")
        let config = directory.url.appending(path: "config.toml")
        let text = """
            [containers.mine]
            header_command = "echo Good morning from $1"
            header_interval = 0
            action_button = "New"
            action_command = "echo $1 > '\(mark.path)'"
            footer_message = "That is all"
            """
        try Data(text.utf8).write(to: config)
        let tmux = try Tmux(directory: directory.url, environment: server.environment())
        try tmux.run("\(Command.cardstream) --config \(config.path)")
        try tmux.wait("the header, the button and the footer") {
            $0.contains("Good morning from mine") && $0.contains("▐ a New ▌") && $0.contains("That is all")
                && $0.contains("1 / 9")
        }
        try tmux.press("a")
        try tmux.wait("the button's command to have run") { _ in
            (try? String(contentsOf: mark, encoding: .utf8)) == "mine\n"
        }
        // Drags the scroll bar, at the right edge of the cards, to its last row.
        let rows = try tmux.screen().split(separator: "\n", omittingEmptySubsequences: false)
        let row = try #require(rows.firstIndex { $0.contains("┃") })
        let column = try #require(rows[row].firstIndex(of: "┃")).utf16Offset(in: rows[row]) + 1
        let last = try #require(rows.firstIndex { $0.contains("That is all") })
        for event in ["<0;\(column);\(row + 1)M", "<32;\(column);\(last)M", "<0;\(column);\(last)m"] {
            try tmux.send("\u{1B}[\(event)")
        }
        try tmux.wait("the last card") { $0.contains("9 / 9") }
    }

    @Test func `a configuration's screens are shown, and an unknown one is named`() throws {
        let server = try Server(directory: directory.url.appending(path: "server"))
        try server.publish("Look at this")
        let config = directory.url.appending(path: "config.toml")
        try Data("[containers.a]\ntitle = \"Mine\"\n[screens.one]\ncontainer = \"a\"\n".utf8).write(to: config)
        let tmux = try Tmux(directory: directory.url, environment: server.environment())
        try tmux.run("\(Command.cardstream) --config \(config.path) --screen one")
        try tmux.wait("the container's title and its card") {
            $0.contains("Mine  1 / 1") && $0.contains("Look at this")
        }
        try tmux.press("q")
        try tmux.wait("the shell") { $0.contains("READY$") && !$0.contains("Mine  1") }
        try tmux.run("\(Command.cardstream) --config \(config.path) --screen on")
        try tmux.wait("an error that helps") { $0.contains("unknown screen \"on\"; did you mean \"one\"?") }
    }
}
