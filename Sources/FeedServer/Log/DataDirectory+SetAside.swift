import GRDB
import Glibc

extension FeedServer {
    /// Keeps a damaged log, and the files of its users, under another name, so that the next server of the directory
    /// begins anew; the keys stay. Does nothing to a sound log. Reads all of it: takes a while.
    ///
    /// - Returns: The new path; nil when the log is sound or missing.
    /// - Throws: ``FeedServerError``: another server runs there, or the file cannot be renamed.
    package static func setAsideIfDamaged(dataDirectory path: String) throws(FeedServerError) -> String? {
        let directory = try DataDirectory(path)
        defer { directory.release() }
        do throws(FeedServerError) {
            let log = try FeedLog(directory: directory, limits: ServerLimits())
            let verdict = try log.check()
            // What cannot be closed in peace is damaged, and seen below.
            try? log.database.close()
            return verdict == "ok" ? nil : try directory.setAside()
        } catch .damagedLog {
            return try directory.setAside()
        }
    }
}

extension FeedLog {
    /// What SQLite finds wrong with the file, or "ok".
    fileprivate func check() throws(FeedServerError) -> String {
        do {
            return try database.read { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") ?? "ok" }
        } catch { throw FeedServerError(opening: database.path, error) }
    }
}

extension DataDirectory {
    /// Renames the log and what belongs to it. The log goes last: what a crash interrupts goes on with the next call.
    fileprivate func setAside() throws(FeedServerError) -> String {
        var number = 1
        while access("\(databasePath).damaged-\(number)", F_OK) == 0 { number += 1 }
        let suffix = ".damaged-\(number)"
        unlink(databasePath + "-shm")
        for name in ["\(path)/uploads", "\(databasePath)-wal", databasePath]
        where rename(name, name + suffix) != 0 && errno != ENOENT {
            throw .dataDirectory(path: name, reason: String(cString: strerror(errno)))
        }
        return databasePath + suffix
    }
}
