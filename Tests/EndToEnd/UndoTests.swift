import Foundation
import Support
import Testing

/// An action can be undone for a while and then takes effect exactly once, whatever happens to the viewer.
@Suite(.serialized)
struct UndoTests {
    let directory: TemporaryDirectory
    let server: Server
    let card: String

    init() throws {
        directory = try TemporaryDirectory()
        server = try Server(directory: directory.url.appending(path: "server"))
        try server.publish("Stays here")
        card = try server.publish("Goes away")
    }

    private func viewer(window: Int) throws -> Tmux {
        let environment = server.environment().merging(["CARDSTREAM_UNDO_WINDOW": "\(window)"]) { $1 }
        let tmux = try Tmux(directory: directory.url, columns: 80, rows: 24, environment: environment)
        try tmux.run(Command.cardstream)
        try tmux.wait("both cards, live") {
            $0.contains("Stays here") && $0.contains("Goes away") && $0.contains("live")
        }
        return tmux
    }

    private func outcome() throws -> String {
        try Command.run(
            Command.cardstream, ["outcome", card], environment: server.environment().merging(Server.bare) { $1 })
    }

    private func dismissals() throws -> Int {
        try outcome().components(separatedBy: #""action":"dismiss""#).count - 1
    }

    private func waitForDismissal() throws {
        let deadline = Date.now.addingTimeInterval(20)
        while try dismissals() == 0 {
            try #require(Date.now < deadline, "the server never heard of it")
            usleep(50_000)
        }
    }

    @Test func `u restores a dismissed card, and nothing reaches the server`() throws {
        let tmux = try viewer(window: 30)
        try tmux.press("d")
        try tmux.wait("the time left") {
            !$0.contains("Goes away") && $0.contains("Card dismissed") && $0.contains("u to undo")
        }
        try tmux.press("u")
        try tmux.wait("the card again") { $0.contains("Goes away") && $0.contains("Undone") }
        try tmux.press("q")
        try tmux.wait("the shell") { $0.contains("READY$") && !$0.contains("Stays here") }
        #expect(try outcome().contains(#""status":"active""#))
        #expect(try dismissals() == 0)
    }

    @Test func `after the undo window, the action is sent once, and u says that it is too late`() throws {
        let tmux = try viewer(window: 2)
        try tmux.press("d")
        try tmux.wait("the time left") { $0.contains("u to undo") }
        #expect(try dismissals() == 0)
        try tmux.wait("the end of it") { !$0.contains("u to undo") }
        try waitForDismissal()
        try tmux.press("u")
        try tmux.wait("why not") { $0.contains("the dismissal was already sent") }
        #expect(try dismissals() == 1)
    }

    @Test func `after kill -9 in the undo window, the next start sends the action`() throws {
        do {
            let tmux = try viewer(window: 3)
            try tmux.press("d")
            try tmux.wait("the time left") { $0.contains("u to undo") }
            try tmux.signalProgram("KILL")
            try tmux.wait("the shell") { $0.contains("Killed") }
            #expect(try dismissals() == 0)
        }
        let tmux = try Tmux(directory: directory.url, columns: 80, rows: 24, environment: server.environment())
        try tmux.run(Command.cardstream)
        try tmux.wait("the card that stays") { $0.contains("Stays here") && $0.contains("live") }
        #expect(try !tmux.screen().contains("Goes away"))
        try waitForDismissal()
        #expect(try dismissals() == 1)
    }

    @Test func `quitting sends held actions`() throws {
        let tmux = try viewer(window: 60)
        try tmux.press("d")
        try tmux.wait("the time left") { $0.contains("u to undo") }
        try tmux.press("q")
        try tmux.wait("the shell") { $0.contains("READY$") && !$0.contains("Stays here") }
        #expect(try dismissals() == 1)
    }
}
