import CPty
import Foundation

/// A server with cards and a viewer's profile, in a separate directory.
final class Fixture {
    let cardstream: String
    let directory: URL
    let address: String
    let server: pid_t
    private let serverOutput: FileHandle

    /// - Parameter name: Distinguishes the directories of several servers.
    init(cardstream: String, name: String = "main") throws {
        self.cardstream = cardstream
        directory = FileManager.default.temporaryDirectory.appending(path: "cardstream-bench-\(getpid())-\(name)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let bare = ["PATH": "/usr/bin:/bin", "HOME": directory.path, "LANG": "C.UTF-8", "TZ": "UTC"]
        (server, address, serverOutput) = try Self.serve(
            cardstream, ["--data", directory.appending(path: "server").path], environment: bare)
    }

    /// Starts a server on a free port. It ends with this program, even if that is killed; a `Process` would continue.
    ///
    /// - Parameter log: The file for its standard error; nil for that of this program.
    /// - Returns: The process, its address, and its output, which must stay open so that the server can print.
    static func serve(
        _ cardstream: String, _ flags: [String], environment: [String: String], log: String? = nil
    ) throws -> (pid_t, address: String, output: FileHandle) {
        let logging = log.map { ["/bin/sh", "-c", "exec \"$@\" 2>>\"$0\"", $0] } ?? []
        let command = logging + [cardstream, "serve", "--listen", "127.0.0.1:0"] + flags
        let argv = command.map { strdup($0) } + [nil]
        let envp = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (argv + envp).forEach { free($0) } }
        var descriptor: Int32 = -1
        let server = cpty_spawn_helper(command[0], argv, envp, &descriptor)
        if server < 0 { throw BenchError("cannot start \(cardstream): \(String(cString: strerror(errno)))") }
        let output = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var text = ""
        while !text.contains("\n") {
            let chunk = output.availableData
            if chunk.isEmpty { throw BenchError("the server did not start") }
            text += String(decoding: chunk, as: UTF8.self)
        }
        guard let match = text.firstMatch(of: /http:\/\/127\.0\.0\.1:\d+/) else {
            throw BenchError("the server did not say where it listens: \(text)")
        }
        return (server, String(match.0), output)
    }

    deinit {
        kill(server, SIGTERM)
        waitpid(server, nil, 0)
        try? FileManager.default.removeItem(at: directory)
    }

    var publisherKey: URL { directory.appending(path: "publisher.key") }
    private var data: String { directory.appending(path: "server").path }
    private var bare: [String: String] {
        ["PATH": "/usr/bin:/bin", "HOME": directory.path, "LANG": "C.UTF-8", "TZ": "UTC", "TERM": "xterm-256color"]
    }

    /// The environment of a viewer of `user`, with its own home directory.
    func environment(user: String) throws -> [String: String] {
        let token = directory.appending(path: "token-\(user)")
        for (file, flags) in [
            (token, ["--user", user]), (directory.appending(path: "viewer.key"), ["--viewer-key"]),
            (publisherKey, ["--publisher-key"]),
        ] where !FileManager.default.fileExists(atPath: file.path) {
            let text = try output(["token", "--data", data] + flags, environment: bare)
            try Data(text.utf8).write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        }
        return bare.merging([
            "HOME": directory.appending(path: "home-\(user)").path,
            "CARDSTREAM_SERVER": address,
            "CARDSTREAM_USER": user,
            "CARDSTREAM_TOKEN_FILE": token.path,
            "CARDSTREAM_VIEWER_KEY_FILE": directory.appending(path: "viewer.key").path,
            "CARDSTREAM_PUBLISHER_KEY_FILE": publisherKey.path,
        ]) { $1 }
    }

    /// The environment of a user without a configured server, with its own home directory.
    func ownProfile() throws -> [String: String] {
        let home = directory.appending(path: "home-own")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        return bare.merging(["HOME": home.path]) { $1 }
    }

    /// The size of a file in bytes; 0 if it does not exist.
    func size(of file: URL) -> Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
        return attributes?[.size] as? Int ?? 0
    }

    /// The write-ahead log of a viewer's store.
    func log(user: String) -> URL {
        directory.appending(path: "home-\(user)/.local/share/cardstream/default/cards.sqlite-wal")
    }

    /// Publishes this many cards like those of the demo to a user, in bulk.
    func publish(_ count: Int, to user: String) throws {
        let file = directory.appending(path: "cards-\(user).jsonl")
        var lines = ""
        lines.reserveCapacity(count * 900)
        for index in 0..<count { lines += Self.card(index) + "\n" }
        try Data(lines.utf8).write(to: file)
        _ = try output(["publish", "--jsonl", "--user", user, file.path], environment: environment(user: user))
    }

    /// A card of about 800 bytes, like a real card.
    static func card(_ index: Int, headline: String? = nil) -> String {
        let subjects = ["checkout", "ledger", "search", "basket", "gateway", "identity", "catalogue"]
        let subject = subjects[index % subjects.count]
        return """
            {"template":{"id":"deploy","name":"Deploy approval"},"priority":\(index % 5 + 3),"content":[\
            {"type":"category","text":"Deployments","subText":"production","icon":"rocket"},\
            {"type":"headline","text":"\(headline ?? "Release \(subject) 4.12.\(index) to production?")"},\
            {"type":"text","text":"Requested by **Mira Okafor**. All 1,842 checks passed; the canary has served 5 % of \
            traffic for 30 minutes with an error rate of 0.02 %. Change \(index) of this quarter."},\
            {"type":"list","items":["3 migrations, all reversible","Feature flag `new-\(subject)` stays off",\
            "Rollback takes about 90 seconds"]},\
            {"type":"buttons","buttons":[\
            {"text":"Approve","action":{"type":"submit","name":"approve","values":{"decision":"approved"}}},\
            {"text":"Reject","style":"secondary","action":{"type":"submit","name":"reject"}},\
            {"text":"Ask me in an hour","style":"secondary","action":{"type":"snooze","for":"PT1H"}}]}]}
            """
    }

    @discardableResult
    func output(_ arguments: [String], environment: [String: String]) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: cardstream)
        process.arguments = arguments
        process.environment = environment
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw BenchError("cardstream \(arguments.joined(separator: " ")) ended with \(process.terminationStatus)")
        }
        return String(decoding: text, as: UTF8.self)
    }

    func viewer(
        user: String, arguments: [String] = [], colorTerm: String = "", rows: Int32 = 40, columns: Int32 = 120
    ) throws -> Terminal {
        let variables = try environment(user: user).merging(["COLORTERM": colorTerm]) { $1 }
        return try Terminal([cardstream] + arguments, environment: variables, rows: rows, columns: columns)
    }
}
