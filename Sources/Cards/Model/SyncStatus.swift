public import struct Foundation.Date

/// The freshness of the visible cards and the number of unsent actions. Debounced for display: a connection that is
/// lost and restored within moments is not reported.
public struct SyncStatus: Hashable, Sendable {
    /// The state of the connection.
    public var connection: Connection
    /// The user's actions in the outbox that the server has not acknowledged.
    public var waitingActions: Int
    /// Actions that the server has permanently refused; each is shown on its card.
    public var refusedActions: Int
    /// When the store was last in sync with the server; nil if it never was.
    public var lastSyncedAt: Date?
    /// The server's clock minus this machine's clock, from the last response.
    public var clockSkew: Duration
    /// The capabilities of the connection's source; all capabilities until the source is known. ``capabilities(of:)``
    /// returns those of a stream.
    public var capabilities: SourceCapabilities
    /// The attached sources, in the order in which they were attached.
    public var sources: [Source]

    /// The state of a connection.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Connection: Hashable, Sendable {
        /// The first attempt since start.
        case connecting
        /// The server pushes changes.
        case live
        /// The server is polled, for this reason.
        case polling(PollingReason)
        /// Both push and polling have failed since this time; retried automatically.
        case offline(since: Date, Failure)
        /// There are no further attempts until the user acts, except for rare attempts after a refused certificate.
        case stopped(Failure)
    }

    /// Why the server is polled.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum PollingReason: Hashable, Sendable {
        /// Polling was configured.
        case chosen
        /// Push is not available; retried occasionally.
        case pushUnavailable
    }

    /// Why cards cannot be loaded.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Failure: Hashable, Sendable {
        /// This machine has no usable network: names cannot be resolved, or there is no route. `server` is the address,
        /// as "cards.example.com:443"; nil if the system reported the failure before any address was resolved.
        case noConnection(server: String? = nil)
        /// The network works, but the server does not answer or closed the connection; nil for a source without an
        /// address.
        case unreachable(server: String?)
        /// The network works, but the host name does not exist.
        case hostNotFound(String)
        /// The address belongs to a web server that is not a card server. The text contains its response.
        case notFeed(server: String?, String)
        /// The server's response was not valid. The text says why; sanitise it before display.
        case badAnswer(String)
        /// The token is missing, expired or refused, or a key is wrong.
        case authentication(String)
        /// TLS failed; the text says why.
        case tls(String)
        /// The request policy denies the server; the text says why.
        case denied(String)
        /// The problem is on this machine.
        case local(LocalProblem)
    }

    /// A problem of this machine, independent of the server. Retried automatically.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum LocalProblem: Hashable, Sendable {
        /// There is no space for more cards in this folder; nil if cards are only in memory. Nothing is lost: the
        /// server sends them again.
        case diskFull(folder: String?)
        /// The store cannot save cards; the text says why.
        case store(String)
        /// A library for networking cannot be used; the text says which and what to do.
        case library(String)
        /// The feed that this program stores itself cannot be used; the text says why and what to do.
        case feed(String)
    }

    /// Creates an instance with these properties.
    public init(
        connection: Connection = .connecting, waitingActions: Int = 0, refusedActions: Int = 0,
        lastSyncedAt: Date? = nil, clockSkew: Duration = .zero, capabilities: SourceCapabilities = .all,
        sources: [Source] = []
    ) {
        self.connection = connection
        self.waitingActions = waitingActions
        self.refusedActions = refusedActions
        self.lastSyncedAt = lastSyncedAt
        self.clockSkew = clockSkew
        self.capabilities = capabilities
        self.sources = sources
    }
}

extension SyncStatus {
    /// A source that is attached to a session in addition to its connection.
    public struct Source: Hashable, Sendable {
        /// The name under which it is attached.
        public var name: String
        /// The streams whose cards it has.
        public var streams: [StreamID]
        /// The state of its connection.
        public var connection: Connection
        /// The capabilities of the source, which determine how its cards can be answered.
        public var capabilities: SourceCapabilities
        /// The number of cards that the source holds back until the user is less busy or asks for them.
        public var heldCards: Int

        /// Creates an instance with these properties.
        public init(
            name: String, streams: [StreamID], connection: Connection = .connecting,
            capabilities: SourceCapabilities = .all, heldCards: Int = 0
        ) {
            self.name = name
            self.streams = streams
            self.connection = connection
            self.capabilities = capabilities
            self.heldCards = heldCards
        }
    }

    /// The number of cards that all sources together hold back.
    public var heldCards: Int { sources.reduce(0) { $0 + $1.heldCards } }

    /// The attached source of a stream; nil for a stream of the connection.
    public func source(of stream: StreamID) -> Source? { sources.first { $0.streams.contains(stream) } }

    /// The state of the connection that delivers the cards of a stream.
    public func connection(of stream: StreamID) -> Connection { source(of: stream)?.connection ?? connection }

    /// The capabilities of the source of a stream, which determine how its cards can be answered.
    public func capabilities(of stream: StreamID) -> SourceCapabilities {
        source(of: stream)?.capabilities ?? capabilities
    }

    /// Whether both are displayed in the same way. The time of the last sync and the clock difference change with every
    /// card and are ignored.
    package func looksSame(as other: SyncStatus) -> Bool {
        var adjusted = other
        adjusted.clockSkew = clockSkew
        if lastSyncedAt != nil, other.lastSyncedAt != nil { adjusted.lastSyncedAt = lastSyncedAt }
        return self == adjusted
    }
}
