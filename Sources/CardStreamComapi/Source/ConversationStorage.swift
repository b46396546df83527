/// Stores the state that a ``ComapiSource`` needs between two starts of a program: which conversations the user
/// dismissed or snoozed, and which messages were sent.
public protocol ConversationStorage: Sendable {
    /// Returns the stored bytes; nil if there are none.
    ///
    /// - Throws: Any error. Actions are then refused until a call succeeds.
    func load() async throws -> [UInt8]?
    /// Replaces the stored bytes atomically: after a crash, either the old or the new bytes are stored.
    ///
    /// - Throws: Any error. The action that caused the change is then not performed.
    func save(_ bytes: [UInt8]) async throws
    /// Returns the bytes of a file that is to be sent with a reply; nil if there is no file with this name. The default
    /// implementation returns nil.
    ///
    /// - Throws: Any error. The reply is then refused.
    func file(named name: String) async throws -> [UInt8]?
    /// Removes a file whose reply was sent or discarded. The default implementation does nothing.
    func removeFile(named name: String) async
    /// The path of the file with the bytes, for the error message when they are damaged; nil, the default, if there is
    /// none.
    var place: String? { get }
}

extension ConversationStorage {
    /// Returns nil.
    public func file(named name: String) async throws -> [UInt8]? { nil }
    /// Does nothing.
    public func removeFile(named name: String) async {}
    /// Nil.
    public var place: String? { nil }
}

/// Stores the state in memory. After a restart of the program, dismissed conversations return, and a message whose
/// response was lost before is sent again.
public actor MemoryConversationStorage: ConversationStorage {
    private var bytes: [UInt8]?

    /// Creates an empty storage.
    public init() {}

    /// The stored bytes.
    public func load() -> [UInt8]? { bytes }
    /// Replaces the stored bytes.
    public func save(_ bytes: [UInt8]) { self.bytes = bytes }
}
