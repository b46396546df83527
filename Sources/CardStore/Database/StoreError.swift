package import Cards

/// Why the store could not do something. None of them leaves a half-done change behind.
package enum StoreError: Error, Equatable, Sendable {
    /// Another process uses the database. The pid is nil when the lock file does not name it.
    case alreadyOpen(path: String, pid: Int32?)
    /// Written by a later version of the program; nothing was changed.
    case newerSchema(path: String, found: Int, known: Int)
    /// The path leads through something another user owns.
    case unsafePath(path: String, reason: String)
    /// The file or its directory cannot be made or opened.
    case unusable(path: String, reason: String)
    /// The file is not a store; nothing was changed.
    case notStore(path: String)
    /// The file is damaged. It is marked, and the next ``CardDatabase/open(path:at:options:)`` sets it aside.
    case corrupt(String)
    /// No room for the write, which left no trace; reading goes on.
    case diskFull
    /// The card is not, or no longer, in the stream.
    case unknownCard(CardID)
    /// The card has a response already that took it off the screen.
    case alreadyAnswered(CardID)
    /// The store was emptied for another user since what is to be stored was asked for.
    case begunAnew
    /// ``CardDatabase/close()`` came first.
    case closed
    /// The waiting task was cancelled before the change was made.
    case cancelled
    /// Anything else that SQLite reports, with its extended result code.
    case database(code: Int32, message: String)

    /// Also said of a file that is so damaged that nothing shows what it was.
    package static let notStoreReason =
        "is not a card store and was not changed; `cardstream doctor --set-aside` keeps it under another name, and the next "
        + "viewer begins with an empty store"

    /// For the log and for the screen: what happened and what to do.
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
        case .begunAnew: "the store has been emptied for another user"
        case .closed: "the card store is closed"
        case .cancelled: "cancelled"
        case .database(let code, let message): "SQLite error \(code): \(message)"
        }
    }
}
