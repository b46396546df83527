import GRDB

extension FeedServerError {
    /// Sorts what opening a log throws by what can be done about it.
    init(opening path: String, _ error: any Error) {
        switch error {
        case let error as FeedServerError: self = error
        case let error as DatabaseError where error.isDamage:
            self = .damagedLog(path: path, reason: error.message ?? "it is not a database")
        case let error as DatabaseError:
            self = .dataDirectory(path: path, reason: error.message ?? "SQLite error \(error.extendedResultCode)")
        default: self = .dataDirectory(path: path, reason: "\(error)")
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
