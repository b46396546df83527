import Cards
import FeedAPI
import FeedEngine
import Logging

import struct Foundation.Date

/// What the server does, whoever asks: HTTP, WebSocket or a caller in the same process. Everything that changes a
/// feed goes through here, so that it is logged, pushed and timed in one place.
final class FeedService: Sendable {
    let log: FeedLog
    let uploads: UploadStore
    let slots = UploadSlots()
    let hub: PushHub
    let clock: ServerClock
    let limits: ServerLimits
    /// Where devices can be registered, by environment.
    let pushEnvironments: [EnvironmentID: [PushEnvironment]]
    let meter: RecordMeter
    /// Nil where the program brings no HTTP to deliver with.
    let dispatcher: WebhookDispatcher?
    private let logger: Logger
    private let deadlineChanged = Signal()

    /// Closed cards and publishers' keys are kept for so long, in seconds: 30 days.
    private static let retention = 30.0 * 86_400

    init(
        log: FeedLog, uploads: UploadStore, clock: ServerClock, config: ServerConfig, sender: WebhookSender?,
        logger: Logger
    ) {
        self.log = log
        self.uploads = uploads
        self.clock = clock
        limits = config.limits
        pushEnvironments = Dictionary(
            config.environments.map { ($0.id, $0.pushEnvironments) }, uniquingKeysWith: { first, _ in first })
        meter = RecordMeter(perMinute: limits.recordsPerMinute)
        self.logger = logger
        dispatcher = sender.map {
            WebhookDispatcher(log: log, clock: clock, limits: config.limits, sender: $0, logger: logger)
        }
        hub = PushHub(connectionsPerUser: limits.connectionsPerUser)
    }

    // MARK: Reading

    func snapshot(
        _ key: FeedKey, page: String?, limit: Int?, filters: [CardFilter] = []
    ) async throws(Problem) -> FeedPage {
        var token: PageToken?
        if let page { token = try PageToken(text: page) }
        return try await log.page(
            key, token: token, limit: limit ?? limits.pageCards, filter: PreparedFilter(filters),
            now: clock.now())
    }

    /// Nil when nothing changed since the cursor.
    func changes(
        _ key: FeedKey, since: FeedCursor, limit: Int?, filters: [CardFilter] = []
    ) async throws(Problem) -> FeedDelta? {
        let position = try await log.position(key)
        guard let sequence = log.sequence(of: since, at: position) else { throw FeedLog.cursorExpired }
        return try await log.changes(
            key, after: sequence, limit: limit ?? limits.pageCards, filter: PreparedFilter(filters), now: clock.now()
        )?.delta
    }

    /// The cursor a stream stands at.
    func cursor(_ key: FeedKey) async throws(Problem) -> FeedCursor {
        log.cursor(try await log.position(key).sequence)
    }

    func outcome(_ id: CardID, environment: EnvironmentID) async throws(Problem) -> CardOutcome {
        try await log.outcome(id, environment: environment)
    }

    // MARK: Changing

    func act(_ request: ActionRequest, viewer: Viewer) async throws(Problem) -> ActionReceipt {
        if case .submit(_, let values) = request.response {
            // Here, and not where requests are read: what is stored already was let through by its time's rules.
            try Self.checkDepth(of: .object(values))
        }
        let (receipt, changed) = try await log.perform(request, viewer: viewer, now: clock.now())
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

    /// A bulk publish: one request per line, all of them or none. Empty lines are skipped.
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
            throw Problem(.malformedRequest, detail: "The body holds no lines.", expected: "one JSON object per line")
        }
        return try await publish(publications, environment: environment)
    }

    private static func checkDepth(of values: JSONValue) throws(Problem) {
        guard let pointer = values.pointer(deeperThan: CardLimits.depth) else { return }
        throw Problem(InvalidField("/values" + pointer, expected: JSONValue.depthExpectation), .badAction)
    }

    func cancel(_ id: CardID, environment: EnvironmentID) async throws(Problem) -> CardOutcome {
        let (outcome, changed) = try await log.cancel(id, environment: environment, now: clock.now())
        await announce(changed)
        return outcome
    }

    private func publication(_ request: PublishRequest, line: Int?, now: Date) throws(Problem) -> Publication {
        guard request.users.count <= limits.usersPerRequest else {
            throw Problem(
                .tooLarge, detail: "One card may go to \(limits.usersPerRequest) users at a time.", pointer: "/users",
                line: line)
        }
        return try Publication(request, line: line, now: now)
    }

    private func publish(_ publications: [Publication], environment: EnvironmentID) async throws(Problem)
        -> PublishReceipt
    {
        let (receipt, changed) = try await log.publish(publications, environment: environment, now: clock.now())
        await announce(changed)
        return receipt
    }

    /// The viewers first: what the clock then reads from the log would stand in their way.
    private func announce(_ changed: Set<FeedKey>) async {
        await hub.wake(changed)
        await deadlineChanged.raise()
        if !changed.isEmpty { await dispatcher?.wake() }
    }

    /// There may be an earlier time to clean up at.
    func uploadsChanged() async { await deadlineChanged.raise() }

    // MARK: Pushing

    /// Opens a push session and counts it against its user. Pair it with ``closeSession(_:of:)``.
    func openSession(_ viewer: Viewer) async throws(Problem) -> PushSession {
        let session = PushSession(viewer: viewer, log: log, hub: hub, clock: clock, limits: limits)
        try await hub.enter(session, of: viewer)
        return session
    }

    func closeSession(_ session: PushSession, of viewer: Viewer) async { await session.end() }

    // MARK: Time

    /// Lets time pass for the cards until the task is cancelled: sleeps to the next deadline, or until a change may
    /// have made an earlier one, does what is due, and forgets what is old once a day.
    func runClock() async {
        var nextCompaction = clock.now()
        while !Task.isCancelled {
            do {
                let now = clock.now()
                if now >= nextCompaction {
                    nextCompaction = now.addingTimeInterval(86_400)
                    try await compact(before: now.addingTimeInterval(-Self.retention))
                    try await sweepUploads()
                }
                let orphan = try await log.nextOrphan() ?? nextCompaction
                if orphan <= clock.now() { try await dropOrphans() }
                let deadline = min(try await log.nextDeadline() ?? nextCompaction, orphan)
                if deadline <= clock.now() {
                    let changed = try await log.passDeadlines(now: clock.now())
                    await hub.wake(changed)
                    if !changed.isEmpty { await dispatcher?.wake() }
                    continue
                }
                await sleep(until: min(deadline, nextCompaction))
            } catch {
                logger.error("the clock of the cards failed, trying again", metadata: ["problem": "\(error.type)"])
                // Cancellation ends the loop above.
                try? await Task.sleep(for: .seconds(1))
            }
        }
    }

    func compact(before: Date) async throws(Problem) { while try await log.compact(before: before) > 0 {} }

    private func sleep(until date: Date) async {
        let sleeper = Task { [clock, deadlineChanged] in
            await clock.sleep(date)
            // A sleep cut short must not raise the flag for the next one: that would never end.
            if !Task.isCancelled { await deadlineChanged.raise() }
        }
        await deadlineChanged.wait()
        sleeper.cancel()
    }
}
