internal import FeedSQLite
internal import FeedServer
internal import FeedStorage
internal import Logging

/// Opens the storage of a server that this program runs. This is the place to select a different kind of storage.
enum ServerStorage {
    /// - Parameters:
    ///   - directory: Created if missing; nil keeps everything in memory.
    ///   - isServer: Whether the user has started a server, and not a command or a viewer.
    ///   - logger: Logs damage that is found while the server runs.
    static func open(
        directory: String?, isServer: Bool, limits: ServerLimits, logger: Logger?
    ) throws(StorageError) -> any FeedStorage {
        try SQLiteStorage(
            directory: directory, freeBytes: limits.uploadReserveBytes, isServer: isServer
        ) { error in
            logger?.critical("the feed is damaged", metadata: ["reason": "\(error)"])
        }
    }

    /// Opens the storage for an import or an export.
    static func openArchivable(directory: String, isForImport: Bool) throws(StorageError) -> any ArchivableStorage {
        try SQLiteStorage(directory: directory, isForImport: isForImport)
    }

    /// The migrations that opening a feed would apply to its file.
    static func pendingMigrations(directory: String) throws(StorageError) -> [MigrationStep] {
        try SQLiteStorage.pendingMigrations(directory: directory)
    }

    /// Renames a damaged feed of a directory. Returns the new path; nil if nothing is damaged.
    static func setAsideIfDamaged(directory: String) throws(StorageError) -> String? {
        try SQLiteStorage.setAsideIfDamaged(directory: directory)
    }

    /// Reads a whole feed without changing it.
    ///
    /// - Throws: ``StorageError`` if a server could not open the feed.
    static func inspect(directory: String) throws(StorageError) { try SQLiteStorage.inspect(directory: directory) }

    /// Whether there is a feed in the directory.
    static func exists(directory: String) -> Bool { SQLiteStorage.exists(directory: directory) }

    /// Whether a server in any process uses the directory now, even if only for its keys.
    static func isInUse(directory: String) -> Bool { SQLiteStorage.isInUse(directory: directory) }

    /// The id of the process that holds the lock of the directory, for messages; nil if it is not known.
    static func owner(of directory: String) -> Int32? { DataDirectory.owner(of: directory) }
}
