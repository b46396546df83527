import Basics
package import Cards
package import FeedAPI
package import FeedEngine

package import struct Foundation.Date
package import struct Foundation.UUID

/// A storage in memory, for tests and simulations. Only one process can use it.
package final class MemoryStorage: FeedStorage {
    package let epoch: String
    package var files: any FileStorage { contents }
    private let contents = MemoryFiles()
    private let tables = Lock(MemoryTables())

    /// - Parameter epoch: See ``FeedStorage/epoch``; a random one by default.
    package init(epoch: String = String(UUID().uuidString.lowercased().filter { $0 != "-" }.prefix(12))) {
        self.epoch = epoch
    }

    // MARK: Changing

    package func run<Command: FeedCommand>(
        _ command: Command
    ) async throws(Problem) -> (reply: Command.Reply, changed: FeedEffects) {
        let settled: [UploadID]
        let result: (reply: Command.Reply, changed: FeedEffects)
        (result, settled) = try locked { tables throws(Problem) in
            var command = command
            // The changes are made to a copy, which replaces the tables only when the whole command has succeeded.
            var copy = tables
            var uploads: [UploadID] = []
            var needs = command.begin()
            while true {
                let decision = try command.decide(copy.load(needs))
                try copy.write(decision.changes, at: command.time)
                uploads += decision.changes.uploads.map(\.receipt.id)
                switch decision.next {
                case .load(let next): needs = next
                case .reply(let reply):
                    tables = copy
                    return ((reply, FeedEffects(decision.changes)), uploads)
                }
            }
        }
        await contents.settle(settled)
        return result
    }

    // MARK: Feeds

    package func position(of feed: FeedKey) async throws(Problem) -> FeedPosition {
        tables.withLock { $0.feeds[feed] ?? FeedPosition() }
    }

    package func changes(
        of feed: FeedKey, after sequence: Int64, skippingRemovalsUpTo start: Int64, into collector: EntryCollector
    ) async throws(Problem) -> (position: FeedPosition, collector: EntryCollector) {
        tables.withLock { tables in
            let changed = tables.cards(of: feed).filter { stored in
                stored.card.sequence > sequence && (stored.card.life.status.isVisible || stored.card.sequence > start)
            }
            .sorted { $0.card.sequence < $1.card.sequence }
            return (tables.feeds[feed] ?? FeedPosition(), Self.collect(changed, into: collector))
        }
    }

    package func cards(
        of feed: FeedKey, after start: FeedOrder?, into collector: EntryCollector
    ) async throws(Problem) -> (position: FeedPosition, collector: EntryCollector) {
        tables.withLock { tables in
            let visible = tables.cards(of: feed).filter { stored in
                stored.card.life.status.isVisible && start.map { FeedOrder(stored.card) > $0 } ?? true
            }
            .sorted { FeedOrder($0.card) < FeedOrder($1.card) }
            return (tables.feeds[feed] ?? FeedPosition(), Self.collect(visible, into: collector))
        }
    }

    private static func collect(_ cards: [StoredCard], into collector: EntryCollector) -> EntryCollector {
        var collector = collector
        for card in cards where !collector.add(FeedEntry(card), ask: card.card.ask) { break }
        return collector
    }

    package func outcome(of card: CardID, in environment: EnvironmentID) async throws(Problem) -> CardOutcome? {
        try locked { tables throws(Problem) in
            guard let row = tables.cards[card], row.stored.card.feed.viewer.environment == environment else {
                return nil
            }
            return try CardOutcome(row.stored, actions: tables.actions(on: card))
        }
    }

    package func ask(_ id: AskID, in environment: EnvironmentID) async throws(Problem) -> Ask? {
        tables.withLock { tables in
            tables.asks.first { $0.id == id && $0.environment == environment }.map { tables.ask($0) }
        }
    }

    package func audit(
        of environment: EnvironmentID, in range: AuditQuery
    ) async throws(Problem) -> [AuditRow] {
        tables.withLock { $0.audit(of: environment, in: range) }
    }

    package func asks(
        of environment: EnvironmentID, includesSettled: Bool, limit: Int
    ) async throws(Problem) -> [Ask] {
        tables.withLock { tables in
            tables.asks.reversed().filter { $0.environment == environment && (includesSettled || $0.isOpen) }
                .prefix(limit).map { tables.ask($0) }
        }
    }

    package func countOpenAsks(of environment: EnvironmentID) async throws(Problem) -> Int {
        tables.withLock { tables in tables.asks.count { $0.environment == environment && $0.isOpen } }
    }

    // MARK: Time

    package func deadlines() async throws(Problem) -> FeedDeadlines {
        tables.withLock { tables in
            FeedDeadlines(
                card: (tables.cards.values.compactMap(\.stored.card.life.deadline) + tables.asks.compactMap(\.due))
                    .min().map(FeedTime.date),
                upload: tables.uploads.values.filter { $0.submittedAt == nil }.map(\.createdAt).min()
                    .map(FeedTime.date))
        }
    }

    package func compact(before: Date, limit: Int) async throws(Problem) -> Int {
        tables.withLock { $0.compact(before: FeedTime.milliseconds(before), limit: limit) }
    }

    // MARK: Uploads

    package func upload(_ id: UploadID, in environment: EnvironmentID) async throws(Problem) -> StoredUpload? {
        tables.withLock { tables in
            tables.uploads.values.first {
                $0.receipt.id == id && $0.id.viewer.environment == environment && $0.submittedAt != nil
            }
        }
    }

    package func forgetUploads(before: Date) async throws(Problem) {
        let time = FeedTime.milliseconds(before)
        let forgotten = tables.withLock { tables in
            let old = tables.uploads.values.filter { $0.submittedAt == nil && $0.createdAt <= time }
            for upload in old { tables.uploads[upload.id] = nil }
            return old.map(\.receipt.id)
        }
        await contents.remove(forgotten)
    }

    package func removeStrayFiles() async throws(Problem) {
        let known = tables.withLock { Set($0.uploads.values.map(\.receipt.id)) }
        await contents.removeSettled(except: known)
    }

    // MARK: Users

    package func user(_ viewer: Viewer) async throws(Problem) -> StoredUser { tables.withLock { $0.user(viewer) } }

    package func collect(
        _ records: [StoredRecord], of viewer: Viewer, at date: Date
    ) async throws(Problem) -> Int {
        tables.withLock { $0.collect(records, of: viewer, at: FeedTime.milliseconds(date)) }
    }

    package func records(
        _ kind: StoredRecord.Kind, of environment: EnvironmentID, in range: RecordRange
    ) async throws(Problem) -> [Collected<[UInt8]>] {
        tables.withLock { $0.records(kind, of: environment, in: range) }
    }

    package func recordReader(_ viewer: Viewer) async throws(Problem) {
        tables.withLock { _ = $0.readers.insert(viewer) }
    }

    // MARK: Webhooks

    package func webhooks() async throws(Problem) -> [StoredWebhook] { tables.withLock { $0.webhooks } }

    package func nextDelivery(of webhook: WebhookID) async throws(Problem) -> Date? {
        tables.withLock { tables in
            tables.deliveries.filter { $0.webhook == webhook }.compactMap(\.nextAt).min().map(FeedTime.date)
        }
    }

    package func claimDeliveries(
        of webhook: WebhookID, limit: Int, now: Date, until: Date
    ) async throws(Problem) -> [DueDelivery] {
        tables.withLock { tables in
            tables.claimDeliveries(
                of: webhook, limit: limit, now: FeedTime.milliseconds(now), until: FeedTime.milliseconds(until))
        }
    }

    package func settle(
        _ delivery: DeliveryID, _ result: DeliveryAttempt, at date: Date
    ) async throws(Problem) {
        tables.withLock { $0.settle(delivery, result, at: FeedTime.milliseconds(date)) }
    }

    package func deliveryCounts(of webhook: WebhookID) async throws(Problem) -> (waiting: Int, dead: Int) {
        tables.withLock { tables in
            let own = tables.deliveries.filter { $0.webhook == webhook }
            let dead = own.count { $0.nextAt == nil }
            return (own.count - dead, dead)
        }
    }

    package func deadDeliveries(of webhook: WebhookID, limit: Int) async throws(Problem) -> [DeadDelivery] {
        tables.withLock { tables in
            tables.deliveries.lazy.filter { $0.webhook == webhook && $0.nextAt == nil }.prefix(limit).map { row in
                DeadDelivery(
                    id: row.id, event: row.message, cardID: row.event.cardID,
                    at: FeedTime.date(milliseconds: row.event.at),
                    attempts: row.attempts, lastAt: row.lastAt.map(FeedTime.date), reason: row.reason)
            }
        }
    }

    package func replay(
        _ ids: [DeliveryID]?, of webhook: WebhookID, at date: Date
    ) async throws(Problem) -> Int {
        tables.withLock { $0.replay(ids, of: webhook, at: FeedTime.milliseconds(date)) }
    }

    // MARK: Invitations

    package func invitations(of environment: EnvironmentID) async throws(Problem) -> [StoredInvitation] {
        tables.withLock { tables in
            tables.invitations.filter { $0.environment == environment }
                .sorted { ($0.createdAt, $0.id.rawValue) < ($1.createdAt, $1.id.rawValue) }
        }
    }

    // MARK: Groups

    package func groups(of environment: EnvironmentID) async throws(Problem) -> [UserGroup] {
        tables.withLock { $0.groups(of: environment) }
    }

    package func theme(of stream: StreamID, in environment: EnvironmentID) async throws(Problem) -> String? {
        tables.withLock { $0.themes[StoredTheme.ID(environment: environment, stream: stream)] }
    }

    package func themes(of environment: EnvironmentID) async throws(Problem) -> [StoredTheme] {
        tables.withLock { $0.themes.filter { $0.key.environment == environment } }
            .map { StoredTheme($0.key, document: $0.value) }.sorted { $0.id.stream < $1.id.stream }
    }

    // MARK: Lists

    package func streams(of environment: EnvironmentID) async throws(Problem) -> [StreamSummary] {
        tables.withLock { tables in
            let feeds = tables.feeds.keys.filter { $0.viewer.environment == environment }
            return Dictionary(grouping: feeds, by: \.streamID).map { stream, feeds in
                let summaries = feeds.map { tables.summary(of: $0) }
                return StreamSummary(
                    stream: stream, users: feeds.count, active: summaries.reduce(0) { $0 + $1.active },
                    unseen: summaries.reduce(0) { $0 + $1.unseen })
            }
            .sorted { $0.stream < $1.stream }
        }
    }

    package func users(
        of environment: EnvironmentID, after: UserID?, limit: Int
    ) async throws(Problem) -> [UserID] {
        tables.withLock { tables in
            let viewers = tables.knownUsers.union(tables.feeds.keys.map(\.viewer))
            let users = Set(viewers.filter { $0.environment == environment }.map(\.user))
            return Array(users.filter { user in after.map { user > $0 } ?? true }.sorted().prefix(limit))
        }
    }

    package func unknownUsers(
        among users: [UserID], in environment: EnvironmentID
    ) async throws(Problem) -> [UserID] {
        let known = tables.withLock { $0.knownUsers }
        return users.filter { !known.contains(Viewer(environment: environment, user: $0)) }
    }

    package func endedCards(
        of environment: EnvironmentID, in range: RecordRange
    ) async throws(Problem) -> (cards: [EndedCard], last: Int64) {
        try locked { tables throws(Problem) in
            (try tables.endedCards(of: environment, in: range), tables.lastEnding)
        }
    }

    package func feeds(of viewer: Viewer) async throws(Problem) -> [FeedSummary] {
        tables.withLock { tables in
            tables.feeds.keys.filter { $0.viewer == viewer }.map { tables.summary(of: $0) }
                .sorted { $0.stream < $1.stream }
        }
    }

    package func cards(of environment: EnvironmentID, in range: CardRange) async throws(Problem) -> [ListedCard] {
        tables.withLock { $0.cards(of: environment, in: range) }
    }

    package func close() async {}

    private func locked<Result: Sendable>(
        _ body: (inout MemoryTables) throws(Problem) -> Result
    ) throws(Problem) -> Result {
        let result = tables.withLock { tables -> Swift.Result<Result, Problem> in
            do throws(Problem) { return .success(try body(&tables)) } catch { return .failure(error) }
        }
        return try result.get()
    }
}
