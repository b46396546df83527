import Foundation
import Support
import Testing

/// `cardstream serve` alongside viewers and publishers of the same user.
@Suite(.serialized)
struct ServeTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test func `serve, publish and the viewer find each other without configuration`() throws {
        let card = #"{"content":[{"type":"headline","text":"Found by itself"}]}"#
        try Data(card.utf8).write(to: directory.url.appending(path: "card.json"))
        let tmux = try Tmux(directory: directory.url)
        let program = Command.cardstream
        try tmux.run(
            "cd; \(program) serve --listen 127.0.0.1:0 >serve.log 2>&1 & \(program) publish card.json; "
                + "\(program); echo viewer-$?")
        try tmux.wait("the card") { $0.contains("Found by itself") && $0.contains("live") }
        try tmux.press("q")
        // Only after the viewer has ended does the shell receive the keys.
        try tmux.wait("the shell") { $0.contains("viewer-0\nREADY$") }
        try tmux.run("kill %1; wait %1; echo ended-$?")
        try tmux.wait("the server's end") { $0.contains("ended-0") }
        let log = try String(contentsOf: directory.url.appending(path: "serve.log"), encoding: .utf8)
        #expect(log.contains("listening on") && log.contains("/data/cardstream/default/server"))
    }

    @Test func `--check queries the listening server, and starts none`() throws {
        let server = try Server(directory: directory.url.appending(path: "server"))
        func check(_ address: String) throws -> Command.Result {
            try Command.finish(
                Command.cardstream, ["serve", "--check", "--listen", address],
                environment: ["HOME": directory.url.path, "PATH": "/usr/bin:/bin"])
        }
        let found = try check("0.0.0.0:\(server.port)")
        #expect(found.status == 0 && found.output + found.error == "", "\(found.error)")
        server.stop()
        #expect(try check("127.0.0.1:\(server.port)").status == 5)
        #expect(try check("127.0.0.1:0").status == 2)
        #expect(!FileManager.default.fileExists(atPath: directory.url.appending(path: ".local").path))
    }

    @Test func `a server ends in time while viewers are connected, one of them stopped`() throws {
        let server = try Server(directory: directory.url.appending(path: "server"))
        try server.publish("On every screen")
        let viewers = try (1...3).map { number in
            let home = directory.url.appending(path: "\(number)")
            try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
            let tmux = try Tmux(directory: home, environment: server.environment())
            try tmux.run("sh -c 'echo $$ > $HOME/pid; exec \(Command.cardstream)'")
            return tmux
        }
        for viewer in viewers { try viewer.wait("the card") { $0.contains("On every screen") && $0.contains("live") } }
        let text = try String(contentsOf: directory.url.appending(path: "1/pid"), encoding: .utf8)
        let stalled = try #require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        kill(stalled, SIGSTOP)
        for number in 0..<20 { try server.publish("More \(number)") }
        let start = ContinuousClock.now
        server.stop()
        #expect(start.duration(to: .now) < .seconds(5))
        kill(stalled, SIGCONT)
        // The shell took the terminal back from the stopped viewer. The other viewers report the lost connection.
        for viewer in viewers.dropFirst() { try viewer.wait("the loss") { $0.contains("offline since") } }
    }

    @Test func `the keys that are printed are those of the server`() throws {
        let server = try Server(directory: directory.url.appending(path: "server"))
        let data = server.directory.appending(path: "data").path
        for name in ["viewer", "publisher"] {
            let printed = try Command.run(Command.cardstream, ["token", "--data", data, "--\(name)-key"])
            let key = try String(contentsOf: server.directory.appending(path: "\(name).key"), encoding: .utf8)
            #expect(printed == key)
        }
    }

    @Test(arguments: [
        (["--days", "0.000001", "--user", "ana"], "The token has expired"), (["--viewer-key"], "✗ not logged in"),
    ])
    func `a useless token is reported`(flags: [String], part: String) throws {
        let server = try Server(directory: directory.url.appending(path: "server"))
        let data = server.directory.appending(path: "data").path
        let token = try Command.run(Command.cardstream, ["token", "--data", data] + flags)
        var environment = server.environment()
        environment["CARDSTREAM_TOKEN_FILE"] = nil
        environment["CARDSTREAM_TOKEN"] = token.trimmingCharacters(in: .whitespacesAndNewlines)
        let tmux = try Tmux(directory: directory.url, environment: environment)
        try tmux.run(Command.cardstream)
        try tmux.wait("the reason") { $0.contains(part) && $0.contains("not logged in") }
    }
}
