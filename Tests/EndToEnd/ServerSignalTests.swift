import Foundation
import Support
import Testing

/// How `cardstream serve` reacts to signals.
@Suite(.serialized)
struct ServerSignalTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private var log: String {
        (try? String(contentsOf: directory.url.appending(path: "log"), encoding: .utf8)) ?? ""
    }

    /// Starts a server with its log in a file. Returns when the server listens.
    private func start(_ flags: [String]) throws -> (process: Process, port: UInt16) {
        let process = Process()
        process.setProgram(
            Command.cardstream,
            ["serve", "--listen", "127.0.0.1:0", "--data", directory.url.appending(path: "data").path] + flags)
        process.environment = ["HOME": directory.url.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"]
        let output = Pipe()
        let log = directory.url.appending(path: "log")
        try Data().write(to: log)
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: log)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        var text = ""
        while !text.contains("\n") {
            let data = output.fileHandleForReading.availableData
            if data.isEmpty { throw EndToEndError.timedOut("the server's first line: \(self.log)") }
            text += String(decoding: data, as: UTF8.self)
        }
        let match = try #require(text.firstMatch(of: /127\.0\.0\.1:(\d+)/))
        return (process, try #require(UInt16(match.1)))
    }

    @Test func `all lines are JSON if the log is`() throws {
        let data = directory.url.appending(path: "data").path
        func serve(_ flags: [String]) throws -> (result: Command.Result, messages: [String]) {
            let result = try Command.finish(
                Command.cardstream,
                ["serve", "--listen", "127.0.0.1:0", "--data", data, "--log-format", "json"] + flags,
                environment: ["HOME": directory.url.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"])
            let lines = (result.output + result.error).split(separator: "\n")
            return (
                result,
                try lines.map { line in
                    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
                    return try #require(object?["message"] as? String)
                }
            )
        }
        let (ended, messages) = try serve(["--idle", "1s", "--metrics-listen", "127.0.0.1:0"])
        #expect(ended.status == 0 && messages.first?.hasPrefix("listening on http://127.0.0.1:") == true, "\(ended)")
        #expect(messages.contains { $0.hasPrefix("metrics at") } && messages.count > 2, "\(messages)")
        let (refused, errors) = try serve(["--keys", "\(data)/missing"])
        #expect(
            refused.status != 0 && refused.error.contains("\"level\":\"critical\"") && errors.count == 1, "\(refused)")
    }

    @Test func `a line in a file has its time`() throws {
        let (process, _) = try start(["--log-level", "debug"])
        process.terminate()
        process.waitUntilExit()
        let lines = log.split(separator: "\n")
        #expect(!lines.isEmpty)
        let time = #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ [a-z]+ server: /#
        for line in lines { #expect(line.prefixMatch(of: time) != nil, "\(line)") }
    }

    private func wait(_ what: String, _ condition: () -> Bool) throws {
        let end = ContinuousClock.now + .seconds(20)
        while !condition() {
            guard ContinuousClock.now < end else { throw EndToEndError.timedOut("\(what): \(log)") }
            usleep(10_000)
        }
    }

    private func writeKeys(publisher: String, secret: String) throws -> String {
        let file = directory.url.appending(path: "keys.toml")
        let text = """
            [[environment]]
            id = "production"
            publisher_keys = ["\(publisher)"]
            [[environment.viewer]]
            key = "viewer"
            hs256_secret = \(secret)
            """
        try Data(text.utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        return file.path
    }

    /// The beginning of the response to a request with a publisher key.
    private func answer(_ port: UInt16, key: String) throws -> String {
        let client = try #require(RawConnection(port: port))
        client.send(
            "GET /v1/streams HTTP/1.1\r\nHost: test\r\nConnection: close\r\nCardstream-Environment: production\r\n"
                + "Cardstream-Key: \(key)\r\n\r\n")
        return String(client.readToEnd().prefix(12))
    }

    @Test func `SIGHUP reloads keys, and reports mistakes in their file`() throws {
        let good = "\"\(String(repeating: "s", count: 32))\""
        let keys = try writeKeys(publisher: "first", secret: good)
        let (process, port) = try start(["--keys", keys, "--log-format", "json"])
        defer {
            process.terminate()
            process.waitUntilExit()
        }
        #expect(try answer(port, key: "first") == "HTTP/1.1 200")
        _ = try writeKeys(publisher: "second", secret: good)
        kill(process.processIdentifier, SIGHUP)
        try wait("the new keys") { log.contains("reloaded") }
        #expect(try answer(port, key: "first") == "HTTP/1.1 401")
        #expect(try answer(port, key: "second") == "HTTP/1.1 200")
        let config = directory.url.appending(path: ".config/cardstream/config.toml")
        try FileManager.default.createDirectory(
            at: config.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("[serve]\npoll_only = true\n".utf8).write(to: config)
        kill(process.processIdentifier, SIGHUP)
        try wait("the setting that needs a restart") { log.contains("serve.poll_only") }
        _ = try writeKeys(publisher: "third", secret: "\"short\"")
        kill(process.processIdentifier, SIGHUP)
        try wait("the mistake") { log.contains("not reloaded") }
        #expect(
            log.contains("keys.toml:6: environment 1, viewer 1, hs256_secret: an HS256 secret needs at least 32 bytes"))
        #expect(!log.contains("short\""))
        #expect(try answer(port, key: "second") == "HTTP/1.1 200")
        for line in log.split(separator: "\n") {
            #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
        }
    }

    @Test func `SIGTERM lets a request finish, SIGHUP afterwards as well, and a second SIGTERM does not`() throws {
        let keys = try writeKeys(publisher: "first", secret: "\"\(String(repeating: "s", count: 32))\"")
        let (process, port) = try start(["--keys", keys, "--drain", "1h"])
        let client = try #require(RawConnection(port: port))
        client.send(
            "POST /v1/cards HTTP/1.1\r\nHost: test\r\nCardstream-Environment: production\r\nCardstream-Key: first\r\n"
                + "Content-Length: 100\r\n\r\n{")
        // This request is accepted and served after the unfinished one above.
        #expect(try answer(port, key: "first") == "HTTP/1.1 200")
        process.terminate()
        try wait("that it is not ready") {
            guard let client = RawConnection(port: port) else { return false }
            client.send("GET /v1/health/ready HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n")
            return client.readToEnd().hasPrefix("HTTP/1.1 503")
        }
        kill(process.processIdentifier, SIGHUP)
        for _ in 0..<20 { #expect(try answer(port, key: "first") == "HTTP/1.1 200") }
        #expect(process.isRunning)
        let start = ContinuousClock.now
        process.terminate()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0 && start.duration(to: .now) < .seconds(10))
    }

    @Test func `a server ends with its terminal`() throws {
        var tmux: Tmux? = try Tmux(directory: directory.url)
        try tmux?.run("sh -c 'echo $$ > $HOME/pid; exec \(Command.cardstream) serve --listen 127.0.0.1:0'")
        try tmux?.wait("the server") { $0.contains("listening on") }
        let text = try String(contentsOf: directory.url.appending(path: "pid"), encoding: .utf8)
        let server = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(kill(server, 0) == 0)
        tmux = nil
        try wait("its end") { kill(server, 0) != 0 }
    }
}
