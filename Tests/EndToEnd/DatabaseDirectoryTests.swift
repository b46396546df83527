import Foundation
import PostgresSupport
import Support
import Testing

/// Commands that use the data directory of a server whose feed is in a database.
@Suite(.enabled(if: PostgresCluster.isAvailable, "\(PostgresCluster.comment)"))
struct DatabaseDirectoryTests {
    private let directory: TemporaryDirectory
    private let database: TestDatabase
    private let server: Server

    init() throws {
        directory = try TemporaryDirectory()
        database = try PostgresCluster.shared.makeDatabase()
        server = try Server(
            directory: directory.url.appending(path: "node-a"), database: database.address, keysOf: nil)
    }

    private var data: String { server.directory.appending(path: "data").path }

    private func run(_ words: [String], _ more: [String: String] = [:]) throws -> Command.Result {
        let home = directory.url.appending(path: "home")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        let environment = ["PATH": "/usr/bin:/bin", "HOME": home.path, "LANG": "C.UTF-8"].merging(more) { $1 }
        return try Command.finish(Command.cardstream, words, environment: environment)
    }

    private func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: data).filter {
            $0.hasPrefix("feed.sqlite") || $0 == "server-address"
        }
    }

    @Test func `an invitation is made by the running server`() throws {
        let invitation = try run(["invite", "carl", "--data", data, "--url", "https://cards.example"])
        #expect(invitation.status == 0 && invitation.output.hasPrefix("https://cards.example/#"), "\(invitation)")
        #expect(try database.number("SELECT count(*) FROM cardstream.invitation") == 1)
        #expect(try files() == ["server-address"])
        // No other program can open a feed in the same directory.
        let other = try run(["serve", "--listen", "127.0.0.1:0", "--data", data])
        #expect(other.status == 1 && other.error.contains("is in use by another server"), "\(other)")
        let archive = directory.url.appending(path: "archive").path
        let exported = try run(["admin", "export", "--data", data, archive])
        #expect(exported.status == 1 && exported.error.contains("has no feed"), "\(exported)")
        let migrated = try run(["admin", "migrate", "--data", data])
        #expect(migrated.status == 1 && migrated.error.contains("has no feed"), "\(migrated)")
        #expect(try files() == ["server-address"])
    }

    @Test func `without a running server an invitation is refused, and no feed is made`() throws {
        server.stop()
        let invite = ["invite", "carl", "--data", data, "--url", "https://cards.example"]
        let refused = try run(invite)
        #expect(refused.status == 5 && refused.error.contains("--key-file FILE"), "\(refused)")
        #expect(refused.output.isEmpty)
        #expect(try files() == [])
        // A feed that was migrated to the database leaves this file behind.
        try Data().write(to: URL(filePath: data).appending(path: "feed.sqlite"))
        let moved = try run(invite, ["CARDSTREAM_DATABASE": database.address])
        #expect(moved.status == 5 && moved.error.contains("--key-file FILE"), "\(moved)")
    }

    @Test func `several servers of a database share the directory`() throws {
        let second = try Server(
            directory: server.directory, flags: ["--database", "\(server.directory.path)/database"])
        #expect(second.port != server.port)
        second.stop()
        // The first server is still running.
        let other = try run(["serve", "--listen", "127.0.0.1:0", "--data", data])
        #expect(other.status == 1 && other.error.contains("is in use by another server"), "\(other)")
        #expect(!(try files().contains { $0.hasPrefix("feed") }))
    }
}
