package import FeedStorage
import Glibc
import SQLite

extension SQLiteStorage {
    /// Keeps a damaged file, and the files of its users, under another name, so that the next server of the directory
    /// begins again; the keys stay. Does nothing to a sound file. Reads all of it: takes a while.
    ///
    /// - Returns: The new path; nil when the file is sound or missing.
    package static func setAsideIfDamaged(directory path: String) throws(StorageError) -> String? {
        let directory = try DataDirectory(path)
        defer { directory.release() }
        do throws(StorageError) {
            let storage = try SQLiteStorage(owning: directory)
            let verdict = try storage.check(directory.databasePath)
            // A close that fails is a sign of damage, which the check has already found.
            try? storage.database.close()
            return verdict == "ok" ? nil : try directory.setAside()
        } catch .damaged {
            return try directory.setAside()
        }
    }

    /// Reads all of a feed, which a server may have open, and changes nothing: takes a while. A missing feed is sound.
    ///
    /// - Throws: ``StorageError/damaged(path:reason:)``, and what else would keep a server from opening it.
    package static func inspect(directory: String) throws(StorageError) {
        let path = directory + "/feed.sqlite"
        guard access(path, F_OK) == 0 else { return }
        var options = ConnectionOptions()
        options.isReadOnly = true
        // The server may be closing it.
        options.busyTimeout = 1000
        do {
            let connection = try Connection(path, options)
            // It was only read, so a close that fails loses nothing.
            defer { try? connection.close() }
            try connection.accessNow { database in
                if try Schema.migrations.isSuperseded(in: database) { throw StorageError.newer(path: path) }
                let verdict = try Self.verdict(database)
                guard verdict == "ok" else { throw StorageError.damaged(path: path, reason: verdict) }
                if try Schema.migrations.isComplete(in: database) { try Schema.requireWhole(database, path: path) }
            }
        } catch { throw StorageError(opening: path, error) }
    }

    /// The steps that opening a feed would take. Changes nothing.
    package static func pendingMigrations(directory: String) throws(StorageError) -> [MigrationStep] {
        let path = directory + "/feed.sqlite"
        let isNew = access(path, F_OK) != 0
        var options = ConnectionOptions()
        options.isReadOnly = !isNew
        options.busyTimeout = 1000
        do {
            // A new feed is looked at in memory.
            let connection = try Connection(isNew ? "" : path, options)
            // It was only read, so a close that fails loses nothing.
            defer { try? connection.close() }
            let names = try connection.accessNow { database in
                if try Schema.migrations.isSuperseded(in: database) { throw StorageError.newer(path: path) }
                return try Schema.migrations.pending(in: database)
            }
            return names.map { MigrationStep(name: $0, title: Schema.titles[$0] ?? "") }
        } catch { throw StorageError(opening: path, error) }
    }

    /// What SQLite finds wrong with the file, or "ok".
    private func check(_ path: String) throws(StorageError) -> String {
        do { return try database.accessNow(Self.verdict) } catch { throw StorageError(opening: path, error) }
    }

    private static func verdict(_ database: Database) throws -> String {
        try database.statement("PRAGMA quick_check(1)").value() ?? "ok"
    }
}

extension DataDirectory {
    /// Renames the database and what belongs to it. The database goes last: what a crash interrupts goes on with the
    /// next call.
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
