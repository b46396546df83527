import AppRuntime
import Cards
import FeedAPI
import FeedSQLite
import FeedServer
import Foundation
import Testing

@testable import cardstream

struct ProfileServerTests {
    /// Runs a closure with a profile in a separate directory.
    private func withProfile(_ body: (ProfileServer, Setup) async throws -> Void) async throws {
        let root = NSTemporaryDirectory() + "cardstream-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: root) }
        let setup = Setup(
            config: Config(),
            paths: Paths(
                configuration: "\(root)/config", data: "\(root)/data", state: "\(root)/state",
                cache: "\(root)/cache"),
            variables: [:], configurationFile: "\(root)/config.toml")
        try await body(ProfileServer(setup), setup)
    }

    @Test func `a running server is found with its keys, at the loopback address`() async throws {
        try await withProfile { own, _ in
            let keys = try DevelopmentKeys.load(from: own.directory)
            let server = try await FeedServer(
                keys.config, storage: try SQLiteStorage(directory: own.directory))
            let port = try await server.start(listen: .ephemeralLoopback)
            try own.announce(ListenAddress(host: "0.0.0.0", port: port))
            let found = try await own.find(within: 0)
            #expect(found?.address == "http://127.0.0.1:\(port)")
            #expect(found?.keys == keys)
            own.withdraw()
            #expect(try await own.find(within: 0) == nil)
            await server.stop(within: .seconds(1))
        }
    }

    @Test(arguments: [
        ("", "the file is empty"), ("{\n  \"environment\": hush", "line 2, column 18: expected a JSON value"),
        ("{\"environment\": \"development\",\n\"viewerKey\": 5}", "viewerKey, line 2, column 14: expected a string"),
        ("{\"environment\": \"a\", \"viewerKey\": \"hush\"}", "the object has no \"secret\""),
        ("{\"environment\": \"\"}", "environment: expected \(EnvironmentID.rule.expected)"),
    ])
    func `an error in the generated keys says where it is, and what removing the file does`(
        text: String, reason: String
    ) async throws {
        try await withProfile { own, _ in
            _ = try DevelopmentKeys.load(from: own.directory)
            let path = own.directory + "/" + DevelopmentKeys.fileName
            let file = try FileHandle(forWritingTo: URL(filePath: path))
            try file.truncate(atOffset: 0)
            try file.write(contentsOf: Data(text.utf8))
            try file.close()
            let error = try #require(throws: FeedServerError.self) { try DevelopmentKeys.load(from: own.directory) }
            let message = own.explanation(of: error)
            #expect(message.hasPrefix("\(path): \(reason). Correct the file, or restore it"), "\(message)")
            #expect(message.contains("every user has to log in again") && !message.contains("hush"), "\(message)")
        }
    }

    @Test(arguments: [
        ("http://192.0.2.1", false), ("http://cards.example:8787", false), ("http://127.0.0.1.example", false),
        ("https://192.0.2.1", true), ("http://127.0.0.1:1", true), ("http://localhost:1", true),
        ("http://[::1]:1", true),
    ])
    func `a publisher key is not sent over plain HTTP to another machine`(server: String, isAllowed: Bool) async throws
    {
        try await withProfile { _, setup in
            var setup = setup
            setup.config.server = server
            setup.config.publisherKey = "hush"
            let failure: CommandFailure?
            do throws(CommandFailure) {
                try PublisherAccess(setup).requirePrivateServer()
                failure = nil
            } catch { failure = error }
            #expect((failure == nil) == isAllowed)
            if isAllowed {
                _ = try PublisherAccess(setup).caller()
            } else {
                #expect(failure?.status == .usage && failure?.message.contains("read the publisher key") == true)
                let refused = #expect(throws: CommandFailure.self) { try PublisherAccess(setup).caller() }
                #expect(refused == failure)
            }
        }
    }

    @Test func `a starting server is awaited`() async throws {
        try await withProfile { own, _ in
            let starting = Task {
                try await Task.sleep(for: .milliseconds(100))
                let server = try await FeedServer(
                    DevelopmentKeys.load(from: own.directory).config,
                    storage: try SQLiteStorage(directory: own.directory))
                let port = try await server.start(listen: .ephemeralLoopback)
                try own.announce(ListenAddress(host: "127.0.0.1", port: port))
                return server
            }
            #expect(try await own.find(within: 20) != nil)
            await (try starting.value).stop(within: .seconds(1))
        }
    }

    @Test func `another program at the port of a killed server gets no keys`() async throws {
        try await withProfile { own, _ in
            _ = try DevelopmentKeys.load(from: own.directory)
            let stranger = try await FeedServer(DevelopmentKeys.ephemeral().config)
            let port = try await stranger.start(listen: .ephemeralLoopback)
            try own.announce(ListenAddress(host: "127.0.0.1", port: port))
            #expect(try await own.find(within: 0) == nil)
            await stranger.stop(within: .seconds(1))
        }
    }

    @Test func `files of a killed server are not taken for a server`() async throws {
        try await withProfile { own, setup in
            let server = try await FeedServer(DevelopmentKeys.ephemeral().config)
            let port = try await server.start(listen: .ephemeralLoopback)
            await server.stop(within: .seconds(1))
            try own.announce(ListenAddress(host: "127.0.0.1", port: port))
            #expect(try await own.find(within: 0) == nil)
            try PrivateFile.write("http://evil.example:80/\n", to: setup.paths.endpointFile(profile: "default"))
            #expect(try await own.find(within: 0) == nil)
        }
    }
}
