import Cards

/// Why a feed cannot be exported or imported.
package enum ArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A line of the archive is not valid.
    case unreadable(String)
    /// A later version of the program wrote the archive in a newer format.
    case newer
    /// The archive ends early.
    case incomplete
    /// The storage contains other data.
    case notEmpty
    /// The storage contains a part of another archive.
    case unfinished
    /// Servers are using the storage.
    case inUse
    /// The stored data differs from the archive. The value describes the first row that differs.
    case differs(String)
    case failed(String)

    package var description: String {
        switch self {
        case .unreadable(let reason): reason
        case .newer: "the archive was written by a later version of cardstream; update cardstream on this machine"
        case .incomplete:
            "the archive is incomplete; the rows that it contains are stored. Run the command again with the whole archive"
        case .notEmpty: "the feed is not empty; import into a new directory or database"
        case .unfinished:
            "the import of another archive is unfinished: run the command again with that archive, or import into a new "
                + "directory or database"
        case .inUse: "servers are using the database; stop them, and start them again after the import"
        case .differs(let name):
            "the feed differs from the archive: \(name). The feed was changed after the import began; import the "
                + "archive into a new directory or database"
        case .failed(let reason): reason
        }
    }
}
