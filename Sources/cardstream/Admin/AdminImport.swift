internal import AppRuntime
internal import ArgumentParser
internal import Basics
internal import Cards
internal import FeedStorage
internal import Glibc

/// `cardstream admin import`: reads an archive into a new feed.
struct AdminImport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Read the archive of a feed into a new directory or database.",
        discussion: """
            Reads an archive that `cardstream admin export` wrote, and stores it in an empty feed, in SQLite (--data) \
            or PostgreSQL (--database). At the end the command reads the feed back and compares every row with the \
            archive. If the import is interrupted, run the command again with the same archive: the import continues. \
            No server opens the feed until the import is done. When the new server runs, viewers load all their cards \
            again.

            EXAMPLES
              cardstream admin import --database postgres://cardstream@db/feed feed.ndjson
              zstd -dc feed.zst | cardstream admin import --data /var/lib/cardstream -
            """)

    @OptionGroup var location: FeedLocation

    @Argument(help: ArgumentHelp("The file to read; - for standard input.", valueName: "file"), completion: .file())
    var file: String

    func run() throws {
        let place = try location.place()
        let descriptor = file == "-" ? STDIN_FILENO : open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw CommandFailure(.failure, "cannot read \(file.shownAsFile): \(String(cString: strerror(errno)))")
        }
        let progress = ArchiveProgress("imported")
        let name = file == "-" ? "standard input" : file.shownAsFile
        let (count, resumedAt) = try runBlocking {
            let storage = try await place.open(isForImport: true)
            do {
                let result = try await Self.read(descriptor, name, into: storage, progress)
                try await storage.close()
                return result
            } catch {
                // Report the first error; an error from closing is less important.
                try? await storage.close()
                throw error
            }
        }
        progress.end()
        Console.error(
            "imported \(count) rows" + (resumedAt > 0 ? ", \(resumedAt) of them in an earlier run" : "")
                + "; the feed is the same as the archive")
    }

    private static func read(
        _ descriptor: CInt, _ name: String, into storage: any ArchivableStorage, _ progress: ArchiveProgress
    ) async throws -> (count: Int, resumedAt: Int) {
        var lines = ArchiveLines(descriptor)
        var archive = ArchiveImport(into: storage)
        var number = 0
        while let line = try lines.next(name) {
            number += 1
            do { try await archive.add(line) } catch ArchiveError.unreadable(let reason) {
                throw CommandFailure(.failure, "\(name), line \(number): \(reason.escapingControls)")
            }
            progress.report(archive.stored)
        }
        return (try await archive.finish(), archive.resumedAt)
    }
}
