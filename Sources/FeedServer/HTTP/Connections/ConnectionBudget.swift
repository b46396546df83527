/// Decides which connections are served when there are too many. Implements the rules of decision 0049, without sockets
/// and without a clock.
///
/// A connection is unauthenticated until its first authenticated request, and authenticated from then on. An
/// authenticated connection is never closed to make room for another one. For each connection above a limit, the oldest
/// unauthenticated connection is closed.
struct ConnectionBudget {
    struct Limits: Hashable, Sendable {
        /// The maximum number of connections.
        var connections: Int
        /// The maximum number of unauthenticated connections. The remaining places are reserved for authenticated ones.
        var unauthenticated: Int
        /// The maximum number of unauthenticated connections from one address; 0 means no limit.
        var unauthenticatedPerAddress: Int

        /// The upper bound of ``unauthenticated``. More are never needed, because authentication takes only
        /// milliseconds.
        static let mostUnauthenticated = 1024
        /// The number of descriptors reserved for other purposes: the log, uploads, webhook deliveries, and files of a
        /// host program.
        static let otherFiles = 128

        /// - Parameter openFiles: The maximum number of descriptors of the process.
        init(_ limits: ServerLimits, openFiles: Int) {
            connections = max(1, min(limits.connections, max(openFiles - Self.otherFiles, openFiles / 2)))
            unauthenticated = max(1, min(connections / 2, Self.mostUnauthenticated))
            unauthenticatedPerAddress = limits.unauthenticatedPerAddress
        }
    }

    enum Decision: Hashable, Sendable {
        /// - Parameter evicting: The connection to close to make room; nil if none.
        case admitted(id: Int, evicting: Int?)
        /// All places are used by authenticated users.
        case refused
    }

    var limits: Limits
    /// The id of the next connection. Ids are in the order of arrival.
    private var nextID = 0
    private var unauthenticated: [Int: ConnectionOrigin] = [:]
    private var countByOrigin: [ConnectionOrigin: Int] = [:]
    private var authenticated: Set<Int> = []

    init(_ limits: Limits) { self.limits = limits }

    var counts: (authenticated: Int, unauthenticated: Int) { (authenticated.count, unauthenticated.count) }

    var count: Int { unauthenticated.count + authenticated.count }

    /// The unauthenticated connection that the next connection would evict, whatever its address; nil if there is a
    /// free place, or if all connections are authenticated.
    var oldestInTheWay: Int? {
        guard unauthenticated.count >= limits.unauthenticated || count >= limits.connections else { return nil }
        return unauthenticated.keys.min()
    }

    /// Adds a new connection. If it evicts another one, that one is removed.
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

    /// Marks a connection as authenticated. False if it was already evicted and has to end.
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

    /// Evicts the oldest unauthenticated connection, for example when the process has no free descriptor.
    mutating func evictOldest() -> Int? { evictOldest { _ in true } }

    /// Searches all unauthenticated connections, which are few: see ``Limits/mostUnauthenticated``.
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
