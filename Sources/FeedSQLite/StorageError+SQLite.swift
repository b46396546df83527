import FeedStorage
import Glibc
import SQLite

extension StorageError {
    /// Sorts what opening a database throws by what can be done about it.
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
    /// Whether the file itself is what is wrong.
    var isDamage: Bool { [.corrupt, .notADatabase].contains(code.primary) || code == .shortRead }
}

extension Database {
    /// Whether the last failure to read or write the database or its log was that the file must not grow, by the limit of
    /// the process or of the file system. SQLite tells only a full disk apart.
    var hasReachedFileLimit: Bool { lastFileErrors.contains(EFBIG) }
}
