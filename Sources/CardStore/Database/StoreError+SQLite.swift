import GRDB

extension StoreError {
    /// Sorts what GRDB throws by what can be done about it.
    init(_ error: any Error) {
        switch error {
        case let error as StoreError: self = error
        case is CancellationError: self = .cancelled
        case let error as DatabaseError: self.init(error)
        default: self = .database(code: 0, message: "\(error)")
        }
    }

    /// Whether the file is at fault and not the moment: SQLite finds damage, or not the tables and columns that a store has.
    var isDamage: Bool {
        switch self {
        case .corrupt: true
        case .database(let code, _):
            [ResultCode.SQLITE_ERROR, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH].contains(
                ResultCode(rawValue: code & 0xFF))
        default: false
        }
    }

    private init(_ error: DatabaseError) {
        let message = error.message ?? "no message"
        switch error.resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .corrupt(message)
        case .SQLITE_FULL: self = .diskFull
        // The memory that its connections share is a file, too.
        case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE: self = .diskFull
        case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHORT_READ: self = .corrupt(message)
        default: self = .database(code: error.extendedResultCode.rawValue, message: message)
        }
    }
}
