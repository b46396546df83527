internal import FeedSQLite
internal import FeedServer
internal import FeedStorage
internal import Logging

/// Where a server of this program keeps its feeds. Another kind of storage is chosen here.
enum ServerStorage {
    /// - Parameters:
    ///   - directory: Made where it is missing; nil keeps all in memory.
    ///   - logger: Gets word of damage that is found while the server runs.
    static func open(
        directory: String?, limits: ServerLimits, logger: Logger?
    ) throws(StorageError) -> any FeedStorage {
        try SQLiteStorage(directory: directory, freeBytes: limits.uploadReserveBytes) { error in
            logger?.critical("the log is damaged", metadata: ["reason": "\(error)"])
        }
    }

    /// Keeps a damaged feed of a directory under another name. Returns the new path; nil when nothing is damaged.
    static func setAsideIfDamaged(directory: String) throws(StorageError) -> String? {
        try SQLiteStorage.setAsideIfDamaged(directory: directory)
    }

    /// Whether a server of any process uses the directory now.
    static func isInUse(directory: String) -> Bool { SQLiteStorage.isInUse(directory: directory) }
}
