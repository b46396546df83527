import Basics
import Foundation
import PostgresSupport
import Support
import Testing

/// `cardstream admin export`, `import` and `migrate`.
@Suite(.enabled(if: PostgresCluster.isAvailable, "\(PostgresCluster.comment)"), .timeLimit(.minutes(2)))
struct ArchiveTests {
    private let directory: TemporaryDirectory
    private let database: TestDatabase

    init() throws {
        directory = try TemporaryDirectory()
        database = try PostgresCluster.shared.makeDatabase()
        let file = directory.url.appending(path: "database")
        try Data(database.address.utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    }

    private func path(_ name: String) -> String { directory.url.appending(path: name).path }

    private func admin(_ arguments: [String], input: String? = nil) throws -> Command.Result {
        try Command.finish(
            Command.cardstream, ["admin"] + arguments, input: input,
            environment: ["HOME": directory.url.path, "PATH": "/usr/bin:/bin"])
    }

    @Test func `an export changes no tables`() throws {
        _ = try admin(["migrate", "--database", path("database")])
        try database.execute(
            "DELETE FROM cardstream.migration WHERE name = '3'; DROP TABLE cardstream.confirmation")
        let refused = try admin(["export", "--database", path("database"), path("feed.ndjson")])
        #expect(refused.status == 1 && refused.error.contains("admin migrate"), "\(refused.error)")
        #expect(try database.number("SELECT count(*) FROM cardstream.migration WHERE name = '3'") == 0)
        #expect(!FileManager.default.fileExists(atPath: path("feed.ndjson")))
    }

    @Test func `an export of a directory without a feed names the directory`() throws {
        let refused = try admin(["export", "--data", path("nowhere"), path("feed.ndjson")])
        #expect(refused.status == 1 && refused.error.contains("\(path("nowhere")) has no feed"), "\(refused.error)")
        #expect(!FileManager.default.fileExists(atPath: path("nowhere")))
    }

    @Test func `a feed is moved from its file to a database and back, with cards and answers`() throws {
        let server = try Server(directory: directory.url.appending(path: "server"))
        let card = try server.publish("Kept in SQLite")
        let own = server.environment().merging(["HOME": directory.url.path, "PATH": "/usr/bin:/bin"]) { $1 }
        _ = try Command.run(Command.cardstream, ["act", "submit", card, "--button", "yes"], environment: own)
        let data = path("server/data")
        let busy = try admin(["export", "--data", data, path("feed.ndjson")])
        #expect(busy.status == 1 && busy.error.contains("in use"), "\(busy.error)")
        #expect(!FileManager.default.fileExists(atPath: path("feed.ndjson")))
        server.stop()

        let exported = try admin(["export", "--data", data, path("feed.ndjson")])
        #expect(exported.status == 0 && exported.error.contains("exported"), "\(exported.error)")
        let mode = try FileManager.default.attributesOfItem(atPath: path("feed.ndjson"))[.posixPermissions] as? Int
        #expect(mode == 0o600)

        let steps = try admin(["migrate", "--dry-run", "--database", path("database")])
        #expect(
            steps.status == 0 && steps.output.contains("1: all tables") && steps.error.contains("nothing was changed"))
        #expect(try database.number("SELECT count(*) FROM pg_namespace WHERE nspname = 'cardstream'") == 0)
        let imported = try admin(["import", "--database", path("database"), path("feed.ndjson")])
        #expect(imported.status == 0 && imported.error.contains("same as the archive"), "\(imported.error)")
        let done = try admin(["migrate", "--dry-run", "--database", path("database")])
        #expect(done.output.isEmpty && done.error.contains("up to date"))

        let keys = path("moved")
        try FileManager.default.createDirectory(atPath: keys + "/data", withIntermediateDirectories: true)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: keys + "/data")
        let moved = try Server(directory: URL(filePath: keys), flags: ["--database", path("database")])
        let outcome = ["outcome", card]
        let found = try Command.run(Command.cardstream, outcome, environment: moved.environment())
        #expect(found.contains(card) && found.contains("yes"))
        moved.stop()

        let archive = try admin(["export", "--database", path("database"), "-"])
        #expect(archive.status == 0)
        let back = try admin(["import", "--data", path("back"), "-"], input: archive.output)
        #expect(back.status == 0 && back.error.contains("same as the archive"), "\(back.error)")
        let full = try admin(["import", "--data", data, path("feed.ndjson")])
        #expect(full.status == 1 && full.error.contains("not empty"), "\(full.error)")
    }

    @Test(arguments: ["--database", "--data"])
    func `an import that is killed continues`(flag: String) throws {
        let place = [flag, flag == "--data" ? path("feed") : path("database")]
        let rows = 3000
        let lines =
            ["{\"cardstream\":\"feed\",\"format\":1,\"archive\":\"x\"}"]
            + (0..<rows).map { "{\"row\":\"reader\",\"environment\":\"e\",\"user\":\"u\(10_000 + $0)\"}" }
            + ["{\"row\":\"end\",\"rows\":\(rows)}"]
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = URL(filePath: Command.cardstream)
        process.arguments = ["admin", "import"] + place + ["-"]
        process.environment = ["HOME": directory.url.path]
        process.standardInput = input
        process.standardError = output
        try process.run()
        // The last of these lines are not stored before the rest arrives, which never happens.
        let part = lines.prefix(2100).joined(separator: "\n") + "\n"
        input.fileHandleForWriting.write(Data(part.utf8))
        var said = ""
        while !said.contains("imported 2000 rows") {
            var entry = pollfd(fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
            if poll(&entry, 1, 20) == 0 {
                // Progress is reported at most once per second, when another line is read.
                input.fileHandleForWriting.write(Data("\n".utf8))
                continue
            }
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { break }
            said += String(decoding: data, as: UTF8.self)
        }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()

        let keys = path("keys")
        let refused = try Command.finish(
            Command.cardstream,
            ["serve", "--listen", "127.0.0.1:0", "--data", flag == "--data" ? place[1] : keys]
                + (flag == "--data" ? [] : place), environment: ["HOME": directory.url.path])
        #expect(refused.status == 1 && refused.error.contains("only partly imported"), "\(refused.error)")

        let archive = lines.joined(separator: "\n") + "\n"
        let early = try admin(["import"] + place + ["-"], input: lines.dropLast().joined(separator: "\n"))
        #expect(early.status == 1 && early.error.contains("the archive is incomplete"), "\(early.error)")
        let result = try admin(["import"] + place + ["-"], input: archive)
        #expect(result.status == 0 && result.error.contains("3000 of them in an earlier run"), "\(result.error)")
        if flag == "--database" { #expect(try database.number("SELECT count(*) FROM cardstream.reader") == rows) }
    }
}
