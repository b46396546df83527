package import FeedStorage
import Glibc
import SQLite

extension SQLiteStorage {
    /// Renames a damaged database file and the directory of uploads, so that the next server of the directory starts
    /// with an empty feed. The keys are kept. Does nothing if the file is intact. Reads the whole file, which takes a
    /// while.
    ///
    /// - Returns: The new path of the database; nil if the file is intact or missing.
    package static func setAsideIfDamaged(directory path: String) throws(StorageError) -> String? {
        let directory = try DataDirectory(path)
        defer { directory.release() }
        do throws(StorageError) {
            let storage = try SQLiteStorage(owning: directory)
            let verdict = try storage.check(directory.databasePath)
            // An error of close is a sign of damage, which the check has already found.
            try? storage.database.close()
            return verdict == "ok" ? nil : try directory.setAside()
        } catch .damaged {
            return try directory.setAside()
        }
    }

    /// Checks a whole feed, which a server may have open, without changing it. This takes a while. A missing feed
    /// counts as intact.
    ///
    /// - Throws: ``StorageError/damaged(path:reason:)``, and other errors that would prevent a server from opening the
    ///   feed.
    package static func inspect(directory: String) throws(StorageError) {
        let path = directory + "/feed.sqlite"
        guard access(path, F_OK) == 0 else { return }
        var options = ConnectionOptions()
        options.isReadOnly = true
        // A server may be closing the file at the moment.
        options.busyTimeout = 1000
        do {
            let connection = try Connection(path, options)
            // The connection only reads, so an error of close loses nothing.
            defer { try? connection.close() }
            try connection.accessNow { database in
                if try Schema.migrations.isSuperseded(in: database) { throw StorageError.newer(path: path) }
                let verdict = try Self.verdict(database)
                guard verdict == "ok" else { throw StorageError.damaged(path: path, reason: verdict) }
                if try Schema.migrations.isComplete(in: database) { try Schema.requireWhole(database, path: path) }
            }
        } catch { throw StorageError(opening: path, error) }
    }

    /// The migrations that opening a feed would perform. Changes nothing.
    package static func pendingMigrations(directory: String) throws(StorageError) -> [MigrationStep] {
        let path = directory + "/feed.sqlite"
        let isNew = access(path, F_OK) != 0
        var options = ConnectionOptions()
        options.isReadOnly = !isNew
        options.busyTimeout = 1000
        do {
            // For a new feed, check an empty database in memory.
            let connection = try Connection(isNew ? "" : path, options)
            // The connection only reads, so an error of close loses nothing.
            defer { try? connection.close() }
            let names = try connection.accessNow { database in
                if try Schema.migrations.isSuperseded(in: database) { throw StorageError.newer(path: path) }
                return try Schema.migrations.pending(in: database)
            }
            return names.map { MigrationStep(name: $0, title: Schema.titles[$0] ?? "") }
        } catch { throw StorageError(opening: path, error) }
    }

    /// The first error that SQLite finds in the file; "ok" if there is none.
    private func check(_ path: String) throws(StorageError) -> String {
        do { return try database.accessNow(Self.verdict) } catch { throw StorageError(opening: path, error) }
    }

    private static func verdict(_ database: Database) throws -> String {
        try database.statement("PRAGMA quick_check(1)").value() ?? "ok"
    }
}

extension DataDirectory {
    /// Renames the database and the files that belong to it. The database is renamed last, so that the next call
    /// continues after a crash.
    fileprivate func setAside() throws(StorageError) -> String {
        var number = 1
        while access("\(databasePath).damaged-\(number)", F_OK) == 0 { number += 1 }
        let suffix = ".damaged-\(number)"
        unlink(databasePath + "-shm")
        for name in ["\(path)/uploads", "\(databasePath)-wal", databasePath]
        where rename(name, name + suffix) != 0 && errno != ENOENT {
            throw .unusable(path: name, reason: String(cString: strerror(errno)))
        }
        return databasePath + suffix
    }
}
