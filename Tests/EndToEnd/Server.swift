import FeedServer
import Foundation
import Testing

/// `cardstream serve` as a separate process, with data on disk so that it can be stopped and started again.
final class Server {
    let directory: URL
    private(set) var port: UInt16
    private var process: Process?
    private let flags: [String]
    private let fileBlocks: Int?

    /// - Parameters:
    ///   - flags: Additional flags of `serve`.
    ///   - fileBlocks: The maximum size of the server's files, in blocks of 512 bytes; nil for no limit.
    init(directory: URL, flags: [String] = [], fileBlocks: Int? = nil) throws {
        self.directory = directory
        self.flags = flags
        self.fileBlocks = fileBlocks
        port = 0
        try start()
    }

    deinit { process?.terminate() }

    var address: String { "http://127.0.0.1:\(port)" }

    /// The variables that make `publish` and the viewer use this server. Secrets are passed in files.
    func environment(through proxy: UInt16? = nil) -> [String: String] {
        [
            "CARDSTREAM_SERVER": "http://127.0.0.1:\(proxy ?? port)",
            "CARDSTREAM_STREAM": "inbox",
            "CARDSTREAM_USER": "ana",
            // Tests of the undo window set their own value; all others would only have to wait.
            "CARDSTREAM_UNDO_WINDOW": "0",
            "CARDSTREAM_TOKEN_FILE": directory.appending(path: "token").path,
            "CARDSTREAM_VIEWER_KEY_FILE": directory.appending(path: "viewer.key").path,
            "CARDSTREAM_PUBLISHER_KEY_FILE": directory.appending(path: "publisher.key").path,
        ]
    }

    /// Starts the server, on its previous port if it has run before.
    func start() throws {
        let process = Process()
        process.executableURL = URL(filePath: Command.cardstream)
        process.arguments =
            [
                "serve", "--listen", "127.0.0.1:\(port)", "--data", directory.appending(path: "data").path,
            ] + flags
        if let fileBlocks {
            process.executableURL = URL(filePath: "/bin/sh")
            process.arguments =
                ["-c", "ulimit -f \(fileBlocks); exec \"$0\" \"$@\"", Command.cardstream] + (process.arguments ?? [])
        }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        self.process = process
        var text = ""
        while !text.contains("\n") {
            let data = output.fileHandleForReading.availableData
            if data.isEmpty { throw EndToEndError.timedOut("the server's first line") }
            text += String(decoding: data, as: UTF8.self)
        }
        let match = try #require(text.firstMatch(of: /127\.0\.0\.1:(\d+)/))
        port = try #require(UInt16(match.1))
        // The same as the output of `cardstream token`, without running three more programs for each server.
        let keys = try DevelopmentKeys.load(from: directory.appending(path: "data").path)
        let token = TokenMint.mint(user: "ana", secret: keys.secret, now: Date())
        for (name, secret) in [("token", token), ("viewer.key", keys.viewerKey), ("publisher.key", keys.publisherKey)] {
            let file = directory.appending(path: name)
            try Data("\(secret)\n".utf8).write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        }
    }

    /// Stops responding on all connections, until ``resume()``.
    func pause() { _ = process?.suspend() }
    func resume() { _ = process?.resume() }

    /// Kills the server, as a crash does.
    func crash() {
        if let process { kill(process.processIdentifier, SIGKILL) }
        process?.waitUntilExit()
        process = nil
    }

    func stop() {
        process?.terminate()
        process?.waitUntilExit()
        process = nil
    }

    /// Publishes a card with this headline and two submit buttons, and returns its id.
    @discardableResult
    func publish(_ headline: String) throws -> String {
        try publish(
            card: """
                {"content":[{"type":"headline","text":"\(headline)"},{"type":"buttons","buttons":[
                {"text":"Yes","action":{"type":"submit","name":"yes"}},
                {"text":"No","style":"secondary","action":{"type":"submit","name":"no"}}]}]}
                """)
    }

    /// Publishes a card from its JSON, and returns its id.
    ///
    /// - Parameter user: The recipient; nil for the server's default user.
    func publish(card: String, user: String? = nil) throws -> String {
        let receipt = try Command.run(
            Command.cardstream, ["publish", "-"] + (user.map { ["--user", $0] } ?? []), input: card,
            environment: environment().merging(Self.bare) { $1 })
        return try #require(receipt.firstMatch(of: /"id":"([^"]+)"/)).1.description
    }

    static let bare = ["PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "LANG": "C.UTF-8"]
}
