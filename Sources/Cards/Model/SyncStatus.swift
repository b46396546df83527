public import struct Foundation.Date

/// How fresh the cards on screen are and what waits to be sent. Already smoothed for display: a connection lost
/// and regained within moments is never shown.
public struct SyncStatus: Hashable, Sendable {
    /// How cards come at the moment.
    public var connection: Connection
    /// The user's actions in the outbox that the server has not acknowledged.
    public var waitingActions: Int
    /// Actions the server refused for good, each shown on its card.
    public var refusedActions: Int
    /// The last time the store was known to hold everything the server has.
    public var lastSyncedAt: Date?
    /// Server clock minus client clock, in seconds, from the last answer.
    public var clockSkew: Double
    /// What the source of the cards can do; all there is, the default, until it is known.
    public var capabilities: SourceCapabilities

    /// How cards come at the moment.
    public enum Connection: Hashable, Sendable {
        /// First attempt since start.
        case connecting
        /// The server pushes.
        case live
        /// The server is asked again and again, and why.
        case polling(PollingReason)
        /// Neither works since then; tried again by itself.
        case offline(since: Date, Failure)
        /// No further attempt is made until the user does something about it; after a refused certificate seldom.
        case stopped(Failure)
    }

    /// Why the server does not push.
    public enum PollingReason: Hashable, Sendable {
        /// The user asked for it.
        case chosen
        /// A WebSocket cannot be had; tried again now and then.
        case pushUnavailable
    }

    /// Why cards do not come.
    public enum Failure: Hashable, Sendable {
        /// This machine has no usable network: no name can be resolved, or there is no route. `server` names what was
        /// looked for, as "cards.example.com:443"; nil where the system told before anything was looked for.
        case noConnection(server: String? = nil)
        /// There is a network, but the server does not answer or broke off; nil for a source without an address.
        case unreachable(server: String?)
        /// There is a network, but no host of this name.
        case hostNotFound(String)
        /// A web server that is no feed. The text says so, and what it answered.
        case notFeed(server: String?, String)
        /// The server answered, but not with cards. The text says what, safe to show after sanitising.
        case badAnswer(String)
        /// Token missing, expired or refused, or a wrong key.
        case authentication(String)
        /// The secure connection was refused; the text says why.
        case tls(String)
        /// The request policy denies the server; the text says why.
        case denied(String)
        /// Something on this machine is in the way.
        case local(LocalProblem)
    }

    /// What is in the way on this machine, whatever the server does. Tried again by itself.
    public enum LocalProblem: Hashable, Sendable {
        /// No room for more cards in this folder; nil where cards are kept in memory only. Nothing is lost: the server
        /// sends them again.
        case diskFull(folder: String?)
        /// The store cannot take cards; the text says why.
        case store(String)
        /// A library that the network needs cannot be used; the text says which and what to do.
        case library(String)
    }

    /// See the properties.
    public init(
        connection: Connection = .connecting, waitingActions: Int = 0, refusedActions: Int = 0,
        lastSyncedAt: Date? = nil, clockSkew: Double = 0, capabilities: SourceCapabilities = .all
    ) {
        self.connection = connection
        self.waitingActions = waitingActions
        self.refusedActions = refusedActions
        self.lastSyncedAt = lastSyncedAt
        self.clockSkew = clockSkew
        self.capabilities = capabilities
    }
}

extension SyncStatus {
    /// Whether both tell a person the same. When exactly the last sync was and how far the clocks are apart change with
    /// every card that comes.
    package func isDisplayedLike(as other: SyncStatus) -> Bool {
        var alike = other
        alike.clockSkew = clockSkew
        if lastSyncedAt != nil, other.lastSyncedAt != nil { alike.lastSyncedAt = lastSyncedAt }
        return self == alike
    }
}
