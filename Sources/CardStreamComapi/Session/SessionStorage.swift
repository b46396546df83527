import Cards

/// Stores a session between two starts of a program, so that the program does not have to authenticate again while the
/// session is valid.
///
/// The token is a secret. An implementation must store it where only the user can read it.
public protocol SessionStorage: Sendable {
    /// Returns the stored session of an API space; nil if there is none or it cannot be read.
    func session(ofSpace id: String) async -> StoredSession?
    /// Stores a session of an API space; nil removes it.
    func store(_ session: StoredSession?, ofSpace id: String) async
}

/// Stores sessions in memory: each start of the program begins a new session.
public actor MemorySessionStorage: SessionStorage {
    private var sessions: [String: StoredSession] = [:]

    /// Creates an empty storage.
    public init() {}

    /// The stored session.
    public func session(ofSpace id: String) -> StoredSession? { sessions[id] }
    /// Stores a session, or removes it.
    public func store(_ session: StoredSession?, ofSpace id: String) { sessions[id] = session }
}
