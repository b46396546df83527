/// Who has a place when there are too few: the rules of decision 0049, without sockets and without a clock.
///
/// A connection is unauthenticated until a request on it has been, and authenticated from then to its end. An
/// authenticated one is never cut for another; the oldest unauthenticated one is cut for each that comes too many.
struct ConnectionBudget {
    struct Limits: Hashable, Sendable {
        /// All connections.
        var connections: Int
        /// Those that have not authenticated; the other places are for users that are known.
        var unauthenticated: Int
        /// The same of one address; 0 for no limit.
        var unauthenticatedPerAddress: Int

        /// More heads than this are not awaited at a time, however many places there are: each takes milliseconds.
        static let mostUnauthenticated = 1024
        /// Descriptors for all that is no connection: the log, uploads, deliveries to webhooks, a host's own files.
        static let otherFiles = 128

        /// - Parameter openFiles: How many descriptors the process may have.
        init(_ limits: ServerLimits, openFiles: Int) {
            connections = max(1, min(limits.connections, max(openFiles - Self.otherFiles, openFiles / 2)))
            unauthenticated = max(1, min(connections / 2, Self.mostUnauthenticated))
            unauthenticatedPerAddress = limits.unauthenticatedPerAddress
        }
    }

    enum Decision: Hashable, Sendable {
        /// - Parameter evicting: The connection whose place it takes.
        case admitted(id: Int, evicting: Int?)
        /// Every place has a user who is known.
        case refused
    }

    private let limits: Limits
    /// In the order of arrival.
    private var nextID = 0
    private var unauthenticated: [Int: ConnectionOrigin] = [:]
    private var countByOrigin: [ConnectionOrigin: Int] = [:]
    private var authenticated: Set<Int> = []

    init(_ limits: Limits) { self.limits = limits }

    var count: Int { unauthenticated.count + authenticated.count }

    /// A new connection. The one that it evicts has no place any more.
    mutating func admit(from origin: ConnectionOrigin) -> Decision {
        var evicted: Int?
        if limits.unauthenticatedPerAddress > 0,
            countByOrigin[origin, default: 0] >= limits.unauthenticatedPerAddress
        {
            evicted = evictOldest { $0 == origin }
        } else if unauthenticated.count >= limits.unauthenticated || count >= limits.connections {
            evicted = evictOldest { _ in true }
            guard evicted != nil else { return .refused }
        }
        defer { nextID += 1 }
        unauthenticated[nextID] = origin
        countByOrigin[origin, default: 0] += 1
        return .admitted(id: nextID, evicting: evicted)
    }

    /// A request of the connection is of a known user. False when it was evicted before that: it has to end.
    mutating func authenticate(_ id: Int) -> Bool {
        if authenticated.contains(id) { return true }
        guard forgetUnauthenticated(id) else { return false }
        authenticated.insert(id)
        return true
    }

    /// The connection is gone. Idempotent.
    mutating func remove(_ id: Int) {
        if !forgetUnauthenticated(id) { authenticated.remove(id) }
    }

    /// Gives up the oldest unauthenticated connection, as when the system has no descriptor left.
    mutating func evictOldest() -> Int? { evictOldest { _ in true } }

    /// Looks at each unauthenticated connection, of which there are few: see ``Limits/mostUnauthenticated``.
    private mutating func evictOldest(where isWanted: (ConnectionOrigin) -> Bool) -> Int? {
        var oldest: Int?
        for (id, origin) in unauthenticated where isWanted(origin) && id < oldest ?? .max { oldest = id }
        if let oldest { forgetUnauthenticated(oldest) }
        return oldest
    }

    @discardableResult
    private mutating func forgetUnauthenticated(_ id: Int) -> Bool {
        guard let origin = unauthenticated.removeValue(forKey: id) else { return false }
        let left = countByOrigin[origin, default: 1] - 1
        countByOrigin[origin] = left > 0 ? left : nil
        return true
    }
}
