import Foundation
import Support
import Testing

/// `cardstream serve` with a socket from a service manager, alongside viewers and commands of the same profile.
@Suite(.serialized)
struct ActivationTests {
    let directory: TemporaryDirectory
    let passed: PassedSocket

    init() throws {
        directory = try TemporaryDirectory()
        passed = try PassedSocket()
    }

    private var environment: [String: String] {
        // The same variables as in the terminals of the tests.
        [
            "PATH": "/usr/bin:/bin", "HOME": directory.url.path, "LANG": "C.UTF-8",
            "XDG_CONFIG_HOME": directory.url.appending(path: "config").path,
            "XDG_DATA_HOME": directory.url.appending(path: "data").path,
            "XDG_STATE_HOME": directory.url.appending(path: "state").path,
        ]
    }

    @discardableResult
    private func run(_ arguments: [String]) throws -> String {
        try Command.run(Command.cardstream, arguments, environment: environment)
    }

    private func file(_ path: String) -> String? {
        try? String(contentsOf: directory.url.appending(path: path), encoding: .utf8)
    }

    /// Installs only the unit files. Another test checks how they are enabled.
    private func installUnits() throws {
        let stub = directory.url.appending(path: "bin")
        try FileManager.default.createDirectory(at: stub, withIntermediateDirectories: true)
        let program = stub.appending(path: "systemctl").path
        try Data("#!/bin/sh\n".utf8).write(to: URL(filePath: program))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
        var environment = environment
        environment["PATH"] = "\(stub.path):/usr/bin:/bin"
        try Command.run(
            Command.cardstream, ["service", "install", "--listen", "127.0.0.1:\(passed.port)"], environment: environment
        )
    }

    @Test func `the first connection is served, and after a time without one the server ends`() throws {
        let notices = try NotifySocket(path: directory.url.appending(path: "notify").path)
        var environment = environment
        environment["NOTIFY_SOCKET"] = notices.path
        let client = try #require(RawConnection(port: passed.port))
        client.send("GET /v1/nowhere HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n")
        let process = try passed.start(["--idle", "1s"], environment: environment)
        #expect(client.readToEnd().hasPrefix("HTTP/1.1 4"))
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(notices.next().hasPrefix("READY=1\nSTATUS=Listening on http://127.0.0.1:\(passed.port)"))
        #expect(notices.next() == "STOPPING=1")
        #expect(file("state/cardstream/default/server-address") == nil)
    }

    @Test func `a socket for another process is left alone`() throws {
        let output = Pipe()
        let process = try passed.start(
            ["--listen", "127.0.0.1:0"], environment: environment, output: output.fileHandleForWriting, owner: "1")
        defer {
            process.terminate()
            process.waitUntilExit()
        }
        var text = ""
        while !text.contains("\n") {
            text += String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        }
        let match = try #require(text.firstMatch(of: /listening on http:\/\/127\.0\.0\.1:(\d+)/))
        #expect(match.1 != "\(passed.port)")
    }

    @Test func `a viewer starts the service, uses it, and starts it again after it has ended`() throws {
        try installUnits()
        let runner = ServiceRunner(passed, ["--idle", "1h"], environment: environment)
        try run(["publish", "--title", "Before all"])
        #expect(runner.startCount == 0)
        let tmux = try Tmux(directory: directory.url)
        try tmux.run("cd; \(Command.cardstream)")
        try tmux.wait("the card") { $0.contains("Before all") && $0.contains("live") }
        #expect(file("state/cardstream/default/server-address") == "\(passed.address)\n")
        #expect(runner.startCount == 1)
        runner.endService()
        try tmux.wait("the loss") { _ in runner.startCount == 2 }
        try tmux.wait("the connection") { $0.contains("live") }
        try run(["publish", "--title", "With the second one"])
        try tmux.wait("the second card") { $0.contains("With the second one") }
        #expect(file("state/cardstream/default/server-address") == "\(passed.address)\n")
        try tmux.press("q")
        try tmux.wait("the shell") { $0.contains("READY$") }
    }

    @Test func `while another program has the feed, its server gets the connections`() throws {
        let holder = Process()
        holder.executableURL = URL(filePath: Command.cardstream)
        holder.arguments = ["serve", "--listen", "127.0.0.1:0"]
        holder.environment = environment
        let lines = Pipe()
        holder.standardOutput = lines
        try holder.run()
        _ = lines.fileHandleForReading.availableData
        let key = directory.url.appending(path: "key")
        try Data(try run(["token", "--publisher-key"]).utf8).write(to: key)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key.path)
        let publish = [
            "publish", "--server", passed.address, "--key-file", key.path, "--user", "me", "--title",
        ]

        let process = try passed.start(["--idle", "1h"], environment: environment)
        defer {
            process.terminate()
            process.waitUntilExit()
        }
        try run(publish + ["Forwarded"])
        holder.terminate()
        holder.waitUntilExit()
        // The feed is free, so the server opens it itself.
        try run(publish + ["Served"])
        let cards = try run(["cards"])
        #expect(cards.contains("Forwarded") && cards.contains("Served"))
        #expect(file("state/cardstream/default/server-address") == "\(passed.address)\n")
    }
}

/// Receives the notifications that services send to their service manager.
private final class NotifySocket {
    let path: String
    private let descriptor: CInt

    init(path: String) throws {
        self.path = path
        descriptor = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var place = sockaddr_un()
        place.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &place.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let descriptor = descriptor
        let code = withUnsafePointer(to: &place) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(code == 0)
    }

    deinit { close(descriptor) }

    /// The next notification, or an empty string after ten seconds without one.
    func next() -> String {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&request, 1, 10_000) > 0 else { return "" }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
    }
}
