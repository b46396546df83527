import Foundation
import Support
import Testing

/// The whole program as people use it: the built binary in a terminal, a server process, and a network that fails.
@Suite(.serialized)
struct ViewerTests {
    /// A directory for one test, which is removed with it.
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func viewer(_ server: Server, through proxy: UInt16? = nil, columns: Int = 100, rows: Int = 30) throws
        -> Tmux
    {
        // Crash reports omit function names, which take seconds to look up, and have the same length.
        let variables = server.environment(through: proxy).merging(["SWIFT_BACKTRACE": "symbolicate=no"]) { $1 }
        let tmux = try Tmux(directory: directory.url, columns: columns, rows: rows, environment: variables)
        try tmux.run(Command.cardstream)
        return tmux
    }

    private func server() throws -> Server { try Server(directory: directory.url.appending(path: "server")) }

    @Test func `the demonstration shows cards and leaves the shell as it was`() throws {
        let tmux = try Tmux(directory: directory.url)
        try tmux.run("\(Command.cardstream) demo")
        try tmux.wait("the first card") { $0.contains("Release checkout 4.12.7") }
        try tmux.wait("a live connection") { $0.contains("live") }
        try tmux.press("q")
        try tmux.wait("the shell") { $0.contains("READY$") && !$0.contains("Release checkout") }
        #expect(try !tmux.showsAlternateScreen())
        #expect(try tmux.showsCursor())
    }

    @Test func `a published card appears without a key`() throws {
        let server = try server()
        try server.publish("The first of two")
        let tmux = try viewer(server)
        try tmux.wait("the first card") { $0.contains("The first of two") }
        try tmux.wait("a live connection") { $0.contains("live") }
        try server.publish("The second of two")
        try tmux.wait("the second card", seconds: 10) { $0.contains("The second of two") }
    }

    @Test func `a dismissal survives kill -9 of the viewer`() throws {
        let server = try server()
        try server.publish("Stays here")
        let doomed = try server.publish("Goes away")
        do {
            let tmux = try viewer(server)
            try tmux.wait("both cards") { $0.contains("Stays here") && $0.contains("Goes away") }
            try tmux.wait("a live connection") { $0.contains("live") }
            server.stop()
            try tmux.press("d")
            try tmux.wait("the card to leave") { !$0.contains("Goes away") }
            try tmux.signalProgram("KILL")
            try tmux.wait("the shell") { $0.contains("Killed") }
        }
        try server.start()
        let tmux = try viewer(server)
        try tmux.wait("the card that stays") { $0.contains("Stays here") && $0.contains("live") }
        #expect(try !tmux.screen().contains("Goes away"))
        try wait("the server to know") { try outcome(doomed, server).contains("\"status\":\"dismissed\"") }
    }

    @Test func `three actions made while the server is down arrive exactly once`() throws {
        let server = try server()
        let cards = try ["Alpha", "Bravo", "Charlie"].map { try server.publish("Decide on \($0)") }
        let tmux = try viewer(server)
        try tmux.wait("three cards") { $0.contains("Alpha") && $0.contains("Bravo") && $0.contains("Charlie") }
        try tmux.wait("a live connection") { $0.contains("live") }
        server.stop()
        for left in [2, 1, 0] {
            try tmux.press("1")
            try tmux.wait("\(left) cards left") { screen in
                ["Alpha", "Bravo", "Charlie"].filter { screen.contains("Decide on \($0)") }.count == left
            }
        }
        try tmux.wait("the unsent actions in the status") { $0.contains("3 unsent") }
        try server.start()
        try tmux.wait("a live connection", seconds: 75) { $0.contains("live") && !$0.contains("unsent") }
        for card in cards {
            try wait("the answer to \(card)") { try outcome(card, server).contains("\"status\":\"completed\"") }
            let answers = try outcome(card, server).components(separatedBy: "\"action\":\"submit\"").count - 1
            #expect(answers == 1)
        }
    }

    @Test func `the viewer falls back to polling and returns to push`() throws {
        let server = try server()
        try server.publish("Before")
        let proxy = try FaultProxy(to: server.port)
        defer { proxy.stop() }
        proxy.set(.refuseSocket)
        let tmux = try viewer(server, through: proxy.port)
        try tmux.wait("polling") { $0.contains("Before") && $0.contains("polling") }
        try server.publish("While polling")
        try tmux.wait("the card by polling", seconds: 30) { $0.contains("While polling") }
        proxy.set(.open)
        try tmux.press("r")
        try tmux.wait("a live connection", seconds: 30) { $0.contains("live") }
        try server.publish("Live again")
        try tmux.wait("the card by push", seconds: 10) { $0.contains("Live again") }
    }

    @Test func `the viewer follows the size of the window`() throws {
        let server = try server()
        try server.publish("A card of some width")
        let tmux = try viewer(server)
        try tmux.wait("the card") { $0.contains("A card of some width") && $0.contains("live") }
        for (columns, rows) in [(60, 20), (200, 60), (20, 6), (100, 30)] {
            try tmux.resize(columns: columns, rows: rows)
            try tmux.wait("the card at \(columns)x\(rows)") { screen in
                let lines = screen.split(separator: "\n", omittingEmptySubsequences: false)
                return lines.contains { $0.contains("A card of") } && lines.allSatisfy { $0.count <= columns }
            }
        }
    }

    @Test(arguments: ["TERM", "HUP", "QUIT", "USR1", "USR2", "ALRM", "XCPU", "SEGV", "ABRT", "TRAP"])
    func `the terminal is restored after a signal`(signal: String) throws {
        let server = try server()
        try server.publish("A card on screen")
        let tmux = try viewer(server)
        try tmux.wait("the card") { $0.contains("A card on screen") }
        #expect(try tmux.showsAlternateScreen())
        try tmux.signalProgram(signal)
        try tmux.wait("the alternate screen to go", seconds: 5) { _ in try !tmux.showsAlternateScreen() }
        // The crash report is printed first; only a prompt below it shows that the shell is back.
        try tmux.wait("the prompt", seconds: 20) { screen in
            screen.split(separator: "\n").last { !$0.allSatisfy(\.isWhitespace) }?.hasPrefix("READY$") == true
        }
        #expect(try tmux.showsCursor())
        try tmux.run("echo still-$((40+2))-echoing")
        try tmux.wait("a terminal that echoes") { $0.contains("echo still-$((40+2))") && $0.contains("still-42") }
    }

    @Test func `the viewer suspends and resumes`() throws {
        let server = try server()
        try server.publish("A card on screen")
        let tmux = try viewer(server)
        try tmux.wait("the card") { $0.contains("A card on screen") }
        try tmux.press("C-z")
        try tmux.wait("the shell") { $0.contains("READY$") && !$0.contains("A card on screen") }
        try tmux.run("fg")
        try tmux.wait("the card again") { $0.contains("A card on screen") }
    }

    private func outcome(_ card: String, _ server: Server) throws -> String {
        try Command.run(
            Command.cardstream, ["outcome", card], environment: server.environment().merging(Server.bare) { $1 })
    }

    private func wait(_ what: String, seconds: Double = 20, until condition: () throws -> Bool) throws {
        let deadline = Date.now.addingTimeInterval(seconds)
        while Date.now < deadline {
            if try condition() { return }
            usleep(50_000)
        }
        Issue.record("waited \(seconds) s for \(what)")
    }
}
