import CSQLite

extension Database {
    /// Enables the write-ahead log, so that readers and a writer do not wait for each other.
    package func useWriteAheadLog() throws {
        guard try statement("PRAGMA journal_mode = WAL").value() == "wal" else {
            throw DatabaseError(.cannotOpen, "this file system does not support a write-ahead log")
        }
    }

    /// Checkpoints the write-ahead log into the database file, and empties the log. Must be called outside of
    /// transactions.
    ///
    /// - Throws: ``ResultCode/busy`` while another connection reads from the log.
    package func checkpoint() throws(DatabaseError) {
        let handle = try open()
        let code = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
        guard code == SQLITE_OK else { throw DatabaseError(code, of: handle) }
    }

    /// Replaces the content of another database with a copy of this one, in a single step.
    func copy(to other: Database) throws(DatabaseError) {
        let target = try other.open()
        guard let backup = sqlite3_backup_init(target, "main", try open(), "main") else {
            throw DatabaseError(sqlite3_extended_errcode(target), of: target)
        }
        let code = sqlite3_backup_step(backup, -1)
        sqlite3_backup_finish(backup)
        guard code == SQLITE_DONE else {
            throw DatabaseError(code, of: nil)
        }
    }

    package func hasTable(_ name: String) throws -> Bool {
        try statement("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").value([name]) == 1
    }

    /// The first of these tables, indexes and triggers that the database does not have; nil if it has all.
    package func firstMissing(of names: [String]) throws -> String? {
        let there: Set<String> = Set(try statement("SELECT name FROM sqlite_master").values())
        return names.first { !there.contains($0) }
    }

    /// The `errno` values of the last errors of reading or writing the database and its log or journal. They are read
    /// from the open files, because SQLite does not set the connection's value when a commit fails.
    package var lastFileErrors: [Int32] {
        // A closed connection has no open files.
        guard let handle = try? open() else { return [] }
        return [SQLITE_FCNTL_FILE_POINTER, SQLITE_FCNTL_JOURNAL_POINTER]
            .map { csqlite_last_file_error(handle, $0) }.filter { $0 != 0 }
    }
}
