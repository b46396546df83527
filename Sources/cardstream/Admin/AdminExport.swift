internal import AppRuntime
internal import ArgumentParser
internal import Basics
internal import Cards
internal import FeedStorage

import struct Foundation.UUID

/// `cardstream admin export`: writes a feed to an archive.
struct AdminExport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write a feed to a file, to move the feed to another directory or database.",
        discussion: """
            Writes a whole feed, with its uploaded files, as lines of JSON: a header, one object for each row, and a \
            last line with the number of rows. `cardstream admin import` reads the lines into a new directory or \
            database. If the feed is in a directory, stop its server first. If it is in PostgreSQL, servers can keep \
            running: the file has the feed as it was when the command began to read. The file holds all cards and \
            answers, and the secrets of webhooks: only its owner can read it. Keys are not in it: copy keys.toml and \
            the signing key yourself.

            EXAMPLES
              cardstream admin export --data /var/lib/cardstream feed.ndjson
              cardstream admin export --database postgres://cardstream@db/feed - \\
                  | zstd > feed.zst
            """)

    @OptionGroup var location: FeedLocation

    @Argument(help: ArgumentHelp("The file to write; - for standard output.", valueName: "file"), completion: .file())
    var file: String

    func run() throws {
        let place = try location.place()
        // Opening the feed would migrate it to this version, although servers of an earlier version may be using it.
        guard try place.pendingMigrations().isEmpty else {
            throw CommandFailure(
                .failure,
                "\(place.name) has no feed of this version of cardstream; check --data or --database. To export a feed of an "
                    + "earlier version, use that version of cardstream, or run cardstream admin migrate first")
        }
        let output = try ArchiveOutput(file)
        let progress = ArchiveProgress("exported")
        let count = try runBlocking {
            let storage = try await place.open(isForImport: false)
            do {
                let count = try await ArchiveExport(storage).run(archive: UUID().uuidString.lowercased()) { line in
                    try output.write(line)
                } onRow: { count in
                    progress.report(count)
                }
                try await storage.close()
                return count
            } catch {
                // Report the first error; an error from closing is less important.
                try? await storage.close()
                throw error
            }
        }
        progress.end()
        try output.finish()
        Console.error("exported \(count) rows" + (file == "-" ? "" : " to \(file.shownAsFile)"))
    }
}
