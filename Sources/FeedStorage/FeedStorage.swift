package import Cards
package import FeedAPI
package import FeedEngine

package import struct Foundation.Date

/// The storage of a feed server: the current state of every card of every user, the users' actions, and data that is
/// collected, delivered and uploaded. The changes of a feed are its cards in the order of their sequence numbers: of
/// several changes to one card only the last is stored.
///
/// The rules of feeds are in ``FeedEngine/FeedCommand``s; a storage loads what they need and writes their changes. It
/// gets the time from its caller, never from the local clock.
///
/// Guarantees of all storages:
/// - ``run(_:)`` is one transaction, and on stable storage when it returns. Readers see the changes of a feed in the
///   order of sequence numbers: after reading number 5, no new number 4 can appear.
/// - Each read is a consistent snapshot.
/// - Several servers may use one storage at the same time if its documentation says so; what one has claimed is not
///   given to another.
/// - All errors are ``FeedAPI/Problem``s that can be sent to a client: `storage-full`, `internal-error`,
///   `not-ready` or `shutting-down`, and those of the command.
package protocol FeedStorage: Sendable {
    /// Identifies the storage in cursors; new for every new storage, so that cursors of another one are never
    /// misinterpreted. Of a shared storage it may change while it is used: when the database is replaced by an older copy.
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

    /// The position of a feed. A feed without any publication is at 0.
    func position(of feed: FeedKey) async throws(Problem) -> FeedPosition

    /// The changes of a feed after a sequence number, oldest first, until the collector has enough. The bodies of
    /// invisible cards are omitted.
    ///
    /// - Parameter start: Invisible cards are omitted up to this number, for a client without cards.
    func changes(
        of feed: FeedKey, after sequence: Int64, skippingRemovalsUpTo start: Int64, into collector: EntryCollector
    ) async throws(Problem) -> (position: FeedPosition, collector: EntryCollector)

    /// The active cards of a feed, then the snoozed ones, each in feed order, until the collector has enough.
    ///
    /// - Parameter start: The card before the first one; nil starts at the beginning.
    func cards(
        of feed: FeedKey, after start: FeedOrder?, into collector: EntryCollector
    ) async throws(Problem) -> (position: FeedPosition, collector: EntryCollector)

    /// The outcome of a card of an environment; nil if it does not exist.
    func outcome(of card: CardID, in environment: EnvironmentID) async throws(Problem) -> CardOutcome?

    /// An ask of an environment; nil if it does not exist.
    func ask(_ id: AskID, in environment: EnvironmentID) async throws(Problem) -> Ask?

    /// The asks of an environment, newest first.
    ///
    /// - Parameter includesSettled: False for open asks only.
    func asks(
        of environment: EnvironmentID, includesSettled: Bool, limit: Int
    ) async throws(Problem) -> [Ask]

    /// The number of open asks of an environment.
    func countOpenAsks(of environment: EnvironmentID) async throws(Problem) -> Int

    /// Rows of the record of an environment, the oldest first. Rows are never changed and never deleted.
    func audit(of environment: EnvironmentID, in range: AuditQuery) async throws(Problem) -> [AuditRow]

    // MARK: Time

    /// The next deadlines.
    func deadlines() async throws(Problem) -> FeedDeadlines

    /// Deletes cards that ended before a time with their actions, and older asks, publications, records and invitations.
    /// Cursors before deleted changes expire.
    ///
    /// - Parameter limit: The maximum number of each, so that other commands do not wait long.
    /// - Returns: The number of deleted items; call again until it is 0.
    func compact(before: Date, limit: Int) async throws(Problem) -> Int

    // MARK: Uploads

    /// A submitted file of an environment; nil if there is none.
    func upload(_ id: UploadID, in environment: EnvironmentID) async throws(Problem) -> StoredUpload?

    /// Deletes unsubmitted files from before a time.
    func forgetUploads(before: Date) async throws(Problem)

    /// Deletes file contents without an upload: of deleted cards, and of a server that crashed.
    func removeStrayFiles() async throws(Problem)

    // MARK: Users

    /// A user; a new one has no settings.
    func user(_ viewer: Viewer) async throws(Problem) -> StoredUser

    /// Stores new records, and marks the cards that they report as seen; the first time also in the record of the asks that
    /// the cards belong to.
    ///
    /// - Returns: The number of new records.
    func collect(_ records: [StoredRecord], of viewer: Viewer, at: Date) async throws(Problem) -> Int

    /// Records of an environment, oldest first.
    func records(
        _ kind: StoredRecord.Kind, of environment: EnvironmentID, in range: RecordRange
    ) async throws(Problem) -> [Collected<[UInt8]>]

    /// Records that a user has read, so that the user is known from now on. Idempotent.
    func recordReader(_ viewer: Viewer) async throws(Problem)

    // MARK: Webhooks

    /// The webhooks of all environments.
    func webhooks() async throws(Problem) -> [StoredWebhook]

    /// When a delivery of a webhook is next due; nil if none is queued.
    func nextDelivery(of webhook: WebhookID) async throws(Problem) -> Date?

    /// Claims the due deliveries of a webhook, longest waiting first. Claimed deliveries are not claimed again until
    /// they are settled or the claim expires.
    ///
    /// - Parameter until: When the claim expires, in case the server crashes.
    func claimDeliveries(
        of webhook: WebhookID, limit: Int, now: Date, until: Date
    ) async throws(Problem) -> [DueDelivery]

    /// Releases a claim with the result of the attempt.
    func settle(_ delivery: DeliveryID, _ result: DeliveryAttempt, at: Date) async throws(Problem)

    /// The number of a webhook's queued deliveries and of those that have finally failed.
    func deliveryCounts(of webhook: WebhookID) async throws(Problem) -> (waiting: Int, dead: Int)

    /// The deliveries of a webhook that have finally failed, oldest first.
    func deadDeliveries(of webhook: WebhookID, limit: Int) async throws(Problem) -> [DeadDelivery]

    /// Retries failed deliveries of a webhook as if for the first time.
    ///
    /// - Parameter ids: Nil for all of them.
    /// - Returns: The number of deliveries.
    func replay(_ ids: [DeliveryID]?, of webhook: WebhookID, at: Date) async throws(Problem) -> Int

    // MARK: Invitations

    /// The invitations of an environment, oldest first, with those that have ended.
    func invitations(of environment: EnvironmentID) async throws(Problem) -> [StoredInvitation]

    // MARK: Groups

    /// The groups of users of an environment, sorted by name.
    func groups(of environment: EnvironmentID) async throws(Problem) -> [UserGroup]

    // MARK: Themes

    /// The document of a stream's theme; nil if it has none.
    func theme(of stream: StreamID, in environment: EnvironmentID) async throws(Problem) -> String?

    // MARK: Lists

    /// The streams of an environment, sorted by name.
    func streams(of environment: EnvironmentID) async throws(Problem) -> [StreamSummary]

    /// Users of an environment with cards, and its known users, sorted by name.
    func users(
        of environment: EnvironmentID, after: UserID?, limit: Int
    ) async throws(Problem) -> [UserID]

    /// Those of some users of an environment that are not known, in the same order: without an invitation, settings
    /// or a device, and they have never read. Cards do not make a user known: a misspelt name gets cards, too.
    func unknownUsers(among users: [UserID], in environment: EnvironmentID) async throws(Problem) -> [UserID]

    /// The cards of an environment that have ended, in the order in which they ended. Numbers are never reused.
    ///
    /// - Returns: The cards, and the number of the last card that ever ended, of any environment or, if each environment
    ///   counts for itself, of this one; 0 for none.
    func endedCards(
        of environment: EnvironmentID, in range: RecordRange
    ) async throws(Problem) -> (cards: [EndedCard], last: Int64)

    /// The feeds of a user, sorted by stream.
    func feeds(of viewer: Viewer) async throws(Problem) -> [FeedSummary]

    /// The cards of an environment, newest first.
    func cards(of environment: EnvironmentID, in range: CardRange) async throws(Problem) -> [ListedCard]

    /// Whether the storage responds and takes changes, for load balancers; asked at most once a second. By default, whether it
    /// knows its deadlines.
    func isReady() async -> Bool

    // MARK: Other servers

    /// Whether other servers may change the storage at the same time; false by default.
    var isShared: Bool { get }

    /// What has changed among feeds and asks. Asked for regularly, with all that a server's clients follow, if the storage is
    /// shared; nothing by default.
    func marks(of feeds: FollowedFeeds, asks: [AskID]) async throws(Problem) -> FeedMarks

    /// Notes that a request waits for an ask at this server, for the other servers. Does nothing by default, for a storage that is
    /// not shared.
    ///
    /// - Parameter until: When no request waits any more, unless it is noted again.
    func noteWait(for ask: AskID, until: Date) async throws(Problem)

    /// Removes what ``noteWait(for:until:)`` has noted.
    ///
    /// - Returns: Until when requests wait for the ask at other servers, as far as noted; nil if none do.
    func endWait(for ask: AskID, now: Date) async throws(Problem) -> Date?

    /// Yields when there are hints to take; has one reader. Ends at once for a storage that gives none.
    var hintsArrived: AsyncStream<Void> { get }

    /// The hints since the last call.
    func takeHints() -> FeedHints

    /// Seconds by which the clock of a shared storage is ahead of this machine's, so that the servers agree about what is due.
    var secondsAhead: Double { get }

    // MARK: End

    /// Finishes running operations and closes the storage, which must not be used afterwards.
    ///
    /// - Throws: Why the storage could not be closed cleanly; no data is lost.
    func close() async throws
}

extension FeedStorage {
    package func isReady() async -> Bool { (try? await deadlines()) != nil }

    package var isShared: Bool { false }

    package func marks(of feeds: FollowedFeeds, asks: [AskID]) async throws(Problem) -> FeedMarks { FeedMarks() }

    package func noteWait(for ask: AskID, until: Date) async throws(Problem) {}

    package func endWait(for ask: AskID, now: Date) async throws(Problem) -> Date? { nil }

    package var hintsArrived: AsyncStream<Void> { AsyncStream { $0.finish() } }

    package func takeHints() -> FeedHints { FeedHints() }

    package var secondsAhead: Double { 0 }
}
