import Basics
import Cards
import FeedAPI
import FeedEngine
import FeedStorage
import Logging

import struct Foundation.Date
import struct Foundation.UUID

/// The operations of the server for all callers: HTTP, WebSocket and the same process. All changes to feeds go through
/// this class, so that they are stored, pushed and timed in one place.
final class FeedService: Sendable {
    let storage: any FeedStorage
    private let reader: FeedReader
    let uploadsInProgress = UploadsInProgress()
    let hub: PushHub
    let pushSupervisor: PushSupervisor
    let askWaiters = AskWaiters()
    let feedWaiters = FeedWaiters()
    let clock: ServerClock
    let live: LiveConfig
    let metrics: ServerMetrics
    let recordLimiter: RecordRateLimiter
    let invitations: InvitationGrantIssuer
    /// Nil if the program provides no HTTP client for deliveries; webhooks cannot be created then.
    let dispatcher: WebhookDispatcher?
    let signer: ServerSigner
    /// Cards that were recorded as received since the server started, so that not every request writes to the storage.
    private let receivedCards = Lock<Set<CardID>>([])
    let logger: Logger
    /// Whether a shared storage does not respond. Push connections are then closed and refused, so that viewers use
    /// other servers.
    let isCutOff = Lock(false)
    private let deadlineChanged = Signal()
    /// Users recorded as readers since the server started, so that not every request writes to the storage.
    private let readers = Lock<Set<Viewer>>([])

    /// How long ended cards and publication keys are kept, in seconds: 30 days.
    private static let retention = 30.0 * 86_400
    /// How long unsubmitted uploads are kept, in seconds: a day.
    private static let orphanLifetime = 86_400.0
    private static let compactedAtOnce = 1000
    /// The time in seconds after which a failed deletion of old data is tried again.
    private static let compactionPause = 300.0
    /// The maximum size of ``readers`` and `receivedCards`. A full set is emptied, and its entries are recorded again.
    private static let mostReaders = 100_000

    init(
        storage: any FeedStorage, clock: ServerClock, config: ServerConfig, sender: WebhookSender?,
        signer: ServerSigner, logger: Logger
    ) {
        self.storage = storage
        reader = FeedReader(storage: storage, limits: config.limits)
        // Servers that share a storage use the time of the storage. Otherwise each would apply deadlines according to
        // its own clock.
        let clock = storage.isShared ? clock.ahead { storage.secondsAhead } : clock
        self.clock = clock
        let (live, metrics) = (LiveConfig(config), ServerMetrics())
        self.live = live
        self.metrics = metrics
        recordLimiter = RecordRateLimiter(perMinute: config.limits.recordsPerMinute)
        invitations = InvitationGrantIssuer(config)
        self.signer = signer
        self.logger = logger
        dispatcher = sender.map {
            WebhookDispatcher(storage: storage, clock: clock, live: live, sender: $0, metrics: metrics, logger: logger)
        }
        hub = PushHub(connectionsPerUser: config.limits.connectionsPerUser)
        pushSupervisor = PushSupervisor(clock: clock, limits: config.limits, logger: logger)
    }

    var limits: ServerLimits { live.limits }

    // MARK: Reading

    func snapshot(
        _ key: FeedKey, page: String?, limit: Int?, filters: [CardFilter] = [], from device: ViewerDevice? = nil
    ) async throws(Problem) -> FeedPage {
        await recordReader(key.viewer)
        var token: PageToken?
        if let page { token = try PageToken(text: page) }
        let (answer, asks) = try await reader.page(
            key, token: token, limit: limit ?? limits.pageCards, filter: PreparedFilter(filters),
            now: clock.now())
        await recordReceived(asks, by: .fetch, from: device)
        return answer
    }

    /// The changes since a cursor; nil if there are none.
    func changes(
        _ key: FeedKey, since: FeedCursor, limit: Int?, filters: [CardFilter] = [], from device: ViewerDevice? = nil
    ) async throws(Problem) -> FeedDelta? {
        await recordReader(key.viewer)
        let position = try await storage.position(of: key)
        guard let sequence = try await reader.sequence(of: since, in: key, at: position) else {
            throw FeedReader.cursorExpired
        }
        let change = try await reader.changes(
            key, after: sequence, limit: limit ?? limits.pageCards, filter: PreparedFilter(filters), now: clock.now())
        await recordReceived(change?.asks ?? [:], by: .fetch, from: device)
        return change?.delta
    }

    /// Records that the user has read a feed, and so is known to publishers.
    func recordReader(_ viewer: Viewer) async {
        // After an error, do nothing: reading must work even if nothing can be written. The next request tries again.
        guard !readers.withLock({ $0.contains(viewer) }), (try? await storage.recordReader(viewer)) != nil else {
            return
        }
        readers.withLock { readers in
            if readers.count >= Self.mostReaders { readers.removeAll() }
            readers.insert(viewer)
        }
    }

