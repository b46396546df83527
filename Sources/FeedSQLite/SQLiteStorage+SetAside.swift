package import FeedStorage
import Glibc
import SQLite

extension SQLiteStorage {
    /// Keeps a damaged file, and the files of its users, under another name, so that the next server of the directory
    /// begins anew; the keys stay. Does nothing to a sound file. Reads all of it: takes a while.
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

    /// What SQLite finds wrong with the file, or "ok".
    private func check(_ path: String) throws(StorageError) -> String {
        do {
            return try database.accessNow { try $0.statement("PRAGMA quick_check(1)").value() ?? "ok" }
        } catch { throw StorageError(opening: path, error) }
    }
}

extension DataDirectory {
    /// Renames the database and what belongs to it. The database goes last: what a crash interrupts goes on with the next
    /// call.
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
