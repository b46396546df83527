import Cards
import FeedAPI
import FeedEngine
import FeedStorage

import struct Foundation.Date

/// One node's access to the disk: with the disk's faults, until the node is dead.
// Invariant: used by the only thread of the process.
final class NodeStorage: FeedStorage, @unchecked Sendable {
    private let disk: Disk
    private let clock: WallClock
    private var storage: any FeedStorage { disk.storage }
    /// Whether other nodes use the disk as well.
    let isShared: Bool
    /// A dead node may finish its work, but nothing reaches the disk.
    var isDead = false

    init(_ disk: Disk, _ clock: WallClock, isShared: Bool) {
        self.disk = disk
        self.clock = clock
        self.isShared = isShared
    }

    var epoch: String { storage.epoch }
    var files: any FileStorage { storage.files }
    /// A shared storage acts like a separate database, whose clock is correct.
    var secondsAhead: Double { isShared ? -clock.jump : 0 }

    private func use(writing: Bool = false) async throws(Problem) {
        if disk.latency > 0 {
            // Cancellation ends the wait early.
            try? await Task.sleep(for: .seconds(disk.random.number(0...disk.latency)))
        }
        guard !isDead else { throw Problem(.shuttingDown) }
        if writing, disk.isFull { throw Problem(.storageFull) }
    }

    func run<Command: FeedCommand>(
        _ command: Command
    ) async throws(Problem) -> (reply: Command.Reply, changed: FeedEffects) {
        try await use(writing: true)
        var (reply, changed) = try await runStored(command)
        disk.record(changed)
        guard !isDead else { throw Problem(.shuttingDown) }
        if disk.mutation == .missedWake {
            changed.feeds = changed.feeds.filter { _ in !disk.random.chance(0.1) }
        }
        return (reply, changed)
    }

    private func runStored<Command: FeedCommand>(
        _ command: Command
    ) async throws(Problem) -> (reply: Command.Reply, changed: FeedEffects) {
        guard disk.mutation == .unlocked else { return try await storage.run(command) }
        return try await storage.run(UnlockedCommand(command, of: storage, pause: disk.random.number(0...0.5)))
    }

    func marks(of feeds: FollowedFeeds, asks: [AskID]) async throws(Problem) -> FeedMarks {
        try await use()
        return disk.marks(of: feeds, asks: asks)
    }

    func noteWait(for ask: AskID, until: Date) async throws(Problem) {
        guard isShared else { return }
        try await use()
        disk.noteWait(for: ask, at: ObjectIdentifier(self), until: until)
    }

    func endWait(for ask: AskID, now: Date) async throws(Problem) -> Date? {
        guard isShared else { return nil }
        try await use()
        return disk.endWait(for: ask, at: ObjectIdentifier(self), now: now)
    }

    func close() async {}
}

/// Calls that are passed on without changes.
extension NodeStorage {
    func position(of feed: FeedKey) async throws(Problem) -> FeedPosition {
        try await use()
        return try await storage.position(of: feed)
    }

    func outcome(of card: CardID, in environment: EnvironmentID) async throws(Problem) -> CardOutcome? {
        try await use()
        return try await storage.outcome(of: card, in: environment)
    }

    func ask(_ id: AskID, in environment: EnvironmentID) async throws(Problem) -> Ask? {
        try await use()
        return try await storage.ask(id, in: environment)
    }

    func countOpenAsks(of environment: EnvironmentID) async throws(Problem) -> Int {
        try await use()
        return try await storage.countOpenAsks(of: environment)
    }

    func audit(of environment: EnvironmentID, in range: AuditQuery) async throws(Problem) -> [AuditRow] {
        try await use()
        return try await storage.audit(of: environment, in: range)
    }

    func deadlines() async throws(Problem) -> FeedDeadlines {
        try await use()
        return try await storage.deadlines()
    }

    func compact(before: Date, limit: Int) async throws(Problem) -> Int {
        try await use(writing: true)
        return try await storage.compact(before: before, limit: limit)
    }

    func upload(_ id: UploadID, in environment: EnvironmentID) async throws(Problem) -> StoredUpload? {
        try await use()
        return try await storage.upload(id, in: environment)
    }

    func forgetUploads(before: Date) async throws(Problem) {
        try await use(writing: true)
        return try await storage.forgetUploads(before: before)
    }

    func removeStrayFiles() async throws(Problem) {
        try await use()
        return try await storage.removeStrayFiles()
    }

    func user(_ viewer: Viewer) async throws(Problem) -> StoredUser {
        try await use()
        return try await storage.user(viewer)
    }

    func collect(_ records: [StoredRecord], of viewer: Viewer, at date: Date) async throws(Problem) -> Int {
        try await use(writing: true)
        return try await storage.collect(records, of: viewer, at: date)
    }