    /// Records that a user has received cards of asks. Reading must work even if nothing can be written: an error is
    /// logged, and the next request tries again.
    func recordReceived(_ cards: [CardID: AskID], by channel: DeliveryChannel, from device: ViewerDevice?) async {
        let new = cards.isEmpty ? [:] : receivedCards.withLock { known in cards.filter { !known.contains($0.key) } }
        guard !new.isEmpty else { return }
        do throws(Problem) {
            _ = try await run(RecordReceivedCards(new, by: channel, from: device, now: clock.now()))
        } catch {
            logger.error(
                "the server cannot record who has received the card of a question",
                metadata: ["problem": "\(error.type)"])
            return
        }
        await askWaiters.wake(Set(new.values))
        receivedCards.withLock { known in
            if known.count >= Self.mostReaders { known.removeAll() }
            known.formUnion(new.keys)
        }
    }

    /// The audit rows of an environment, as lines of JSON.
    func auditLines(environment: EnvironmentID, _ query: AuditQuery) async throws(Problem) -> [[UInt8]] {
        var query = query
        query.limit = min(query.limit ?? 100, 1000)
        return try await storage.audit(of: environment, in: query).map { JSONValue.object($0.json).encoded() }
    }

    func cursor(_ key: FeedKey) async throws(Problem) -> FeedCursor {
        reader.cursor(try await storage.position(of: key).sequence)
    }

    func outcome(_ id: CardID, environment: EnvironmentID) async throws(Problem) -> CardOutcome {
        guard let outcome = try await storage.outcome(of: id, in: environment) else {
            throw .unknownCardOfEnvironment
        }
        return outcome
    }

    // MARK: Changing

    /// Runs a command in the storage and measures its duration.
    func run<Command: FeedCommand>(
        _ command: Command
    ) async throws(Problem) -> (reply: Command.Reply, changed: FeedEffects) {
        let start = ContinuousClock.now
        defer { metrics.observe(.storage, since: start) }
        return try await storage.run(command)
    }

    func act(
        _ request: ActionRequest, viewer: Viewer, from device: ViewerDevice? = nil
    ) async throws(Problem) -> ActionReceipt {
        if let values = request.response.entries {
            // Checked here rather than in the decoder, because stored requests were accepted under earlier rules.
            try Self.checkDepth(of: .object(values))
        }
        let (receipt, changed) = try await run(
            ActOnCard(request, by: viewer, from: device, now: clock.now(), signer: signer))
        metrics.count(.acts)
        await announce(changed)
        return receipt
    }

    func publish(_ requests: [PublishRequest], environment: EnvironmentID) async throws(Problem) -> PublishReceipt {
        var publications: [Publication] = []
        publications.reserveCapacity(requests.count)
        let now = clock.now()
        for (index, request) in requests.enumerated() {
            publications.append(
                try publication(request, line: requests.count > 1 ? index + 1 : nil, now: now))
        }
        return try await publish(publications, environment: environment)
    }

    /// Publishes in bulk: one request per line. Either all are published or none. Blank lines are skipped.
    func publish(lines body: [UInt8], environment: EnvironmentID) async throws(Problem) -> PublishReceipt {
        var publications: [Publication] = []
        let now = clock.now()
        var lines = BulkLines(body, limit: limits.bulkLines)
        while let line = try lines.next() {
            do throws(Problem) {
                publications.append(
                    try publication(try FeedCoder.decodePublishRequest(Array(line)), line: lines.number, now: now))
            } catch {
                var error = error
                error.line = lines.number
                throw error
            }
        }
        guard !publications.isEmpty else {
            throw Problem(.malformedRequest, detail: "The body has no lines.", expected: "one JSON object per line")
        }
        return try await publish(publications, environment: environment)
    }

    private static func checkDepth(of values: JSONValue) throws(Problem) {
        guard let pointer = values.pointer(deeperThan: CardLimits.depth) else { return }
        throw Problem(InvalidField("/values" + pointer, expected: JSONValue.depthExpectation), .badAction)
    }

    /// Cancels an open card. Idempotent.
    func cancel(_ id: CardID, environment: EnvironmentID) async throws(Problem) -> CardOutcome {
        let (_, changed) = try await run(
            CancelCard(id, in: environment, now: clock.now(), signer: signer))
        await announce(changed)
        return try await outcome(id, environment: environment)
    }

    private func publication(_ request: PublishRequest, line: Int?, now: Date) throws(Problem) -> Publication {
        guard request.users.count <= limits.usersPerRequest else {
            throw Problem(
                .tooLarge, detail: "One card can go to at most \(limits.usersPerRequest) users at a time.",
                pointer: "/users",
                line: line)
        }
        return try Publication(request, line: line, now: now)
    }

    private func publish(_ publications: [Publication], environment: EnvironmentID) async throws(Problem)
        -> PublishReceipt
    {
        let ids = Self.makeIDs(publications.reduce(0) { $0 + $1.request.users.count })
        let new = try await newUsers(of: publications, environment: environment)
        var (receipt, changed) = try await run(
            PublishCards(publications, in: environment, ids: ids, now: clock.now()))
        await announce(changed)
        receipt.newUsers = new
        metrics.count(.publishedCards, receipt.cards.count)
        return receipt
    }

