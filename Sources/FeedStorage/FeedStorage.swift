package import Cards
package import FeedAPI
package import FeedEngine

package import struct Foundation.Date

/// The storage of a feed server. It contains the current state of every user's cards, the users' actions, collected
/// data, webhook deliveries and uploads. The changes of a feed are its cards in the order of their sequence numbers: if
/// a card changes several times, only the last change is stored.
///
/// The rules of feeds are implemented by ``FeedEngine/FeedCommand``s. A storage loads what a command needs, and writes
/// its changes. It gets the time from its caller, never from the local clock.
///
/// All storages guarantee:
/// - ``run(_:)`` is one transaction, which is on stable storage when it returns. Readers see the changes of a feed in
///   the order of sequence numbers: after reading number 5, no new number 4 can appear.
/// - Each read is a consistent snapshot.
/// - Several servers may use one storage at the same time if its documentation says so. Deliveries that one server has
///   claimed are not given to another.
/// - All errors are ``FeedAPI/Problem``s that can be sent to a client: `storage-full`, `internal-error`,
///   `not-ready` or `shutting-down`, and those of the command.
package protocol FeedStorage: Sendable {
    /// Identifies the storage and a part of its history in new cursors. Every new storage has a new epoch, so that
    /// cursors of another storage are never misinterpreted. The epoch of a shared storage may change while it is in
    /// use, if the database is replaced by an older copy.
    var epoch: String { get }

    /// The contents of uploaded files.
    var files: any FileStorage { get }

    // MARK: Changing

    /// Runs a command as one transaction.
    ///
    /// - Returns: The command's reply, and what it has changed.
    func run<Command: FeedCommand>(
        _ command: Command
    ) async throws(Problem) -> (reply: Command.Reply, changed: FeedEffects)

    // MARK: Feeds

    /// The position of a feed. It is 0 if nothing was ever published to the feed.
    func position(of feed: FeedKey) async throws(Problem) -> FeedPosition

    /// The sequence number that a feed had when an earlier epoch of this storage ended. Cursors of that epoch with a
    /// higher number are from a history that was lost when a backup was restored.
    ///
    /// - Returns: Nil if `epoch` is not a part of the storage's history. By default, no earlier epoch is.
    func lastSequence(of feed: FeedKey, in epoch: String) async throws(Problem) -> Int64?

    /// The changes of a feed after a sequence number, oldest first, until the collector has enough. Removed cards have
    /// no bodies.
    ///
    /// - Parameter start: Removed cards are omitted up to this sequence number, for a client that started without
    ///   cards.
    func changes(
        of feed: FeedKey, after sequence: Int64, skippingRemovalsUpTo start: Int64, into collector: EntryCollector
    ) async throws(Problem) -> (position: FeedPosition, collector: EntryCollector)

    /// The active cards of a feed and then the snoozed ones, each in feed order, until the collector has enough.
    ///
    /// - Parameter start: The position of the last card of the previous page; nil starts at the beginning.
    func cards(
        of feed: FeedKey, after start: FeedOrder?, into collector: EntryCollector
    ) async throws(Problem) -> (position: FeedPosition, collector: EntryCollector)

    /// The outcome of a card of an environment; nil if it does not exist.
    func outcome(of card: CardID, in environment: EnvironmentID) async throws(Problem) -> CardOutcome?

    /// An ask of an environment; nil if it does not exist.
    func ask(_ id: AskID, in environment: EnvironmentID) async throws(Problem) -> Ask?

    /// The asks of an environment, newest first.
    ///
    /// - Parameter includesSettled: Whether to include settled asks in addition to open ones.
    func asks(
        of environment: EnvironmentID, includesSettled: Bool, limit: Int
    ) async throws(Problem) -> [Ask]

    /// The number of open asks of an environment.
    func countOpenAsks(of environment: EnvironmentID) async throws(Problem) -> Int

    /// Rows of the audit log of an environment, oldest first. Rows are never changed or deleted.
    func audit(of environment: EnvironmentID, in range: AuditQuery) async throws(Problem) -> [AuditRow]

    // MARK: Time

    /// The next deadlines.
    func deadlines() async throws(Problem) -> FeedDeadlines

    /// Deletes cards that ended before a time, with their actions; also older asks, publications, records and
    /// invitations. Cursors that are older than deleted changes expire.
    ///
    /// - Parameter limit: The maximum number of each, so that other commands do not wait for long.
    /// - Returns: The number of deleted items. Call again until it is 0.
    func compact(before: Date, limit: Int) async throws(Problem) -> Int

    // MARK: Uploads

    /// A submitted file of an environment; nil if it does not exist.
    func upload(_ id: UploadID, in environment: EnvironmentID) async throws(Problem) -> StoredUpload?

    /// Deletes unsubmitted files that were last uploaded before a time.
    func forgetUploads(before: Date) async throws(Problem)

    /// Deletes the contents of files without an upload, which remain of deleted cards and after a crash of a server.
    func removeStrayFiles() async throws(Problem)

    // MARK: Users

    /// The user; a user without stored data has no settings.
    func user(_ viewer: Viewer) async throws(Problem) -> StoredUser

    /// Stores new records, and marks the cards that they report as displayed as seen. If a card belongs to an ask, the
    /// first time is also recorded in the audit log.
    ///
    /// - Returns: The number of new records.
    func collect(_ records: [StoredRecord], of viewer: Viewer, at: Date) async throws(Problem) -> Int

    /// Records of an environment, oldest first.
    func records(
        _ kind: StoredRecord.Kind, of environment: EnvironmentID, in range: RecordRange
    ) async throws(Problem) -> [Collected<[UInt8]>]

    /// Records that a user has read a feed, which makes the user known. Idempotent.
    func recordReader(_ viewer: Viewer) async throws(Problem)

    // MARK: Webhooks

    /// The webhooks of all environments.
    func webhooks() async throws(Problem) -> [StoredWebhook]

    /// When a delivery of a webhook is next due; nil if none is queued.
    func nextDelivery(of webhook: WebhookID) async throws(Problem) -> Date?

    /// Claims the due deliveries of a webhook, those that have waited longest first. Claimed deliveries are not claimed
    /// again until they are settled or the claim expires.
    ///
    /// - Parameter until: When the claim expires, in case the server crashes.
    func claimDeliveries(
        of webhook: WebhookID, limit: Int, now: Date, until: Date
    ) async throws(Problem) -> [DueDelivery]

    /// Ends the claim of a delivery with the result of the attempt.
    func settle(_ delivery: DeliveryID, _ result: DeliveryAttempt, at: Date) async throws(Problem)

    /// The number of a webhook's queued deliveries, and of its deliveries that failed for good.
    func deliveryCounts(of webhook: WebhookID) async throws(Problem) -> (waiting: Int, dead: Int)

    /// The deliveries of a webhook that failed for good, oldest first.
    func deadDeliveries(of webhook: WebhookID, limit: Int) async throws(Problem) -> [DeadDelivery]

    /// Queues failed deliveries of a webhook again, as if they had not been tried.
    ///
    /// - Parameter ids: The deliveries; nil for all.
    /// - Returns: The number of deliveries.
    func replay(_ ids: [DeliveryID]?, of webhook: WebhookID, at: Date) async throws(Problem) -> Int

    // MARK: Invitations

    /// The invitations of an environment, oldest first, including those that have expired or were used.
    func invitations(of environment: EnvironmentID) async throws(Problem) -> [StoredInvitation]

    // MARK: Groups

    /// The groups of users of an environment, sorted by name.
    func groups(of environment: EnvironmentID) async throws(Problem) -> [UserGroup]

    // MARK: Themes

    /// The document of a stream's theme; nil if the stream has none.
    func theme(of stream: StreamID, in environment: EnvironmentID) async throws(Problem) -> String?
    /// The themes of all streams of an environment, sorted by stream.
    func themes(of environment: EnvironmentID) async throws(Problem) -> [StoredTheme]

    // MARK: Lists

    /// The streams of an environment, sorted by name.
    func streams(of environment: EnvironmentID) async throws(Problem) -> [StreamSummary]

    /// The users of an environment who have cards or are known, sorted by name.
    func users(
        of environment: EnvironmentID, after: UserID?, limit: Int
    ) async throws(Problem) -> [UserID]

    /// The users among `users` who are not known, in the same order. A user is known who has an invitation, settings or
    /// a device, or has read a feed. Cards do not make a user known, because they can also be published to a misspelled
    /// name.
    func unknownUsers(among users: [UserID], in environment: EnvironmentID) async throws(Problem) -> [UserID]

    /// The cards of an environment that have ended, in the order in which they ended. Numbers are never reused.
    ///
    /// - Returns: The cards, and the number of the last card that has ever ended; 0 if none has. Depending on the
    ///   storage, numbers are counted for each environment or for all environments together.
    func endedCards(
        of environment: EnvironmentID, in range: RecordRange
    ) async throws(Problem) -> (cards: [EndedCard], last: Int64)

    /// The number of the last card that had ended when an earlier epoch of this storage ended, as
    /// ``lastSequence(of:in:)``.
    func lastEnding(in epoch: String) async throws(Problem) -> Int64?

    /// The feeds of a user, sorted by stream.
    func feeds(of viewer: Viewer) async throws(Problem) -> [FeedSummary]

    /// The cards of an environment, newest first.
    func cards(of environment: EnvironmentID, in range: CardRange) async throws(Problem) -> [ListedCard]

    /// Whether the storage responds and accepts changes, for load balancers. Called at most once a second. By default,
    /// checks whether ``deadlines()`` succeeds.
    func isReady() async -> Bool

    // MARK: Other servers

    /// Whether other servers may change the storage at the same time. False by default.
    var isShared: Bool { get }

    /// The current marks of feeds and asks, which show what has changed. If the storage is shared, the server calls
    /// this regularly with everything that its clients follow. Returns nothing by default.
    func marks(of feeds: FollowedFeeds, asks: [AskID]) async throws(Problem) -> FeedMarks

    /// Records for the other servers that a request to this server waits for an ask. Does nothing by default, for a
    /// storage that is not shared.
    ///
    /// - Parameter until: When the record expires, unless it is renewed.
    func noteWait(for ask: AskID, until: Date) async throws(Problem)

    /// Removes the record of ``noteWait(for:until:)``.
    ///
    /// - Returns: Until when requests wait for the ask at other servers, according to their records; nil if none do.
    func endWait(for ask: AskID, now: Date) async throws(Problem) -> Date?

    /// Yields an element when there are hints to take. Only one task may read it. Ends immediately for a storage
    /// without hints.
    var hintsArrived: AsyncStream<Void> { get }

    /// The hints since the last call, see ``FeedHints``.
    func takeHints() -> FeedHints

    /// The number of seconds by which the clock of a shared storage is ahead of this machine's clock. With it, all
    /// servers agree about what is due.
    var secondsAhead: Double { get }

    // MARK: End

    /// Finishes running operations and closes the storage. It must not be used afterwards.
    ///
    /// - Throws: The reason if the storage could not be closed cleanly. No data is lost.
    func close() async throws
}

extension FeedStorage {
    // The caller only needs to know whether the storage responds; requests report the reason.
    package func isReady() async -> Bool { (try? await deadlines()) != nil }

    package func lastSequence(of feed: FeedKey, in epoch: String) async throws(Problem) -> Int64? { nil }

    package func lastEnding(in epoch: String) async throws(Problem) -> Int64? { nil }

    package var isShared: Bool { false }

    package func marks(of feeds: FollowedFeeds, asks: [AskID]) async throws(Problem) -> FeedMarks { FeedMarks() }

    package func noteWait(for ask: AskID, until: Date) async throws(Problem) {}

    package func endWait(for ask: AskID, now: Date) async throws(Problem) -> Date? { nil }

    package var hintsArrived: AsyncStream<Void> { AsyncStream { $0.finish() } }

    package func takeHints() -> FeedHints { FeedHints() }

    package var secondsAhead: Double { 0 }
}
