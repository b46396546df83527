package import Basics
public import CardSources
public import Cards
import VendorClient

import struct Foundation.UUID

/// The inbox of an account of Cordial's service as a stream of cards: one card for each message.
///
/// ```swift
/// let client = try CordialClient(account)
/// try await client.open()
/// try await session.attach(CordialSource(client: client), named: "shop", streams: ["inbox"])
/// ```
///
/// A card shows what the message's metadata has for a preview. Its content is loaded when it is opened, which marks it as
/// read. Dismissing a card deletes its message. What is done without a network is kept in the account's file and sent
/// later, once.
public actor CordialSource: CardSource, UserReporting, HoldingSource, SwitchSource, RecoveringSource {
    /// The stream of the inbox unless another one is chosen.
    public static let defaultStream: StreamID = "inbox"

    /// Cards can be dismissed and answered by their buttons; a snooze is kept on this machine. Changes arrive as they are
    /// noticed.
    public nonisolated let capabilities: SourceCapabilities

    /// The account.
    public nonisolated let client: CordialClient
    /// Called with a user before anything of theirs is loaded or sent.
    nonisolated let admission = Lock<Admission?>(nil)
    /// How many in-app messages are held back.
    nonisolated let held = Broadcast(initial: 0)
    /// In seconds.
    let pollInterval: Double
    /// The kinds of notifications that can be switched, as they are at first; empty for none.
    let categories: [NotificationCategory]
    let clock: SyncClock

    /// Whose cards these are; nil before the first contact.
    var user: String?
    var inbox: CardTable
    /// The message that is shown now; nil without a stream for it.
    var inApp: CardTable?
    /// The message of each card.
    var messageIDs: [CardID: String] = [:]
    /// The in-app message of each card that was shown.
    var inAppIDs: [CardID: String] = [:]

    /// The running load of the list, for all who wait for it.
    var refreshing = SharedLoad<SourceError>()
    var feeds: [ObjectIdentifier: VendorFeed] = [:]
    var listening: Task<Void, Never>?
    var polling: Task<Void, Never>?

    /// Creates a source. It connects when it is asked for cards.
    ///
    /// - Parameters:
    ///   - stream: The stream that the cards of the inbox are in.
    ///   - inAppStream: The stream that has the in-app message to show now, for a container over the others; nil, the
    ///     default, shows none.
    ///   - pollInterval: After what time the service is asked again whether anything has changed; 60 seconds by default, at
    ///     least 1. Ignored where pushes say so, see ``CordialAccount/delivery``.
    ///   - categories: Kinds of notifications that the user can switch, as they are at first; none by default.
    public init(
        client: CordialClient, stream: StreamID = CordialSource.defaultStream, inAppStream: StreamID? = nil,
        pollInterval: Duration = .seconds(60), categories: [NotificationCategory] = []
    ) {
        self.init(
            client, stream: stream, inAppStream: inAppStream, pollInterval: max(pollInterval.seconds, 1),
            categories: categories, clock: client.clock)
    }

    package init(
        _ client: CordialClient, stream: StreamID, inAppStream: StreamID? = nil, pollInterval: Double,
        categories: [NotificationCategory] = [], clock: SyncClock
    ) {
        self.client = client
        self.pollInterval = pollInterval
        self.categories = categories
        self.clock = clock
        // Only in-app messages end with an answer.
        capabilities = SourceCapabilities(
            actions: inAppStream == nil ? [.dismiss, .reply] : [.dismiss, .reply, .submit], undoable: [.dismiss],
            snooze: .local, loadsPages: true, offersSwitches: !categories.isEmpty, followsLinks: true,
            delivery: .live)
        let (generation, first) = (UUID().uuidString.lowercased(), Self.version(at: clock))
        inbox = CardTable(stream: stream, generation: generation, firstVersion: first)
        inApp = inAppStream.map { CardTable(stream: $0, generation: generation, firstVersion: first) }
    }

    deinit {
        listening?.cancel()
        polling?.cancel()
    }

    /// Has `admit` called with the contact and the account, before anything of theirs is loaded or sent.
    public nonisolated func reportingUser(
        to admit: @escaping @Sendable (_ user: String) async throws(SourceError) -> Void
    ) -> any CardSource {
        admission.withLock { $0 = Admission(admit: admit) }
        return self
    }

    // MARK: Reading

    /// Loads all messages of the inbox. There is one page.
    public func snapshot(of stream: StreamID, page: String?) async throws(SourceError) -> FeedPage {
        try await refresh()
        return try table(of: stream).page(at: clock.now())
    }

    /// The changes since a cursor. The service is asked first: a live feed tells only what the last look has found.
    public func changes(of stream: StreamID, since cursor: FeedCursor) async throws(SourceError) -> FeedDelta? {
        try await refresh()
        if stream == inApp?.stream, !feeds.isEmpty { await client.inAppMessages.refresh() }
        let table = try table(of: stream)
        guard let known = table.position(of: cursor) else { throw .cursorExpired }
        return try table.delta(since: known, at: clock.now())
    }

    func table(of stream: StreamID) throws(SourceError) -> CardTable {
        if stream == inbox.stream { return inbox }
        if let inApp, stream == inApp.stream { return inApp }
        let streams = [inbox.stream, inApp?.stream].compactMap { $0?.rawValue }.joined(separator: " and ")
        throw .refused(SourceRefusal(.notFound, detail: "This source has the stream \(streams), not \(stream)"))
    }

    /// The time in milliseconds.
    static func version(at clock: SyncClock) -> Int64 { Int64(clock.now().timeIntervalSince1970 * 1000) }
}

/// Asks whether the store is that of a user. A value of its own: a closure alone would get another wrapper with each use of its
/// lock, until the stack overflows.
struct Admission: Sendable {
    var admit: @Sendable (String) async throws(SourceError) -> Void
}
