import Cards
package import FeedAPI
package import FeedEngine
package import FeedStorage
import Postgres

/// A storage in a database of PostgreSQL, for any number of servers at the same time. The files that users upload are in the
/// database as well.
///
/// A change locks the rows of its feeds until it is committed, so the changes of a feed are committed in the order of their
/// numbers. A command that meets another one, or whose connection ends before it is committed, is repeated. Reads of several
/// statements see one moment.
package final class PostgresStorage: FeedStorage {
    package let epoch: String
    package var files: any FileStorage { contents }
    let contents: DatabaseFiles
    private let writers: Pool
    private let readers: Pool
    private let onTrouble: @Sendable (String) -> Void

    /// Connections for changes and for reading: readers do not wait for those who wait for a feed.
    private static let mostWriters = 4
    private static let mostReaders = 4

    /// Connects, and makes or updates the tables. Blocks.
    ///
    /// - Parameters:
    ///   - address: The database. Its tables are made in a schema of their own.
    ///   - onTrouble: Called with each failure of the database that is more than a conflict, for the log. The text comes
    ///     from outside.
    package init(
        _ address: DatabaseAddress, onTrouble: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(StorageError) {
        writers = Pool(address.target, size: Self.mostWriters, prepare: Schema.prepare)
        readers = Pool(address.target, size: Self.mostReaders, prepare: Schema.prepare)
        contents = DatabaseFiles(writers: writers, readers: readers)
        self.onTrouble = onTrouble
        do {
            epoch = try writers.accessNow { database in
                guard database.serverVersion >= Self.oldestServer else {
                    throw StorageError.unusableDatabase(
                        reason: "its server is PostgreSQL \(database.serverVersion / 10_000); 13 or later is needed")
                }
                guard try Schema.migrations.migrate(database) else { throw StorageError.newerDatabase }
                return try database.value("SELECT epoch FROM log") ?? ""
            }
        } catch { throw StorageError(opening: error) }
    }

    private static let oldestServer = 130_000

    package func close() async throws {
        await writers.close()
        await readers.close()
    }

    // MARK: Changing

    package func run<Command: FeedCommand>(
        _ command: Command
    ) async throws(Problem) -> (reply: Command.Reply, changed: FeedEffects) {
        try await write { database in
            var command = command
            var rows = FeedRows(database)
            var needs = command.begin()
            while true {
                let decision = try command.decide(try rows.load(needs))
                try rows.write(decision.changes, at: command.time)
                switch decision.next {
                case .load(let next): needs = next
                case .reply(let reply):
                    try rows.finish()
                    return (reply: reply, changed: FeedEffects(decision.changes))
                }
            }
        }
    }

    // MARK: Access to the database

    /// Runs one transaction, again if it meets another one.
    func write<Result: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws(Problem) -> Result {
        do {
            return try await writers.access { database in try database.transaction(.change) { try body(database) } }
        } catch { throw problem(error) }
    }

    /// Reads with several statements that see one moment.
    func read<Result: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws(Problem) -> Result {
        try await readOnce { database in try database.transaction(.snapshot) { try body(database) } }
    }

    /// Reads with one statement, which sees one moment by itself.
    func readOnce<Result: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws(Problem) -> Result {
        do { return try await readers.access(body) } catch { throw problem(error) }
    }

    private func problem(_ error: any Error) -> Problem {
        if let error = error as? PostgresError { onTrouble(error.description) }
        return Problem(storage: error)
    }
}
