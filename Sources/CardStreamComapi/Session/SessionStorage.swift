import Cards

/// Keeps a session between two starts of a program, so that it need not authenticate again while the session is valid.
///
/// The token is a secret: a storage of a host's own must keep it where only the user can read it.
public protocol SessionStorage: Sendable {
    /// The stored session of an API space; nil if there is none or it cannot be read.
    func session(ofSpace id: String) async -> StoredSession?
    /// Stores a session of an API space; nil removes it.
    func store(_ session: StoredSession?, ofSpace id: String) async
}

/// Keeps sessions in memory: each start of the program begins a new one.
public actor MemorySessionStorage: SessionStorage {
    private var sessions: [String: StoredSession] = [:]

    /// Creates an empty storage.
    public init() {}

    /// The stored session.
    public func session(ofSpace id: String) -> StoredSession? { sessions[id] }
    /// Stores a session, or removes it.
    public func store(_ session: StoredSession?, ofSpace id: String) { sessions[id] = session }
}
