/// Keeps what a ``ComapiSource`` must remember between two starts of a program: which conversations the user dismissed
/// or snoozed, and which messages were sent.
public protocol ConversationStorage: Sendable {
    /// The stored bytes; nil if there are none.
    ///
    /// - Throws: Any error; actions are then refused until it succeeds.
    func load() async throws -> [UInt8]?
    /// Replaces the stored bytes as a whole: after a crash either the old or the new ones are there.
    ///
    /// - Throws: Any error; the action that caused the change is then not performed.
    func save(_ bytes: [UInt8]) async throws
    /// A file that waits to be sent with a reply; nil if there is none of this name. A storage without files has none.
    ///
    /// - Throws: Any error; the reply is then refused.
    func file(named name: String) async throws -> [UInt8]?
    /// Removes a file that was sent, or whose reply was given up.
    func removeFile(named name: String) async
    /// Where the bytes are, as the path of a file: what a person looks for when they are damaged. Nil by default.
    var place: String? { get }
}

extension ConversationStorage {
    /// Nil.
    public func file(named name: String) async throws -> [UInt8]? { nil }
    /// Has nothing to remove.
    public func removeFile(named name: String) async {}
    /// Nowhere that a person could look.
    public var place: String? { nil }
}

/// Keeps it in memory: dismissed conversations return with the next start of the program, and a message whose answer
/// was lost before is sent again.
public actor MemoryConversationStorage: ConversationStorage {
    private var bytes: [UInt8]?

    /// Creates an empty storage.
    public init() {}

    /// The stored bytes.
    public func load() -> [UInt8]? { bytes }
    /// Replaces the stored bytes.
    public func save(_ bytes: [UInt8]) { self.bytes = bytes }
}
