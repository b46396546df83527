package import Cards
package import FeedAPI
package import FeedEngine

package import struct Foundation.Date

/// Where a feed server keeps its feeds: every card of every user with its last change, what users did with them, and what is
/// collected, delivered and uploaded around them. The changes of a feed are its cards in the order of their sequence
/// numbers: of several changes to one card only the last is kept.
///
/// The rules of feeds are in ``FeedEngine/FeedCommand``s; a storage loads what they need and writes what they changed. It
/// takes the time from its caller, never from the local clock.
///
/// What holds for every storage, whatever it is built on:
/// - ``run(_:)`` is one transaction, and on stable storage when it returns. A change of a feed is seen by readers in the order
///   of the feed's sequence numbers: who has read number 5 never finds a number 4 that was not there before.
/// - A read sees one moment.
/// - Several servers may use one storage at the same time where it says so; what is claimed by one is not given to another.
/// - Every error is a ``FeedAPI/Problem`` that can be sent to a client: `storage-full`, `internal-error` or `shutting-down`
///   besides those of the command.
package protocol FeedStorage: Sendable {
    /// Names these feeds in cursors; new with every new storage, so that a cursor of another one is never misread.
    var epoch: String { get }

    /// The contents of uploaded files.
    var files: any FileStorage { get }

    // MARK: Changing

    /// Runs a command as one transaction.
    ///
    /// - Returns: The command's reply, and the feeds in which cards are new or changed.
    func run<Command: FeedCommand>(
        _ command: Command
    ) async throws(Problem) -> (reply: Command.Reply, changed: Set<FeedKey>)

    // MARK: Feeds

    /// Where a feed is. A feed without any publication is at 0.
    func position(of feed: FeedKey) async throws(Problem) -> FeedPosition

    /// The changes of a feed after a sequence number, oldest first, as many as the collector takes. The bodies of cards that
    /// are not visible are left out.
    ///
    /// - Parameter start: Cards that are not visible are left out up to this number, for a reader who has no cards yet.
    func changes(
        of feed: FeedKey, after sequence: Int64, skippingRemovalsUpTo start: Int64, into collector: EntryCollector
    ) async throws(Problem) -> (position: FeedPosition, collector: EntryCollector)

    /// The active cards of a feed, then the snoozed ones, each in the order of the feed, as many as the collector takes.
    ///
    /// - Parameter start: The card before the first one; nil begins with the first.
    func cards(
        of feed: FeedKey, after start: FeedOrder?, into collector: EntryCollector
    ) async throws(Problem) -> (position: FeedPosition, collector: EntryCollector)

    /// What became of a card of an environment; nil where there is none.
    func outcome(of card: CardID, in environment: EnvironmentID) async throws(Problem) -> CardOutcome?

    // MARK: Time

    /// When something becomes due next.
    func deadlines() async throws(Problem) -> FeedDeadlines

    /// Forgets cards that ended before a time, with what users did with them, and publications and records from before it.
    /// Cursors older than what is forgotten expire.
    ///
    /// - Parameter limit: So many of each at most, so that other commands do not wait long.
    /// - Returns: How many of them went; call again until none do.
    func compact(before: Date, limit: Int) async throws(Problem) -> Int

    // MARK: Uploads

    /// An uploaded file of an environment that a submit has named; nil where there is none.
    func upload(_ id: UploadID, in environment: EnvironmentID) async throws(Problem) -> StoredUpload?

    /// Forgets files that came before a time and that no submit has named.
    func forgetUploads(before: Date) async throws(Problem)

    /// Removes contents that belong to no upload: of forgotten cards, and of a server that ended in between.
    func removeStrayFiles() async throws(Problem)

    // MARK: Users

    /// A user; with nothing set for one that is new.
    func user(_ viewer: Viewer) async throws(Problem) -> StoredUser

    /// Stores records that are not there yet, and marks the cards that they say were seen.
    ///
    /// - Returns: How many were new.
    func collect(_ records: [StoredRecord], of viewer: Viewer, at: Date) async throws(Problem) -> Int

    /// Records of an environment, oldest first.
    func records(
        _ kind: StoredRecord.Kind, of environment: EnvironmentID, in range: RecordRange
    ) async throws(Problem) -> [Collected<[UInt8]>]

    // MARK: Webhooks

    /// The webhooks of all environments.
    func webhooks() async throws(Problem) -> [StoredWebhook]

    /// When a delivery of a webhook is due next; nil when none waits.
    func nextDelivery(of webhook: WebhookID) async throws(Problem) -> Date?

    /// Claims the deliveries of a webhook that are due, those that wait longest first. What is claimed is not claimed again
    /// until it is settled or the claim ends.
    ///
    /// - Parameter until: When the claim ends, for a server that ended in between.
    func claimDeliveries(
        of webhook: WebhookID, limit: Int, now: Date, until: Date
    ) async throws(Problem) -> [DueDelivery]

    /// Ends a claim.
    func settle(_ delivery: DeliveryID, _ result: DeliveryAttempt, at: Date) async throws(Problem)

    /// How many deliveries of a webhook wait, and how many were given up.
    func deliveryCounts(of webhook: WebhookID) async throws(Problem) -> (waiting: Int, dead: Int)

    /// The deliveries of a webhook that were given up, oldest first.
    func deadDeliveries(of webhook: WebhookID, limit: Int) async throws(Problem) -> [DeadDelivery]

    /// Tries deliveries of a webhook again that were given up, as if for the first time.
    ///
    /// - Parameter ids: Nil for all of them.
    /// - Returns: How many.
    func replay(_ ids: [DeliveryID]?, of webhook: WebhookID, at: Date) async throws(Problem) -> Int

    // MARK: Lists

    /// The streams of an environment, by name.
    func streams(of environment: EnvironmentID) async throws(Problem) -> [StreamSummary]

    /// Users of an environment that have had cards, settings or a device, by name.
    func users(
        of environment: EnvironmentID, after: UserID?, limit: Int
    ) async throws(Problem) -> [UserID]

    /// The feeds of a user, by stream.
    func feeds(of viewer: Viewer) async throws(Problem) -> [FeedSummary]

    /// The cards of an environment, the newest first.
    func cards(of environment: EnvironmentID, in range: CardRange) async throws(Problem) -> [ListedCard]

    // MARK: End

    /// Ends what is under way. The storage must not be used afterwards.
    ///
    /// - Throws: What kept the storage from closing cleanly; nothing is lost by it.
    func close() async throws
}