    func recordReader(_ viewer: Viewer) async throws(Problem) {
        try await use(writing: true)
        return try await storage.recordReader(viewer)
    }

    func webhooks() async throws(Problem) -> [StoredWebhook] {
        try await use()
        return try await storage.webhooks()
    }

    func nextDelivery(of webhook: WebhookID) async throws(Problem) -> Date? {
        try await use()
        return try await storage.nextDelivery(of: webhook)
    }

    func settle(_ delivery: DeliveryID, _ result: DeliveryAttempt, at date: Date) async throws(Problem) {
        try await use(writing: true)
        return try await storage.settle(delivery, result, at: date)
    }

    func deliveryCounts(of webhook: WebhookID) async throws(Problem) -> (waiting: Int, dead: Int) {
        try await use()
        return try await storage.deliveryCounts(of: webhook)
    }

    func deadDeliveries(of webhook: WebhookID, limit: Int) async throws(Problem) -> [DeadDelivery] {
        try await use()
        return try await storage.deadDeliveries(of: webhook, limit: limit)
    }

    func replay(_ ids: [DeliveryID]?, of webhook: WebhookID, at date: Date) async throws(Problem) -> Int {
        try await use(writing: true)
        return try await storage.replay(ids, of: webhook, at: date)
    }

    func invitations(of environment: EnvironmentID) async throws(Problem) -> [StoredInvitation] {
        try await use()
        return try await storage.invitations(of: environment)
    }

    func groups(of environment: EnvironmentID) async throws(Problem) -> [UserGroup] {
        try await use()
        return try await storage.groups(of: environment)
    }

    func theme(of stream: StreamID, in environment: EnvironmentID) async throws(Problem) -> String? {
        try await use()
        return try await storage.theme(of: stream, in: environment)
    }

    func themes(of environment: EnvironmentID) async throws(Problem) -> [StoredTheme] {
        try await use()
        return try await storage.themes(of: environment)
    }

    func streams(of environment: EnvironmentID) async throws(Problem) -> [StreamSummary] {
        try await use()
        return try await storage.streams(of: environment)
    }

    func users(of environment: EnvironmentID, after: UserID?, limit: Int) async throws(Problem) -> [UserID] {
        try await use()
        return try await storage.users(of: environment, after: after, limit: limit)
    }

    func unknownUsers(among users: [UserID], in environment: EnvironmentID) async throws(Problem) -> [UserID] {
        try await use()
        return try await storage.unknownUsers(among: users, in: environment)
    }

    func endedCards(
        of environment: EnvironmentID, in range: RecordRange
    ) async throws(Problem) -> (cards: [EndedCard], last: Int64) {
        try await use()
        return try await storage.endedCards(of: environment, in: range)
    }

    func feeds(of viewer: Viewer) async throws(Problem) -> [FeedSummary] {
        try await use()
        return try await storage.feeds(of: viewer)
    }

    func cards(of environment: EnvironmentID, in range: CardRange) async throws(Problem) -> [ListedCard] {
        try await use()
        return try await storage.cards(of: environment, in: range)
    }

    func records(
        _ kind: StoredRecord.Kind, of environment: EnvironmentID, in range: RecordRange
    ) async throws(Problem) -> [Collected<[UInt8]>] {
        try await use()
        return try await storage.records(kind, of: environment, in: range)
    }

    func asks(of environment: EnvironmentID, includesSettled: Bool, limit: Int) async throws(Problem) -> [Ask] {
        try await use()
        return try await storage.asks(of: environment, includesSettled: includesSettled, limit: limit)
    }

    func claimDeliveries(
        of webhook: WebhookID, limit: Int, now: Date, until: Date
    ) async throws(Problem) -> [DueDelivery] {
        try await use()
        let due = try await storage.claimDeliveries(of: webhook, limit: limit, now: now, until: until)
        guard disk.mutation == .earlyArrival else { return due }
        for delivery in due { try await storage.settle(delivery.id, .arrived, at: now) }
        return due
    }

    func changes(
        of feed: FeedKey, after sequence: Int64, skippingRemovalsUpTo start: Int64, into collector: EntryCollector
    ) async throws(Problem) -> (position: FeedPosition, collector: EntryCollector) {
        try await use()
        return try await storage.changes(of: feed, after: sequence, skippingRemovalsUpTo: start, into: collector)
    }

    func cards(
        of feed: FeedKey, after start: FeedOrder?, into collector: EntryCollector
    ) async throws(Problem) -> (position: FeedPosition, collector: EntryCollector) {
        try await use()
        return try await storage.cards(of: feed, after: start, into: collector)
    }
}
