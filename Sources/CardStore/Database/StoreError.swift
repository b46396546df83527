package import Cards

/// The reason why an operation of the store failed. A failed operation changes nothing.
package enum StoreError: Error, Equatable, Sendable {
    /// Another process uses the database. The pid is nil when the lock file does not name it.
    case alreadyOpen(path: String, pid: Int32?)
    /// Written by a later version of the program; nothing was changed.
    case newerSchema(path: String, found: Int, known: Int)
    /// Part of the path belongs to another user.
    case unsafePath(path: String, reason: String)
    /// The file or its directory cannot be created or opened.
    case unusable(path: String, reason: String)
    /// The file is not a store; nothing was changed.
    case notStore(path: String)
    /// The file is damaged. It is marked, and the next ``CardDatabase/open(path:at:as:isExclusive:)`` sets it aside.
    case corrupt(String)
    /// The disk is full. The write changed nothing; reading still works.
    case diskFull
    /// The card is not in the stream, or no longer.
    case unknownCard(CardID)
    /// The card already has a response that hides it.
    case alreadyAnswered(CardID)
    /// The store was emptied for another user after the data to be stored was requested.
    case ownerReplaced
    /// The database was closed with ``CardDatabase/close()``.
    case closed
    /// The waiting task was cancelled before the change was made.
    case cancelled
    /// Any other error of SQLite, with its extended result code.
    case database(code: Int32, message: String)

    /// Also used for a file that is too damaged to be recognised as a store.
    package static let notStoreReason =
        "is not a card store and was not changed; `cardstream doctor --set-aside` keeps it under another name, and the next "
        + "viewer begins with an empty store"

    /// A message for the log and the screen: what happened and what to do.
    package var explanation: String {
        switch self {
        case .alreadyOpen(let path, let pid):
            "\(path.shownAsFile): in use by another cardstream\(pid.map { " (pid \($0))" } ?? ""); quit it, or use another profile with --profile"
        case .newerSchema(let path, let found, let known):
            "\(path.shownAsFile) has schema version \(found), and this program supports at most version \(known); "
                + "update cardstream, or use another profile with --profile"
        case .unsafePath(let path, let reason), .unusable(let path, let reason): "\(path.shownAsFile): \(reason)"
        case .notStore(let path): "\(path.shownAsFile): \(Self.notStoreReason)"
        case .corrupt(let reason): "the card store is damaged (\(reason)); it will be set aside at the next start"
        case .diskFull: "the disk is full: the change was not stored; free some space and try again"
        case .unknownCard(let id): "card \(id) is no longer in the stream"
        case .alreadyAnswered(let id): "card \(id) is already answered"
        case .ownerReplaced: "the store has been emptied for another user"
        case .closed: "the card store is closed"
        case .cancelled: "cancelled"
        case .database(let code, let message): "SQLite error \(code): \(message)"
        }
    }
}