    /// The maximum number of users in one request that are looked up. This is enough for a warning about mistyped
    /// names.
    private static let mostLookedUp = 100

    /// The users in some publications that are not known.
    private func newUsers(
        of publications: [Publication], environment: EnvironmentID
    ) async throws(Problem) -> [UserID] {
        var seen: Set<UserID> = []
        var users: [UserID] = []
        for user in publications.lazy.flatMap(\.request.users) where seen.insert(user).inserted {
            users.append(user)
            if users.count == Self.mostLookedUp { break }
        }
        return try await storage.unknownUsers(among: users, in: environment)
    }

    /// Random ids in ascending order. Cards that are published together have the same time, so their ids determine
    /// their order.
    static func makeIDs(_ count: Int) -> [CardID] {
        (0..<count).map { _ in CardID(stored: UUID().uuidString.lowercased()) }.sorted()
    }

    /// Wakes everything that waits for these changes. Wakes the viewers first, because reading deadlines from the
    /// storage would delay them.
    func announce(_ changed: FeedEffects) async {
        await hub.wake(changed.feeds)
        await askWaiters.wake(changed.asks)
        await feedWaiters.wake(changed.feeds)
        await deadlineChanged.raise()
        if !changed.isEmpty { await dispatcher?.wake() }
    }

    /// Ends all waits with their usual responses, and prevents new ones.
    func endWaits() async {
        await askWaiters.close()
        await feedWaiters.close()
    }

    /// Wakes the clock, because the next time to delete uploads may be earlier now.
    func uploadsChanged() async { await deadlineChanged.raise() }

    // MARK: Pushing

    /// Opens a push session and counts it for its user. Pair it with ``closeSession(_:of:)``.
    func openSession(_ viewer: Viewer, from device: ViewerDevice? = nil) async throws(Problem) -> PushSession {
        guard !isCutOff.withLock(\.self) else { throw Readiness.noStorage }
        let session = PushSession(
            viewer: viewer, reader: reader, hub: hub, supervisor: pushSupervisor, clock: clock, limits: limits,
            metrics: metrics
        ) {
            await self.recordReceived($0, by: .push, from: device)
        }
        try await hub.enter(session, of: viewer)
        await recordReader(viewer)
        return session
    }

    func closeSession(_ session: PushSession, of viewer: Viewer) async { await session.end() }

    // MARK: Time

    /// Applies deadlines until the task is cancelled. Sleeps until the next deadline, or until a change may have
    /// created an earlier one, then applies what is due. Deletes old data once a day.
    func runClock() async {
        var nextCompaction = clock.now()
        while !Task.isCancelled {
            do {
                let now = clock.now()
                if now >= nextCompaction {
                    nextCompaction = now.addingTimeInterval(Self.compactionPause)
                    try await compact(before: now.addingTimeInterval(-Self.retention))
                    try await storage.removeStrayFiles()
                    nextCompaction = now.addingTimeInterval(86_400)
                }
                let deadlines = try await storage.deadlines()
                let orphan = deadlines.upload?.addingTimeInterval(Self.orphanLifetime) ?? nextCompaction
                if orphan <= clock.now() { try await forgetOrphans() }
                let deadline = min(deadlines.card ?? nextCompaction, orphan)
                if deadline <= clock.now() {
                    // If the count is 0, another server has locked the due cards.
                    if try await applyDeadlines() == 0 { try? await Task.sleep(for: .milliseconds(200)) }
                    continue
                }
                await sleep(until: min(deadline, nextCompaction))
            } catch {
                logger.error("scheduled card changes failed, trying again", metadata: ["problem": "\(error.type)"])
                // The sleep throws only if the task is cancelled, which ends the loop.
                try? await Task.sleep(for: .seconds(1))
            }
        }
    }

    /// Applies the deadlines that have passed.
    /// - Returns: The number of cards and asks that were due.
    @discardableResult
    func applyDeadlines() async throws(Problem) -> Int {
        let (count, changed) = try await run(ApplyDeadlines(now: clock.now(), signer: signer))
        await hub.wake(changed.feeds)
        await askWaiters.wake(changed.asks)
        await feedWaiters.wake(changed.feeds)
        if !changed.isEmpty { await dispatcher?.wake() }
        return count
    }

    func compact(before: Date) async throws(Problem) {
        while try await storage.compact(before: before, limit: Self.compactedAtOnce) > 0 {}
    }

    /// Deletes uploads that were not submitted within ``orphanLifetime``.
    private func forgetOrphans() async throws(Problem) {
        try await storage.forgetUploads(before: clock.now().addingTimeInterval(-Self.orphanLifetime))
    }

    private func sleep(until date: Date) async {
        let sleeper = Task { [clock, deadlineChanged] in
            await clock.sleep(date)
            // A cancelled sleep must not raise the signal: the next wait would return at once, and the caller would
            // loop forever.
            if !Task.isCancelled { await deadlineChanged.raise() }
        }
        await deadlineChanged.wait()
        sleeper.cancel()
    }
}
