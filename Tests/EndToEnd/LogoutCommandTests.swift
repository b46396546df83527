import Foundation
import Testing

/// `cardstream logout` after a viewer that was killed while an answer waited to be undone.
@Suite(.serialized) struct LogoutCommandTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// A shell whose profile has a card on disk, and an answer to it that was not sent.
    private func leave(_ server: Server) throws -> (tmux: Tmux, card: String) {
        let card = try server.publish("Top secret")
        var environment = server.environment()
        environment["CARDSTREAM_UNDO_WINDOW"] = "60"
        do {
            let tmux = try Tmux(directory: directory.url, environment: environment)
            try tmux.run(Command.cardstream)
            try tmux.wait("the card") { $0.contains("Top secret") && $0.contains("live") }
            try tmux.press("d")
            try tmux.wait("the dismissal") { $0.contains("Card dismissed") }
            try tmux.signalProgram("KILL")
            try tmux.wait("the shell") { $0.contains("Killed") }
        }
        #expect(try isAnywhere("Top secret"))
        let pictures = directory.url.appending(path: "cache/cardstream/images")
        try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: true)
        try Data("Top secret".utf8).write(to: pictures.appending(path: "picture"))
        // The dead viewer left its terminal as it was.
        return (try Tmux(directory: directory.url, environment: environment), card)
    }

    /// Whether a file of the profile has these bytes.
    private func isAnywhere(_ text: String) throws -> Bool {
        for place in ["data", "state", "cache"] {
            let folder = directory.url.appending(path: place)
            let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
            while let file = files?.nextObject() as? URL {
                guard let bytes = try? Data(contentsOf: file) else { continue }
                if bytes.firstRange(of: Data(text.utf8)) != nil { return true }
            }
        }
        return false
    }

    @Test func `what waits is sent, the publisher is told, and nothing of the cards stays`() throws {
        let server = try Server(directory: directory.url.appending(path: "server"))
        let (tmux, card) = try leave(server)
        try tmux.run("\(Command.cardstream) logout; echo exit-$?")
        let screen = try tmux.wait("the end") { $0.contains("exit-0") }
        #expect(screen.contains("logged out; nothing of the profile"))
        #expect(try !isAnywhere("Top secret") && !isAnywhere(card))
        let environment = server.environment().merging(Server.bare) { $1 }
        let outcome = try Command.run(Command.cardstream, ["outcome", card], environment: environment)
        #expect(outcome.contains("\"status\":\"dismissed\""))
        let analytics = try Command.run(
            Command.cardstream, ["admin", "analytics", "--json"], environment: environment)
        let dismissal = analytics.split(separator: "\n").filter { $0.contains("card-dismissed") }
        #expect(dismissal.count == 1 && dismissal.first?.contains(card) == true, "\(analytics)")
        #expect(analytics.contains("stream-displayed") && analytics.contains("\"clientAppVersion\":\"cardstream "))
    }

    @Test func `without a server everything goes the same, and the exit code tells what was lost`() throws {
        let server = try Server(directory: directory.url.appending(path: "server"))
        let (tmux, card) = try leave(server)
        server.stop()
        try tmux.run("\(Command.cardstream) logout --timeout 1; echo exit-$?")
        let screen = try tmux.wait("the end") { $0.contains("exit-5") }
        #expect(screen.contains("1 action was not sent"))
        #expect(try !isAnywhere("Top secret") && !isAnywhere(card))
    }

    @Test func `of a profile that has nothing there is nothing to send, also without a server`() throws {
        let server = try Server(directory: directory.url.appending(path: "server"))
        let (tmux, _) = try leave(server)
        try tmux.run("\(Command.cardstream) logout; echo first-$?")
        try tmux.wait("the first") { $0.contains("first-0") }
        server.stop()
        try tmux.run("clear; \(Command.cardstream) logout --timeout 1; echo again-$?")
        let screen = try tmux.wait("the second") { $0.contains("again-") && !$0.contains("echo") }
        #expect(screen.contains("again-0") && !screen.contains("not sent"), "\(screen)")
    }

    @Test func `what watch could not tell the server goes with the logout`() throws {
        let server = try Server(directory: directory.url.appending(path: "server"))
        let environment = server.environment().merging(Server.bare) { $1 }.merging(
            ["XDG_STATE_HOME": directory.url.appending(path: "state").path, "HOME": directory.url.path]) { $1 }
        let watch = directory.url.appending(path: "state/cardstream/default/watch")
        try FileManager.default.createDirectory(
            at: watch, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        // As `watch` leaves them.
        let state = """
            {"source":"ana at \(server.address), environment development","streams":{},"received":[{"id":"received-x-1",\
            "eventName":"notification-received","timestamp":"2026-11-22T09:00:00.000Z"}]}
            """
        for (name, text) in [
            ("lock", ""), ("device-token", String(repeating: "a", count: 64)), ("state.json", state),
        ] {
            let file = watch.appending(path: name)
            try Data(text.utf8).write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        }
        let done = try Command.finish(Command.cardstream, ["logout"], environment: environment)
        #expect(done.status == 0, "\(done)")
        let told = try Command.run(Command.cardstream, ["admin", "analytics", "--json"], environment: environment)
        #expect(told.contains("received-x-1") && !FileManager.default.fileExists(atPath: watch.path + "/state.json"))
    }
}
