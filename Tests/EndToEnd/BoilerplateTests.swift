import Foundation
import Support
import Testing

/// The host program that ships as a template: it shows a container of cards in its own curses window.
@Suite(.serialized)
struct BoilerplateTests {
    private static var program: String {
        URL(filePath: Command.cardstream).deletingLastPathComponent().appending(path: "boilerplate").path
    }

    @Test func `boilerplate shows cards inside its frame, answers them, follows the window's size and ends`() throws {
        let directory = try TemporaryDirectory()
        let server = try Server(directory: directory.url.appending(path: "server"))
        let card = try server.publish("Sign the lease")
        let tmux = try Tmux(directory: directory.url, columns: 70, rows: 20, environment: server.environment())
        try tmux.run(Self.program)
        let screen = try tmux.wait("the card") { $0.contains("Sign the lease") && $0.contains("Boilerplate") }
        let rows = screen.split(separator: "\n")
        // The program draws the frame, and the cards do not overwrite it.
        #expect(rows.first?.hasPrefix("┌") == true && rows.last?.hasPrefix("└") == true, "\(screen)")
        #expect(rows.dropFirst().dropLast().allSatisfy { $0.hasPrefix("│") && $0.hasSuffix("│") }, "\(screen)")
        try tmux.resize(columns: 50, rows: 16)
        try tmux.wait("the card in a smaller frame") { screen in
            let rows = screen.split(separator: "\n")
            return screen.contains("Sign the lease") && rows.first?.count == 50 && rows.last?.hasPrefix("└") == true
        }
        try tmux.press("d")
        try tmux.wait("the event in its title") { $0.contains("dismissed") && !$0.contains("Sign the lease") }
        let deadline = Date.now.addingTimeInterval(20)
        let environment = server.environment().merging(Server.bare) { $1 }
        while try !Command.run(Command.cardstream, ["outcome", card], environment: environment).contains("dismissed") {
            try #require(Date.now < deadline, "the server never heard of it")
            usleep(50_000)
        }
        try tmux.press("q")
        try tmux.wait("the shell") { $0.contains("READY$") && !$0.contains("┌") }
    }

    @Test func `boilerplate is a complete program of less than eighty lines`() throws {
        let source = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../Sources/boilerplate/Boilerplate.swift")
        let text = try String(contentsOf: source, encoding: .utf8)
        #expect(text.count { $0.isNewline } < 80)
    }

    @Test func `boilerplate prints its usage`() throws {
        let result = try Command.finish(Self.program, [], environment: Server.bare)
        #expect(result.status == 2)
        #expect(result.error.contains("set CARDSTREAM_SERVER"))
    }
}
