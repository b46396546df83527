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
/// A card shows the preview in the message's metadata. Opening the card loads the content and marks the message as
/// read. Dismissing the card deletes the message. Actions without a network are stored in the account's file and sent
/// later, once.
public actor CordialSource: CardSource, UserReporting, HoldingSource, SwitchSource, RecoveringSource {
    /// The default stream of the inbox.
    public static let defaultStream: StreamID = "inbox"

    /// Cards can be dismissed and answered with their buttons. Snoozes apply only to this machine. Changes are
    /// delivered live.
    public nonisolated let capabilities: SourceCapabilities

    /// The client of the account.
    public nonisolated let client: CordialClient
    /// Called with a user before any data of this user is loaded or sent.
    nonisolated let admission = Lock<Admission?>(nil)
    /// The number of in-app messages that are held back.
    nonisolated let held = Broadcast(initial: 0)
    /// The polling interval in seconds.
    let pollInterval: Double
    /// The kinds of notifications that the user can switch, with their initial values; empty for none.
    let categories: [NotificationCategory]
    let clock: SyncClock

    /// The user that the cards belong to; nil before the first contact.
    var user: String?
    var inbox: CardTable
    /// The cards of the in-app message that is shown; nil without a stream for it.
    var inApp: CardTable?
    /// The message of each card.
    var messageIDs: [CardID: String] = [:]
    /// The in-app message of each card that was shown.
    var inAppIDs: [CardID: String] = [:]

    /// The running load of the list, shared by all callers.
    var refreshing = SharedLoad<SourceError>()
    var feeds: [ObjectIdentifier: VendorFeed] = [:]
    var listening: Task<Void, Never>?
    var polling: Task<Void, Never>?

    /// Creates a source. It connects when cards are requested.
    ///
    /// - Parameters:
    ///   - stream: The stream for the cards of the inbox.
    ///   - inAppStream: The stream for the in-app message to show now, for a container on top of the others; nil, the
    ///     default, shows none.
    ///   - pollInterval: The interval at which the service is asked for changes; 60 seconds by default, at least 1.
    ///     Ignored with silent pushes, see ``CordialAccount/delivery``.
    ///   - categories: The kinds of notifications that the user can switch, with their initial values; none by default.
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
        // Only cards of in-app messages are completed by an answer.
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

    /// Sets `admit`, which is called with the contact and the account before any of their data is loaded or sent.
    public nonisolated func reportingUser(
        to admit: @escaping @Sendable (_ user: String) async throws(SourceError) -> Void
    ) -> any CardSource {
        admission.withLock { $0 = Admission(admit: admit) }
        return self
    }

    // MARK: Reading

    /// Loads all messages of the inbox, as a single page.
    public func snapshot(of stream: StreamID, page: String?) async throws(SourceError) -> FeedPage {
        try await refresh()
        return try table(of: stream).page(at: clock.now())
    }

    /// The changes since a cursor. Asks the service first: a live feed only delivers what the last check has found.
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

    /// The current time in milliseconds, as a version.
    static func version(at clock: SyncClock) -> Int64 { Int64(clock.now().timeIntervalSince1970 * 1000) }
}

/// Checks whether the store belongs to a user. The closure is in a struct because a closure that is stored in a lock
/// gets another wrapper at each access, until the stack overflows.
struct Admission: Sendable {
    var admit: @Sendable (String) async throws(SourceError) -> Void
}
