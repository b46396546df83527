import FeedStorage
import Glibc
import SQLite

extension StorageError {
    /// Converts an error of opening a database to an error that says what the user can do about it.
    init(opening path: String, _ error: any Error) {
        switch error {
        case let error as StorageError: self = error
        case let error as DatabaseError where error.isDamage:
            self = .damaged(path: path, reason: error.message)
        case let error as DatabaseError:
            self = .unusable(path: path, reason: error.message)
        default: self = .unusable(path: path, reason: "\(error)")
        }
    }
}

extension DatabaseError {
    /// Whether the error means that the file is damaged.
    var isDamage: Bool { [.corrupt, .notADatabase].contains(code.primary) || code == .shortRead }
}

extension Database {
    /// Whether the last error of reading or writing the database or its log was that the file must not grow, because of
    /// a limit of the process or of the file system. SQLite itself only reports a full disk separately.
    var hasReachedFileLimit: Bool { lastFileErrors.contains(EFBIG) }
}
