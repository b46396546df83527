/// Decides which connections are served when there are too many: the rules of decision 0049, without sockets and clock.
///
/// A connection is unauthenticated until its first authenticated request, and authenticated from then on. An
/// authenticated connection is never closed for another; for each excess connection, the oldest unauthenticated one is
/// closed.
struct ConnectionBudget {
    struct Limits: Hashable, Sendable {
        /// The maximum number of connections.
        var connections: Int
        /// The maximum number of unauthenticated connections; other places are reserved for known users.
        var unauthenticated: Int
        /// The maximum number of unauthenticated connections of one address; 0 for no limit.
        var unauthenticatedPerAddress: Int

        /// More unauthenticated connections are never needed, because each takes only milliseconds.
        static let mostUnauthenticated = 1024
        /// Descriptors for other purposes: the log, uploads, deliveries to webhooks, a host's own files.
        static let otherFiles = 128

        /// - Parameter openFiles: The maximum number of descriptors of the process.
        init(_ limits: ServerLimits, openFiles: Int) {
            connections = max(1, min(limits.connections, max(openFiles - Self.otherFiles, openFiles / 2)))
            unauthenticated = max(1, min(connections / 2, Self.mostUnauthenticated))
            unauthenticatedPerAddress = limits.unauthenticatedPerAddress
        }
    }

    enum Decision: Hashable, Sendable {
        /// - Parameter evicting: The connection to close in exchange.
        case admitted(id: Int, evicting: Int?)
        /// All places are used by authenticated users.
        case refused
    }

    var limits: Limits
    /// Ids are in the order of arrival.
    private var nextID = 0
    private var unauthenticated: [Int: ConnectionOrigin] = [:]
    private var countByOrigin: [ConnectionOrigin: Int] = [:]
    private var authenticated: Set<Int> = []

    init(_ limits: Limits) { self.limits = limits }

    var counts: (authenticated: Int, unauthenticated: Int) { (authenticated.count, unauthenticated.count) }

    var count: Int { unauthenticated.count + authenticated.count }

    /// The unauthenticated connection whose place the next one would take, of whatever address it is.
    var oldestInTheWay: Int? {
        guard unauthenticated.count >= limits.unauthenticated || count >= limits.connections else { return nil }
        return unauthenticated.keys.min()
    }

    /// Adds a new connection. The connection that it evicts loses its place.
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

    /// Marks the connection as authenticated. False if it was already evicted and has to end.
    mutating func authenticate(_ id: Int) -> Bool {
        if authenticated.contains(id) { return true }
        guard forgetUnauthenticated(id) else { return false }
        authenticated.insert(id)
        return true
    }

    /// Removes a closed connection. Idempotent.
    mutating func remove(_ id: Int) {
        if !forgetUnauthenticated(id) { authenticated.remove(id) }
    }

    /// Evicts the oldest unauthenticated connection, for example when the system has no descriptor left.
    mutating func evictOldest() -> Int? { evictOldest { _ in true } }

    /// Examines all unauthenticated connections, which are few: see ``Limits/mostUnauthenticated``.
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
