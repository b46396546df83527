import Foundation
import Glibc
import Support
import Testing

/// What `cardstream serve` requires of the system, and what it reports about it.
@Suite(.serialized)
struct ServerEdgeTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Runs `serve` until it listens, then stops it, and returns all its output.
    ///
    /// - Parameters:
    ///   - before: Shell commands to run first.
    ///   - signal: The signal that stops it.
    private func serve(
        _ flags: String = "", before: String = ":", environment: [String: String] = [:], signal: Int32 = SIGTERM
    ) throws -> (output: String, status: Int32) {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = [
            "-c", "\(before); exec \"$0\" serve --listen 127.0.0.1:0 --data \"$HOME/feed\" \(flags) 2>&1",
            Command.cardstream,
        ]
        process.environment = Server.bare.merging(["HOME": directory.url.path]) { $1 }.merging(environment) { $1 }
        process.currentDirectoryURL = directory.url
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardInput = FileHandle.nullDevice
        // The threads of the pool block all signals, and child processes inherit that.
        var none = sigset_t()
        var before = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try process.run()
        var output = ""
        while !output.contains("data in"), case let data = pipe.fileHandleForReading.availableData, !data.isEmpty {
            output += String(decoding: data, as: UTF8.self)
        }
        kill(process.processIdentifier, signal)
        output += String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (output, process.terminationStatus)
    }

    @Test func `the server reports once that it listens, with its limit of connections`() throws {
        let output = try serve().output
        #expect(output.components(separatedBy: "listening").count == 2, "\(output)")
        #expect(output.contains("at most 1024 connections"), "\(output)")
    }

    @Test func `the number of connections is a flag and a setting`() throws {
        #expect(try serve("--max-connections 300").output.contains("at most 300 connections"))
        let environment = ["CARDSTREAM_SERVE_MAX_CONNECTIONS": "17"]
        #expect(try serve(environment: environment).output.contains("at most 17 connections"))
        let refused = try serve("--max-connections 0")
        #expect(refused.status == 2 && refused.output.contains("--max-connections"), "\(refused.output)")
    }

    @Test func `the soft limit of open files is raised, and the hard one is told where it is too low`() throws {
        let raised = try serve("--max-connections 400", before: "ulimit -S -n 200").output
        #expect(raised.contains("at most 400 connections"), "\(raised)")
        let cut = try serve("--max-connections 400", before: "ulimit -n 300").output
        #expect(cut.contains("at most 172 connections"), "\(cut)")
        #expect(cut.contains("warning") && cut.contains("300"), "\(cut)")
    }

    @Test func `a file size limit is reported like a full disk`() throws {
        let server = try Server(directory: directory.url.appending(path: "server"), fileBlocks: 1200)
        let text = String(repeating: "x", count: 15_000)
        var refusal = ""
        for _ in 0..<40 where refusal.isEmpty {
            let result = try Command.finish(
                Command.cardstream, ["publish", "-"], input: #"{"content":[{"type":"text","text":"\#(text)"}]}"#,
                environment: server.environment().merging(Server.bare) { $1 })
            if result.status != 0 { refusal = result.error }
        }
        #expect(refusal.contains("full") && refusal.contains("size limit"), "\(refusal)")
        server.stop()
    }
}
