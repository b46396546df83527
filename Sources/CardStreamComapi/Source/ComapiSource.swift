package import Basics
public import CardSources
public import Cards
import VendorClient

import struct Foundation.Date
import struct Foundation.UUID

/// The user's conversations at dotdigital (Comapi) as a stream of cards. Each conversation is one card, and its answers
/// are replies to the conversation.
///
/// ```swift
/// let client = ComapiClient(ComapiSpace(id: "5d1…", authenticator: CompanyLogin()))
/// try await session.connect(to: ComapiSource(client), for: "ana at comapi", streams: ["conversations"])
/// ```
///
/// A dismissed conversation returns with the next message. A snoozed one stays hidden until its time, even if messages
/// arrive. Both states are kept on this machine, see ``ConversationStorage``, because the service does not store them.
/// A reply is sent once: the message's metadata contains the action's key, and after a lost response the source
/// searches the conversation for this key.
public actor ComapiSource: CardSource, UserReporting {
    /// The default stream of the conversations.
    public static let defaultStream: StreamID = "conversations"

    /// Cards accept replies with files, and can be dismissed and snoozed. Changes arrive live.
    public nonisolated let capabilities = SourceCapabilities(
        actions: [.dismiss, .reply, .snooze, .unsnooze], undoable: [.dismiss, .snooze, .unsnooze], acceptsFiles: true,
        loadsPages: true, tellsTyping: true, cardsReturn: true, startsConversations: true,
        delivery: .live,
        // Keys do not expire: a message contains its key, and the source searches for a message whose response was
        // lost.
        keyLifetime: nil)

    /// The client of the service.
    public nonisolated let client: ComapiClient
    /// Checks the user before any data of the user is loaded or sent; nil if no check was set.
    nonisolated let admission = Lock<Admission?>(nil)
    let stream: StreamID
    let storage: any ConversationStorage
    let clock: SyncClock
    let zone: LocalZone

    /// The cards. Versions begin again at each start of the program, and when the user changes.
    var table: CardTable
    var threads: [String: ConversationThread] = [:]
    /// The conversation ids, by card id.
    var conversationIDs: [CardID: String] = [:]
    var marks: ConversationMarks?
    /// The most recent change of the marks. Each change waits for the previous one.
    var storing: Task<Result<Void, SourceError>, Never>?
    var people: PeopleNames?
    /// The uptime in seconds at which the list of people who can be added was loaded; nil if it was not loaded yet.
    var peopleKnownAt: Double?

    /// The user's own profile; nil while it is not known.
    var profile: Versioned<ComapiProfile>?

    /// The running load of the list of conversations, shared by all callers.
    var refreshing = SharedLoad<SourceError>()
    /// Events that arrive while their conversation is being loaded, by conversation id. They are applied afterwards.
    var pending: [String: [ConversationEvent]] = [:]
    /// The delivery and read receipts that were not sent to the service yet, oldest first.
    var receipts: [ReadReceipt] = []
    var sendingReceipts: Task<Void, Never>?
    /// The conversations in which a participant is typing.
    var typing: Set<String> = []
    /// The conversations whose participants were told that the user is typing.
    var toldTyping: Set<String> = []
    /// The conversations whose cards may have changed.
    var dirty: Set<String> = []
    var flushing: Task<Void, Never>?
    /// Fires when a participant stops typing or a snooze ends.
    var timer: (time: Date, task: Task<Void, Never>)?
    var feeds: [ObjectIdentifier: VendorFeed] = [:]
    var listening: Task<Void, Never>?
    var isLive = false

    /// Creates a source. It connects when cards are requested.
    ///
    /// - Parameters:
    ///   - stream: The stream of the cards.
    ///   - storage: Stores which conversations are dismissed or snoozed, and which messages were sent; in memory by
    ///     default.
    public init(
        _ client: ComapiClient, stream: StreamID = ComapiSource.defaultStream,
        storage: any ConversationStorage = MemoryConversationStorage()
    ) {
        self.init(client, stream: stream, storage: storage, clock: .live, zone: .system(around: Date()))
    }

    package init(
        _ client: ComapiClient, stream: StreamID, storage: any ConversationStorage, clock: SyncClock, zone: LocalZone
    ) {
        self.client = client
        self.stream = stream
        table = CardTable(stream: stream, generation: UUID().uuidString.lowercased(), firstVersion: 0)
        self.storage = storage
        self.clock = clock
        self.zone = zone
    }

    deinit {
        timer?.task.cancel()
        flushing?.cancel()
        listening?.cancel()
    }

    // MARK: The user

    /// Calls `admit` with the user's profile and API space, before any data of the user is loaded or sent.
    public nonisolated func reportingUser(
        to admit: @escaping @Sendable (_ user: String) async throws(SourceError) -> Void
    ) -> any CardSource {
        admission.withLock { $0 = Admission(admit: admit) }
        return self
    }

    // MARK: Reading

    /// Loads all conversations, in one page.
    public func snapshot(of stream: StreamID, page: String?) async throws(SourceError) -> FeedPage {
        try check(stream)
        try await refresh()
        return try table.page(at: clock.now())
    }

    /// Returns the changes since a cursor. Without a live feed, compares the service's list of conversations first.
    public func changes(of stream: StreamID, since cursor: FeedCursor) async throws(SourceError) -> FeedDelta? {
        try check(stream)
        if !isLive { try await refresh() }
        guard let known = table.position(of: cursor) else { throw .cursorExpired }
        return try table.delta(since: known, at: clock.now())
    }

    func check(_ stream: StreamID) throws(SourceError) {
        guard stream == self.stream else {
            throw .refused(
                SourceRefusal(.notFound, detail: "This source has the stream \(self.stream), not \(stream)"))
        }
    }

    /// Returns the id of a conversation's card: the conversation's id, or its hash if it is not a valid card id.
    package static func cardID(of conversation: String) -> CardID {
        // The hash is always a valid id, so the last value is never used.
        CardID(rawValue: conversation) ?? CardID(rawValue: FNV1a.wideText(of: conversation)) ?? "conversation"
    }
}

/// Checks that the card store belongs to a user. The closure is wrapped in a struct, because a lock of a bare closure
/// would add another wrapper to it at each use, until the stack overflows.
struct Admission: Sendable {
    var admit: @Sendable (String) async throws(SourceError) -> Void
}
