import Cards

/// Why a storage cannot be opened. Nothing has been changed.
package enum StorageError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Another process owns the data directory.
    case inUse(directory: String)
    /// The directory or a file in it cannot be used.
    case unusable(path: String, reason: String)
    /// The file for the server's keys cannot be parsed. The reason never contains a value of the file.
    case badKeys(path: String, reason: String)
    /// Other users can write to the data directory.
    case writableByOthers(directory: String, mode: UInt32)
    /// The data directory belongs to another user.
    case foreign(directory: String, owner: UInt32)
    /// The file cannot be read.
    case damaged(path: String, reason: String)
    /// The file was written by a later version of the program.
    case newer(path: String)
    /// The program cannot use the library for the database. The text contains the reason and what to do.
    case noDatabaseLibrary(reason: String)
    /// The text with the location of the database cannot be parsed.
    case unreadableDatabaseAddress
    case unreachableDatabase(reason: String)
    case unusableDatabase(reason: String)
    /// The tables of the database were changed by a later version of the program.
    case newerDatabase
    /// An import into the storage was interrupted.
    case unfinishedImport

    package var description: String {
        switch self {
        case .inUse(let path):
            "\(path.shownAsFile) is in use by another server. Stop it or choose another directory with --data."
        case .unusable(let path, let reason): "Cannot use \(path.shownAsFile): \(reason)."
        case .badKeys(let path, let reason):
            "\(path.shownAsFile): \(reason). Correct the file, or restore it from a backup. If you remove it, the server "
                + "makes new keys when it starts: then every user has to log in again, and every script needs the new "
                + "publisher key."
        case .writableByOthers(let path, let mode):
            "Cannot use \(path.shownAsFile): its mode is \(Self.octal(mode)), so other users could replace the feed and "
                + "the keys in this directory. Run: chmod 700 \(path.shownAsFile)"
        case .foreign(let path, let owner):
            "Cannot use \(path.shownAsFile): it belongs to another user (uid \(owner)). Start the server as that user, "
                + "choose another directory with --data, or run: chown -R USER \(path.shownAsFile)"
        case .damaged(let path, let reason):
            "\(path.shownAsFile) is damaged: \(reason). The file holds the published cards and their answers. "
                + "Restore the data directory from a backup, as `cardstream help server` describes, or run `cardstream serve --set-aside "
                + "--data \(Self.folder(of: path).shownAsFile)`, which keeps the damaged file under another "
                + "name and starts with an empty feed."
        case .newer(let path):
            "\(path.shownAsFile) was written by a later version of cardstream. Update cardstream on this machine, or choose "
                + "another directory with --data."
        case .noDatabaseLibrary(let reason): "Cannot use PostgreSQL: \(reason)"
        case .unreadableDatabaseAddress:
            "Cannot read the address of the database: expected a URL such as postgres://user@host/database, or a file "
                + "that contains such a URL. In a user name or a password, write @ as %40, : as %3A, / as %2F, # as %23, "
                + "? as %3F and % as %25. After ? there are only parameters of libpq, such as sslmode."
        case .unreachableDatabase(let reason):
            "Cannot reach the database: \(Self.sentence(reason)) Check that the database is running, and check the address, user name and password."
        case .unusableDatabase(let reason): "Cannot use the database: \(Self.sentence(reason))"
        case .newerDatabase:
            "The database was changed by a later version of cardstream. Update cardstream on this machine, or choose "
                + "another database."
        case .unfinishedImport:
            "The feed is only partly imported. To continue, run cardstream admin import again with the same archive."
        }
    }

    /// Four octal digits, in the format of `ls` and `chmod`.
    private static func octal(_ mode: UInt32) -> String {
        let digits = String(mode, radix: 8)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// Ends the message of a database, which may be a question, with a full stop.
    private static func sentence(_ text: String) -> String {
        text.hasSuffix("?") || text.hasSuffix(".") ? text : text + "."
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }
}
