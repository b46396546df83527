import Foundation
import Support
import Testing

/// `cardstream logout` after a viewer was killed while an answer was in its undo window.
@Suite(.serialized) struct LogoutCommandTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// A terminal whose profile has a card on disk, and an unsent answer to it.
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
        // A new terminal, because the killed viewer did not restore its own.
        return (try Tmux(directory: directory.url, environment: environment), card)
    }

    /// Whether any file of the profile contains the text.
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

    @Test func `logout sends unsent actions and events, and removes all cards`() throws {
        let server = try Server(directory: directory.url.appending(path: "server"))
        let (tmux, card) = try leave(server)
        try tmux.run("\(Command.cardstream) logout; echo exit-$?")
        let screen = try tmux.wait("the end") { $0.contains("exit-0") }
        #expect(screen.contains("logged out; the cards and actions of the profile"))
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

    @Test func `without a server, logout keeps everything while an action waits, unless the loss is confirmed`() throws
    {
        let server = try Server(directory: directory.url.appending(path: "server"))
        let (tmux, card) = try leave(server)
        server.stop()
        try tmux.run("\(Command.cardstream) logout --timeout 1; echo exit-$?")
        let refusal = try tmux.wait("the refusal") { $0.contains("exit-5") }
        #expect(refusal.contains("1 action was not sent") && refusal.contains("--discard"), "\(refusal)")
        #expect(try isAnywhere("Top secret") && isAnywhere(card))
        try tmux.run("clear; \(Command.cardstream) logout --timeout 1 --discard; echo again-$?")
        let screen = try tmux.wait("the end") { $0.contains("again-5") }
        #expect(screen.contains("1 action was not sent"), "\(screen)")
        #expect(try !isAnywhere("Top secret") && !isAnywhere(card))
    }

    @Test func `logout of an empty profile sends nothing, also without a server`() throws {
        let server = try Server(directory: directory.url.appending(path: "server"))
        let (tmux, _) = try leave(server)
        try tmux.run("\(Command.cardstream) logout; echo first-$?")
        try tmux.wait("the first") { $0.contains("first-0") }
        server.stop()
        try tmux.run("clear; \(Command.cardstream) logout --timeout 1; echo again-$?")
        let screen = try tmux.wait("the second") { $0.contains("again-") && !$0.contains("echo") }
        #expect(screen.contains("again-0") && !screen.contains("not sent"), "\(screen)")
    }

    /// A profile that only commands have used.
    private func profile(_ server: Server) -> [String: String] {
        server.environment().merging(Server.bare) { $1 }.merging([
            "XDG_STATE_HOME": directory.url.appending(path: "state").path,
            "XDG_DATA_HOME": directory.url.appending(path: "data").path,
            "XDG_CONFIG_HOME": directory.url.appending(path: "config").path, "HOME": directory.url.path,
        ]) { $1 }
    }

    /// Leaves a dismissal in the store that has not been sent.
    private func leaveDismissal(_ server: Server, _ environment: [String: String]) throws -> String {
        let card = try server.publish("Waits")
        let first = try server.publish("First")
        try Command.run(Command.cardstream, ["act", "dismiss", first], environment: environment)
        try Command.run(Command.cardstream, ["act", "dismiss", card, "--no-wait"], environment: environment)
        return card
    }

    /// Leaves the state of a `watch` with one notification that was not reported to the server.
    private func leaveWatch(_ server: Server, token: String = String(repeating: "a", count: 64)) throws -> URL {
        let watch = directory.url.appending(path: "state/cardstream/default/watch")
        try FileManager.default.createDirectory(
            at: watch, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let state = """
            {"source":"ana at \(server.address), environment development","streams":{},"received":[{"id":"received-x-1",\
            "eventName":"notification-received","timestamp":"2026-11-22T09:00:00.000Z"}]}
            """
        for (name, text) in [("lock", ""), ("device-token", token), ("state.json", state)] {
            let file = watch.appending(path: name)
            try Data(text.utf8).write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        }
        return watch
    }

    private func received(_ server: Server) throws -> String {
        try Command.finish(
            Command.cardstream, ["admin", "analytics", "--json"], environment: profile(server)
        ).output
    }

    private func outcome(_ card: String, _ server: Server) throws -> String {
        try Command.run(Command.cardstream, ["outcome", card], environment: profile(server))
    }

    @Test func `logout removes notifications that watch could not report`() throws {
        let server = try Server(directory: directory.url.appending(path: "server"))
        let watch = try leaveWatch(server)
        let done = try Command.finish(Command.cardstream, ["logout"], environment: profile(server))
        #expect(done.status == 0, "\(done)")
        #expect(try received(server).contains("received-x-1"))
        #expect(!FileManager.default.fileExists(atPath: watch.path + "/state.json"))
    }

    @Test func `logout with another account is refused like act, and everything stays`() throws {
        let server = try Server(directory: directory.url.appending(path: "server"))
        let environment = profile(server)
        let card = try leaveDismissal(server, environment)
        let watch = try leaveWatch(server)
        let ben = directory.url.appending(path: "ben").path
        let token = try Command.run(
            Command.cardstream, ["token", "--data", server.directory.appending(path: "data").path, "--user", "ben"])
        #expect(
            FileManager.default.createFile(
                atPath: ben, contents: Data(token.utf8), attributes: [.posixPermissions: 0o600]))
        let other = ["--server", "http://localhost:\(server.port)"]
        for flags in [other, ["--token-file", ben], other + ["--timeout", "0"], other + ["--token-file", ben]] {
            let refused = try Command.finish(Command.cardstream, ["logout"] + flags, environment: environment)
            let acting = try Command.finish(
                Command.cardstream, ["act", "dismiss", "x"] + flags.filter { $0 != "--timeout" && $0 != "0" },
                environment: environment)
            #expect(
                acting.status == 1
                    && acting.error.contains("1 action of another account has not been sent yet: ana at 127.0.0.1"),
                "\(acting)")
            let words = acting.error.trimmingCharacters(in: .newlines)
            #expect(refused.status == 1 && refused.error.hasPrefix(words), "\(refused)")
            #expect(refused.error.contains("Nothing was removed") && refused.error.contains(flags[0]), "\(refused)")
        }
        let config = directory.url.appending(path: "ben.toml").path
        try Data("token_file = \"\(ben)\"\n".utf8).write(to: URL(filePath: config))
        let plain = environment.filter { $0.key != "CARDSTREAM_TOKEN_FILE" }
        let configured = try Command.finish(Command.cardstream, ["logout", "--config", config], environment: plain)
        #expect(configured.status == 1 && configured.error.contains("Nothing was removed"), "\(configured)")
        let missing = try Command.finish(
            Command.cardstream, ["logout", "--token-file", ben + "x"], environment: environment)
        #expect(missing.status == 4 && !missing.error.contains("is on this machine"), "\(missing)")
        let named = try Command.finish(
            Command.cardstream, ["logout"], environment: environment.merging(["CARDSTREAM_TOKEN": token]) { $1 })
        #expect(named.status == 1 && named.error.contains("without CARDSTREAM_SERVER and"), "\(named)")
        #expect(FileManager.default.fileExists(atPath: watch.path + "/state.json"))
        #expect(try outcome(card, server).contains(#""status":"active""#) && !received(server).contains("received-x-1"))

        let done = try Command.finish(Command.cardstream, ["logout"], environment: environment)
        #expect(done.status == 0, "\(done)")
        #expect(try outcome(card, server).contains(#""status":"dismissed""#) && !isAnywhere(card))
    }

    @Test func `if the configuration names another account, everything is removed only if the loss is confirmed`()
        throws
    {
        let server = try Server(directory: directory.url.appending(path: "server"))
        var environment = profile(server)
        let card = try leaveDismissal(server, environment)
        let configuration = directory.url.appending(path: "config/cardstream")
        try FileManager.default.createDirectory(at: configuration, withIntermediateDirectories: true)
        let token = server.directory.appending(path: "token").path
        try Data("server = \"http://localhost:\(server.port)\"\ntoken_file = \"\(token)\"\n".utf8).write(
            to: configuration.appending(path: "config.toml"))
        for name in ["SERVER", "TOKEN_FILE", "USER"] { environment["CARDSTREAM_" + name] = nil }
        let kept = try Command.finish(Command.cardstream, ["logout"], environment: environment)
        #expect(
            kept.status == 1 && kept.error.contains("Nothing was removed; `cardstream logout --discard`"), "\(kept)")
        #expect(try isAnywhere(card))
        let done = try Command.finish(Command.cardstream, ["logout", "--discard"], environment: environment)
        #expect(done.status == 1 && done.error.contains("1 action was not sent"), "\(done)")
        #expect(
            done.error.contains("the cards and actions of the profile") && !done.error.contains("that account"),
            "\(done)")
        #expect(try outcome(card, server).contains(#""status":"active""#) && !isAnywhere(card))
    }

    @Test func `the token is read once, and data that cannot be sent does not block the rest`() throws {
        let server = try Server(directory: directory.url.appending(path: "server"))
        var environment = profile(server)
        let card = try leaveDismissal(server, environment)
        // The token is longer than the limit.
        let watch = try leaveWatch(server, token: String(repeating: "a", count: 5000))
        let count = directory.url.appending(path: "count").path
        environment["CARDSTREAM_TOKEN_FILE"] = nil
        environment["CARDSTREAM_TOKEN_COMMAND"] =
            "test ! -e \(count) && touch \(count) && cat \(server.directory.path)/token"
        let done = try Command.finish(Command.cardstream, ["logout"], environment: environment)
        #expect(done.status == 1 && done.error.contains("the device is still registered"), "\(done)")
        #expect(try outcome(card, server).contains(#""status":"dismissed""#))
        #expect(try received(server).contains("received-x-1"))
        #expect(try !isAnywhere(card) && !FileManager.default.fileExists(atPath: watch.path + "/device-token"))
    }

    @Test func `a store of another account that cannot be read stays, and is named`() throws {
        let server = try Server(directory: directory.url.appending(path: "server"))
        let environment = profile(server)
        let first = try server.publish("First")
        try Command.run(Command.cardstream, ["act", "dismiss", first], environment: environment)
        let aside = directory.url.appending(path: "data/cardstream/default/cards.sqlite.account-1")
        #expect(
            FileManager.default.createFile(
                atPath: aside.path, contents: Data("damaged".utf8), attributes: [.posixPermissions: 0o600]))
        let done = try Command.finish(Command.cardstream, ["logout"], environment: environment)
        #expect(done.status == 0, "\(done)")
        #expect(done.error.contains("cards.sqlite.account-1 cannot be read"), "\(done)")
        #expect(done.error.contains("logged out") && FileManager.default.fileExists(atPath: aside.path))
    }
}
