package import Basics
public import CardSources
public import Cards
import VendorClient

import struct Foundation.Date
import struct Foundation.UUID

/// The user's conversations at dotdigital (Comapi) as a stream of cards: one card for each conversation, answered by a
/// reply on the card.
///
/// ```swift
/// let client = ComapiClient(ComapiSpace(id: "5d1…", authenticator: CompanyLogin()))
/// try await session.connect(to: ComapiSource(client), for: "ana at comapi", streams: ["conversations"])
/// ```
///
/// A dismissed conversation returns with the next message. A snoozed one stays away until its time, whatever is said.
/// Both are kept on this machine, see ``ConversationStorage``, because the service knows neither. A reply is sent once:
/// its key goes along in the message's metadata, and after a lost answer the conversation is searched for it.
public actor ComapiSource: CardSource, UserReporting {
    /// The stream of the conversations unless another one is chosen.
    public static let defaultStream: StreamID = "conversations"

    /// Cards can be replied to, with files, dismissed and snoozed. Changes arrive as they happen.
    public nonisolated let capabilities = SourceCapabilities(
        actions: [.dismiss, .reply, .snooze, .unsnooze], undoable: [.dismiss, .snooze, .unsnooze], acceptsFiles: true,
        loadsPages: true, tellsTyping: true, cardsReturn: true, startsConversations: true,
        delivery: .live,
        // A message carries its key, and a lost one is searched for.
        keyLifetime: nil)

    /// The service.
    public nonisolated let client: ComapiClient
    /// Called with a user before anything of theirs is loaded or sent.
    nonisolated let admission = Lock<Admission?>(nil)
    let stream: StreamID
    let storage: any ConversationStorage
    let clock: SyncClock
    let zone: LocalZone

    /// The cards. Its versions begin again with each start, and with another user.
    var table: CardTable
    var threads: [String: ConversationThread] = [:]
    /// The conversation of each card.
    var conversationIDs: [CardID: String] = [:]
    var marks: ConversationMarks?
    /// The last change of the marks; each waits for the one before it.
    var storing: Task<Result<Void, SourceError>, Never>?
    var people: PeopleNames?
    /// When the people were looked up of whom a conversation can get more; nil before.
    var peopleKnownAt: Double?

    /// The user's own profile; nil while it is not known.
    var profile: Versioned<ComapiProfile>?

    /// The running load of the list, for all who wait for it.
    var refreshing = SharedLoad<SourceError>()
    /// Events of conversations that are being loaded, to be applied afterwards.
    var pending: [String: [ConversationEvent]] = [:]
    /// What the service does not know yet of the messages that have arrived or were read, oldest first.
    var receipts: [ReadReceipt] = []
    var sendingReceipts: Task<Void, Never>?
    /// Conversations that a participant types in.
    var typing: Set<String> = []
    /// Conversations whose participants were told that the user types.
    var toldTyping: Set<String> = []
    /// Conversations whose card may have changed.
    var dirty: Set<String> = []
    var flushing: Task<Void, Never>?
    /// Wakes when a participant stops typing or a snooze ends.
    var timer: (time: Date, task: Task<Void, Never>)?
    var feeds: [ObjectIdentifier: VendorFeed] = [:]
    var listening: Task<Void, Never>?
    var isLive = false

    /// Creates a source. It connects when it is asked for cards.
    ///
    /// - Parameters:
    ///   - stream: The stream that the cards are in.
    ///   - storage: Keeps which conversations are dismissed or snoozed, and which messages were sent; in memory by
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

    /// Has `admit` called with the user's profile and API space, before anything of theirs is loaded or sent.
    public nonisolated func reportingUser(
        to admit: @escaping @Sendable (_ user: String) async throws(SourceError) -> Void
    ) -> any CardSource {
        admission.withLock { $0 = Admission(admit: admit) }
        return self
    }

    // MARK: Reading

    /// Loads all conversations. There is one page.
    public func snapshot(of stream: StreamID, page: String?) async throws(SourceError) -> FeedPage {
        try check(stream)
        try await refresh()
        return try table.page(at: clock.now())
    }

    /// The changes since a cursor. Without a live feed the service's list of conversations is compared first.
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

    /// The card of a conversation. An id that cannot be a card's is replaced by its hash.
    package static func cardID(of conversation: String) -> CardID {
        // The hash is an id in any case.
        CardID(rawValue: conversation) ?? CardID(rawValue: FNV1a.wideText(of: conversation)) ?? "conversation"
    }
}

/// Asks whether the store is that of a user. A value of its own: a closure alone would get another wrapper with each use of its
/// lock, until the stack overflows.
struct Admission: Sendable {
    var admit: @Sendable (String) async throws(SourceError) -> Void
}
