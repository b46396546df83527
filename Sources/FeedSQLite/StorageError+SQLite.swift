import FeedStorage
import GRDB
import GRDBSQLite
import Glibc

extension StorageError {
    /// Sorts what opening a database throws by what can be done about it.
    init(opening path: String, _ error: any Error) {
        switch error {
        case let error as StorageError: self = error
        case let error as DatabaseError where error.isDamage:
            self = .damaged(path: path, reason: error.message ?? "it is not a database")
        case let error as DatabaseError:
            self = .unusable(path: path, reason: error.message ?? "SQLite error \(error.extendedResultCode)")
        default: self = .unusable(path: path, reason: "\(error)")
        }
    }
}

extension DatabaseError {
    /// Whether the file itself is what is wrong.
    var isDamage: Bool {
        switch resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: true
        default: extendedResultCode == .SQLITE_IOERR_SHORT_READ
        }
    }
}

extension Database {
    /// Whether the last failure to read or write the database or its log was that the file must not grow, by the limit of
    /// the process or of the file system. SQLite tells only a full disk apart; what it keeps for the connection
    /// (`sqlite3_system_errno`) is not set by a failed commit, but each open file knows.
    var hasReachedFileLimit: Bool {
        [SQLITE_FCNTL_FILE_POINTER, SQLITE_FCNTL_JOURNAL_POINTER].contains { kind in
            var file: UnsafeMutablePointer<sqlite3_file>?
            var code: Int32 = 0
            guard sqlite3_file_control(sqliteConnection, nil, kind, &file) == SQLITE_OK, let file,
                let methods = file.pointee.pMethods,
                methods.pointee.xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &code) == SQLITE_OK
            else { return false }
            return code == EFBIG
        }
    }
}
