internal import CardStore
public import Cards
internal import Glibc

public import protocol Foundation.LocalizedError

/// Why a session operation failed. A failed operation has no partial effect.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum SessionError: Error, Equatable, Sendable {
    /// Another program has this database open.
    case inUse(path: String, processID: Int32?)
    /// A later version of the program wrote the database; it was not touched.
    case newerDatabase(path: String)
    /// The database file cannot be used.
    case unusable(path: String, reason: String)
    /// There is no room on the disk.
    case diskFull
    /// The store belongs to another user or server and has that user's unsent actions, drafts or events. It was
    /// not changed.
    case otherOwner(String, waiting: Int, drafts: Int = 0, events: Int = 0)
    /// The card has left the stream or was already answered.
    case cardGone(CardID)
    /// The stream already belongs to another source: the one attached with this name, or the connection if the name is
    /// nil.
    case streamTaken(StreamID, by: String?)
    /// Unsent actions for another source wait in this stream: for the one that was attached with this name, or for the
    /// connection if the name is nil.
    case streamBusy(StreamID, of: String?, actions: Int)
    /// The source does not support the request; the text says why. See ``CardSession/capabilities(of:)``.
    case unsupported(String)
    /// The task was cancelled.
    case cancelled
    /// The session was closed with ``CardSession/close()``.
    case closed
    /// The session was logged out with ``CardSession/logout(deregisterNotifications:within:)``.
    case loggedOut
    /// Any other error; the text is for the log and, sanitised, for the screen.
    case storage(String)

    init(_ error: StoreError) {
        switch error {
        case .alreadyOpen(let path, let pid): self = .inUse(path: path, processID: pid)
        case .newerSchema(let path, _, _): self = .newerDatabase(path: path)
        case .unsafePath(let path, let reason), .unusable(let path, let reason):
            self = .unusable(path: path, reason: reason)
        case .notStore(let path): self = .unusable(path: path, reason: StoreError.notStoreReason)
        case .diskFull: self = .diskFull
        case .unknownCard(let card), .alreadyAnswered(let card): self = .cardGone(card)
        case .cancelled: self = .cancelled
        case .closed: self = .closed
        case .corrupt, .database, .ownerReplaced: self = .storage(error.explanation)
        }
    }

    /// `2 drafts`; nil for 0.
    static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String? {
        number == 0 ? nil : "\(number) \(number == 1 ? one : many ?? one + "s")"
    }

    /// `, with 2 drafts and 1 unsent event`; empty without any.
    private static func list(_ counts: [String?]) -> String {
        let counts = counts.compactMap(\.self)
        return counts.isEmpty ? "" : ", with \(counts.joined(separator: " and "))"
    }

    private static func owner(_ source: String?) -> String {
        source.map { "the source \"\($0.escapingControls)\"" } ?? "the connection"
    }

    /// The message that another process uses the store, without advice on what to do.
    package static func inUse(_ path: String, by processID: Int32?) -> String {
        "\(path.shownAsFile) is in use by another cardstream\(processID.map { " (process \($0))" } ?? "")"
    }

    /// What happened and what the user can do about it.
    public var explanation: String {
        switch self {
        case .inUse(let path, let processID?) where processID == getpid():
            "\(path.shownAsFile) is in use by another session of this program; wait for its close() first"
        case .inUse(let path, let processID):
            Self.inUse(path, by: processID) + "; quit it, or use another profile"
        case .newerDatabase(let path):
            "\(path.shownAsFile) was written by a later version of cardstream; update cardstream, or use another "
                + "profile"
        case .unusable(let path, let reason): "\(path.shownAsFile): \(reason)"
        case .diskFull: "The disk is full: nothing was stored. Free some space and try again."
        case .otherOwner(let owner, let waiting, _, _) where waiting > 0:
            "\(Self.count(waiting, "action") ?? "") of another account \(waiting == 1 ? "has" : "have") not been sent yet: \(owner). "
                + "Connect with that account to send \(waiting == 1 ? "it" : "them"), or use another store "
                + "(cardstream: --profile NAME)."
        case .otherOwner(let owner, _, let drafts, let events):
            "This store holds the cards of \(owner)"
                + Self.list([Self.count(drafts, "draft"), Self.count(events, "unsent event")])
                + ". Connect with that account, or use another store (cardstream: --profile NAME). A logout "
                + "(`cardstream logout`) empties this store."
        case .cardGone: "This card is no longer open."
        case .streamTaken(let stream, let name):
            "The stream \(stream) already belongs to \(Self.owner(name)); each stream has one source."
        case .streamBusy(let stream, let name, let actions):
            "\(Self.count(actions, "unsent action") ?? "No action") in the stream \(stream) "
                + "\(actions == 1 ? "belongs" : "belong") to \(Self.owner(name)). "
                + "Send or discard \(actions == 1 ? "it" : "them") with \(Self.owner(name)) first."
        case .unsupported(let text): "\(text)."
        case .cancelled: "Cancelled"
        case .closed: "The card store is closed."
        case .loggedOut: "Logged out"
        case .storage(let text): text
        }
    }
}

extension SessionError: CustomStringConvertible, LocalizedError {
    public var description: String { explanation }
    /// The ``explanation``, for `localizedDescription`.
    public var errorDescription: String? { explanation }
}
