import Foundation
import Support
import Testing

/// A server with a publisher and viewers, for tests of commands that ask.
struct AskFixture {
    let directory: TemporaryDirectory
    let server: Server

    init() throws {
        directory = try TemporaryDirectory()
        server = try Server(directory: directory.url.appending(path: "server"))
    }

    /// The asker has its own directories, because it has no viewer profile.
    var publisher: [String: String] {
        server.environment().merging(Server.bare) { $1 }.merging(["HOME": directory.url.path]) { $1 }
    }

    /// The environment of ana's commands.
    var ana: [String: String] {
        server.environment().merging(Server.bare.merging(["HOME": directory.url.appending(path: "ana").path]) { $1 }) {
            $1
        }
    }

    func run(_ words: String...) throws -> Command.Result {
        try Command.finish(Command.cardstream, words, environment: publisher)
    }

    /// A viewer of ana's.
    func viewer() throws -> Tmux {
        let home = directory.url.appending(path: "viewer")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        let tmux = try Tmux(directory: home, columns: 100, rows: 40, environment: server.environment())
        try tmux.run(Command.cardstream)
        try tmux.wait("ana's cards") { $0.contains("live") }
        return tmux
    }

    func wait(_ what: String, until condition: () throws -> Bool) throws {
        let deadline = ContinuousClock.now + .seconds(20)
        while try !condition() {
            guard ContinuousClock.now < deadline else { throw EndToEndError.timedOut(what) }
            usleep(20_000)
        }
    }

    /// Waits for ana's only card and returns its id.
    func card() throws -> String {
        var id = ""
        try wait("the card") {
            let cards = try Command.finish(Command.cardstream, ["cards", "--json"], environment: ana)
            id = cards.output.firstMatch(of: /"id":"([^"]+)"/)?.1.description ?? ""
            return !id.isEmpty
        }
        return id
    }

    /// Answers ana's only card.
    func answer(_ button: String, _ values: String...) throws {
        let sent = try Command.finish(
            Command.cardstream, ["act", "submit", card(), "--button", button] + values, environment: ana)
        #expect(sent.status == 0, "\(sent)")
    }

    /// Whether no question is open.
    func isQuiet() throws -> Bool { try run("ask", "list").status == 3 }

    /// The outcome of the only question, or "open".
    func outcome() throws -> String {
        let listed = try run("ask", "list", "--all", "--json").output
        return listed.firstMatch(of: /"outcome":"([^"]+)"/)?.1.description ?? "open"
    }
}
