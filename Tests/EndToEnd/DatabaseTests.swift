import Foundation
import PostgresSupport
import Support
import Testing

/// `cardstream serve --database`.
@Suite struct DatabaseTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func serve(_ flags: [String], _ variables: [String: String] = [:]) throws -> Command.Result {
        var environment = ["HOME": directory.url.path, "PATH": "/usr/bin:/bin"]
        environment.merge(variables) { $1 }
        return try Command.finish(
            Command.cardstream, ["serve", "--listen", "127.0.0.1:0"] + flags, environment: environment)
    }

    private func file(_ text: String, mode: Int = 0o600) throws -> String {
        let file = directory.url.appending(path: "database")
        try Data(text.utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
        return file.path
    }

    @Test(.enabled(if: PostgresCluster.isAvailable, "\(PostgresCluster.comment)"))
    func `the feed is in the database, whichever server runs`() throws {
        let database = try PostgresCluster.shared.makeDatabase()
        let first = try Server(
            directory: directory.url.appending(path: "server"), flags: ["--database", try file(database.address)])
        let card = try first.publish("Kept in PostgreSQL")
        first.crash()
        try first.start()
        let found = try Command.run(
            Command.cardstream, ["outcome", card], environment: first.environment())
        #expect(found.contains(card))
        let files = try FileManager.default.contentsOfDirectory(
            atPath: directory.url.appending(path: "server/data").path)
        #expect(!files.contains { $0.hasPrefix("feed.sqlite") }, "\(files)")
    }

    @Test(.enabled(if: PostgresCluster.isAvailable, "\(PostgresCluster.comment)"))
    func `a server that waits for a standby while it starts says so, and ends at once with SIGTERM`() throws {
        let cluster = try PostgresCluster.makeOwn(settings: ["wal_level = replica", "max_wal_senders = 2"])
        let database = try cluster.makeDatabase()
        try cluster.administer("ALTER SYSTEM SET synchronous_standby_names = 'none'")
        try cluster.restart("fast")
        let server = Process()
        server.executableURL = URL(filePath: Command.cardstream)
        server.arguments = [
            "serve", "--listen", "127.0.0.1:0", "--data", directory.url.appending(path: "data").path, "--database",
            try file(database.address),
        ]
        let errors = Pipe()
        server.standardError = errors
        server.standardOutput = FileHandle.nullDevice
        try server.run()
        var said = ""
        while !said.contains("waits for a lock or for a standby"),
            let bytes = try errors.fileHandleForReading.read(upToCount: 1), !bytes.isEmpty
        { said += String(decoding: bytes, as: UTF8.self) }
        #expect(said.contains("waits for a lock or for a standby"), "\(said)")
        let start = ContinuousClock.now
        server.terminate()
        server.waitUntilExit()
        // The time limit for stopping a server is 10 seconds.
        #expect(start.duration(to: .now) < .seconds(5) && server.terminationStatus == 0)
    }

    @Test(.enabled(if: PostgresCluster.isAvailable, "\(PostgresCluster.comment)"))
    func `a password in an argument is refused, and never repeated`() throws {
        let data = ["--data", directory.url.appending(path: "data").path]
        let refused = try serve(data + ["--database", "postgres://ana:geheim@127.0.0.1:1/feed"])
        #expect(refused.status == 2 && refused.error.contains("~/.pgpass"), "\(refused.error)")
        let variable = ["CARDSTREAM_DATABASE": "postgres://ana:geheim@127.0.0.1:1/feed"]
        let unreachable = try serve(data, variable)
        #expect(
            unreachable.status == 1 && unreachable.error.contains("Cannot reach the database"), "\(unreachable.error)")
        let pairs = "host=127.0.0.1 port=1 user=ana password=geheim dbname=feed"
        let refusedPairs = try serve(data + ["--database", pairs])
        #expect(refusedPairs.status == 2 && refusedPairs.error.contains("~/.pgpass"), "\(refusedPairs.error)")
        let givenPairs = try serve(data, ["CARDSTREAM_DATABASE": " \(pairs)\n"])
        #expect(
            givenPairs.status == 1 && givenPairs.error.contains("Cannot reach the database"), "\(givenPairs.error)")
        let misspelt = try serve(data, ["CARDSTREAM_DATABASE": "Postgres://ana:geheim@127.0.0.1:1/feed"])
        #expect(misspelt.status == 1 && misspelt.error.contains("expected a URL"), "\(misspelt.error)")
        let neither = try serve(data, ["CARDSTREAM_DATABASE": "geheim"])
        #expect(neither.status == 1 && neither.error.contains("neither a URL"), "\(neither.error)")
        let exposed = try serve(data + ["--database", try file("postgres://ana:geheim@127.0.0.1:1/feed", mode: 0o644)])
        #expect(exposed.status == 1 && exposed.error.contains("chmod 600"))
        let unreadable = try serve(data + ["--database", try file("postgres://ana:geheim@h/feed?nonsense=1")])
        #expect(unreadable.status == 1 && unreadable.error.contains("expected a URL"))
        for password in ["S3cr@geheim", "geheim/x", "123/geheim@x", "geheim%", "a?geheim@x"] {
            let raw = try serve(data, ["CARDSTREAM_DATABASE": "postgres://ana:\(password)@127.0.0.1:1/feed"])
            #expect(raw.status == 1 && raw.error.contains("@ as %40"), "\(raw.error)")
            #expect(!raw.error.contains("geheim") && !raw.error.contains("S3cr"), "\(raw.error)")
        }
        let folder = try serve(data + ["--database", directory.url.path])
        #expect(folder.status == 2 && folder.error.contains("is a directory"), "\(folder.error)")
        let homeless = try serve([], variable)
        #expect(homeless.status == 2 && homeless.error.contains("--data DIRECTORY"))
        let aside = try serve(data + ["--set-aside"], variable)
        #expect(aside.status == 2 && aside.error.contains("--set-aside"))
        for result in [
            refused, unreachable, refusedPairs, givenPairs, misspelt, neither, exposed, unreadable, homeless, aside,
        ] {
            #expect(!(result.output + result.error).contains("geheim"))
        }
    }
}
