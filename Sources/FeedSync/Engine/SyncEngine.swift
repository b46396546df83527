package import Basics
package import CardSources
package import CardStore
package import Cards

import struct Foundation.Date

/// Synchronises a store with a source of cards and delivers the user's actions. It performs the actions that
/// ``SyncMachine`` decides on, passes events to it, and reports the status. Sessions use it with the card store; the
/// commands `watch` and `events` use it with a ``FeedFollower``.
package actor SyncEngine {
    package struct Configuration: Sendable {
        package var streams: [StreamID]
        package var settings: SyncSettings
        /// Polling intervals of streams that differ from the settings'.
        package var intervals: [StreamID: Double]
        /// The delays of the status in seconds, see ``SyncStatusDebouncer``; 0 for tests and hosts that show every
        /// change at once.
        package var showAfter = 1.5
        package var hideAfter = 1.0
        /// The source whose actions are delivered.
        package var stored = StoredSource.connection
        /// Whether this engine handles the deadlines of cards, see ``SyncEngine/setKeepsTime(_:)``.
        package var keepsTime = true

        package init(
            streams: [StreamID], settings: SyncSettings = SyncSettings(), intervals: [StreamID: Double] = [:]
        ) {
            self.streams = streams
            self.settings = settings
            self.intervals = intervals
        }
    }

    /// The status, debounced for the screen. Only the newest value is kept. For one reader.
    package nonisolated let status: AsyncStream<SyncStatus>

    let source: any CardSource
    let stored: StoredSource
    let store: any SyncStore
    /// The store if it is a card store, whose actions are sent and whose cards expire and return. Nil for a
    /// ``FeedFollower``.
    let database: CardDatabase?
    let clock: SyncClock
    let tokens: TokenCache?
    let random: @Sendable () -> Double
    let onSettled: @Sendable (OutboxRecord, DeliveryResult) async -> Void
    let onEnded: @Sendable (EndedAction) async -> Void
    let onTrouble: @Sendable (SyncTrouble) -> Void
    let onConnection: @Sendable (SyncStatus.Connection, SourceError?) -> Void
    let onTheme: @Sendable (StreamID) -> Void
    let statusContinuation: AsyncStream<SyncStatus>.Continuation
    var machine: SyncMachine
    var debouncer: SyncStatusDebouncer
    var actualStatus = SyncStatus()
    /// The reason why the last connection or fetch failed; nil if the source has closed the live feed normally.
    var lastError: SourceError?
    var lastPublished: SyncStatus?
    /// Whether the result of a requested refresh still has to be reported.
    var isAnswerOwed = false
    var drainer: OutboxDrainer?

    var streams: [StreamID]
    var schedule: PollSchedule
    var timers: [SyncTimer: Task<Void, Never>] = [:]
    var connection: Task<Void, Never>?
    /// Incremented with every connection, so that late events of an earlier connection can be ignored.
    var connectionNumber = 0
    var live: (any LiveFeed)?
    /// The owner epoch of the store that data of the live feed belongs to.
    var liveEpoch = 0
    var inbox = LiveInbox()
    /// The streams whose backlog was received on this connection.
    var caughtUpStreams: Set<StreamID> = []
    var fetching: Task<Void, Never>?
    var isFetchWanted = false
    /// The task that requests themes.
    var theming: Task<Void, Never>?
    /// The streams whose themes were requested on this connection.
    var themedStreams: Set<StreamID> = []
    /// Incremented with every fetch, like ``connectionNumber``.
    var fetchNumber = 0
    /// Incremented with every start and stop, so that a start ends if it is followed by a stop while it runs.
    var runNumber = 0
    /// The last task that opens or holds the outbox. Each waits for the previous one.
    var outboxTurn: Task<Void, Never>?
    var renewal: Task<Void, Never>?
    /// The task that waits for the successor of the token that opened the live feed.
    var tokenRenewal: Task<Void, Never>?
    var smoothing: Task<Void, Never>?
    /// The task that waits until an action held for undo counts as waiting.
    var recount: Task<Void, Never>?
    /// The task that combines counts after deliveries of a long outbox.
    var counting: Task<Void, Never>?
    var watch: Task<Void, Never>?
    var deadlineCheck: Task<Void, Never>?
    var deadlineTimer: Task<Void, Never>?
    var keepsTime: Bool
    /// The last time that the server sent; nil before the first.
    var serverClock: ServerTime?
    /// Whether deadlines were applied with a time that was wrong.
    var needsTimeCorrected = false
    /// The number of consecutive failures of the store at deadlines.
    var deadlineFailures = 0

    /// Creates an engine. Call ``start()`` to run it.
    ///
    /// - Parameters:
    ///   - onSettled: Called for each finished action, after the result was stored.
    ///   - onEnded: Called for each action that was withdrawn because its card ended before it was sent.
    ///   - onTrouble: Called with problems for the log.
    ///   - onConnection: Called with each state of the connection before it is debounced, and with the cause of
    ///     `offline` and `stopped`. The cause is nil if the source has closed the live feed normally.
    ///   - onTheme: Called with each stream whose theme has changed, after it was stored.
    package init(
        configuration: Configuration, source: any CardSource, store: any SyncStore, clock: SyncClock = .live,
        random: @escaping @Sendable () -> Double = { .random(in: 0..<1) }, tokens: TokenCache? = nil,
        onSettled: @escaping @Sendable (OutboxRecord, DeliveryResult) async -> Void = { _, _ in },
        onEnded: @escaping @Sendable (EndedAction) async -> Void = { _ in },
        onTrouble: @escaping @Sendable (SyncTrouble) -> Void = { _ in },
        onConnection: @escaping @Sendable (SyncStatus.Connection, SourceError?) -> Void = { _, _ in },
        onTheme: @escaping @Sendable (StreamID) -> Void = { _ in }
    ) {
        self.onTheme = onTheme
        self.onConnection = onConnection
        self.onEnded = onEnded
        self.onSettled = onSettled
        self.onTrouble = onTrouble
        self.source = source
        stored = configuration.stored
        database = store as? CardDatabase
        keepsTime = configuration.keepsTime && store is CardDatabase
        actualStatus.capabilities = source.capabilities
        self.store = store
        self.clock = clock
        self.random = random
        self.tokens = tokens
        streams = configuration.streams
        schedule = PollSchedule(configuration)
        var settings = configuration.settings
        settings.pollInterval = schedule.shortest
        if source.capabilities.delivery == .polled { settings.deliveryMode = .polling }
        machine = SyncMachine(settings: settings)
        debouncer = SyncStatusDebouncer(showAfter: configuration.showAfter, hideAfter: configuration.hideAfter)
        (status, statusContinuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    // MARK: For the host

    package func start() async {
        guard machine.state == .idle else { return }
        runNumber += 1
        themedStreams = []
        let number = runNumber
        if drainer == nil { drainer = makeDrainer() }
        actualStatus.lastSyncedAt = await oldestSync()
        await setUnreadableAside()
        await countActions()
        guard number == runNumber else { return }
        handle(.start)
        watch?.cancel()
        watch = Task { await self.watchClock() }
        checkDeadlines()
    }

    /// Stops everything; unsent actions stay in the outbox. After this call, no further action is sent: one that is
    /// stored later belongs to the next connection. Running deliveries continue.
    ///
    /// - Parameter limit: Seconds to wait for running transactions; 0 does not wait.
    package func stop(within limit: Double = 0) async {
        runNumber += 1
        let live = live
        let storing = [connection, fetching, inbox.processing].compactMap(\.self)
        handle(.stop)
        abandonFetch()
        for task in [watch, smoothing, recount, counting, deadlineCheck, deadlineTimer, theming] { task?.cancel() }
        await live?.close()
        // The turn that holds the outbox may wait for one that opens it.
        await outboxTurn?.value
        guard limit > 0 else { return }
        let time = clock.uptime() + limit
        _ = await firstResult(
            of: { for task in storing { await task.value } }, { [clock] in await clock.sleep(time) })
    }

    /// Retries now, regardless of retry delays and earlier failures. Reports the result even if the status is
    /// unchanged.
    package func refresh() {
        isAnswerOwed = true
        themedStreams = []
        // The cause of a missing token may have been fixed.
        renewal = Task { [tokens, renewal] in
            await renewal?.value
            await tokens?.forgetFailure()
        }
        handle(.refresh)
    }

    /// Sets the delivery mode. A source without a live feed is always polled.
    package func setDeliveryMode(_ value: SyncSettings.DeliveryMode) {
        handle(.setDeliveryMode(source.capabilities.delivery == .polled ? .polling : value))
    }

    /// Changes the followed streams and their polling intervals.
    package func follow(_ streams: [StreamID], intervals: [StreamID: Double]) {
        let isMore = !Set(streams).isSubset(of: self.streams)
        self.streams = streams
        schedule.follow(streams, intervals: intervals)
        machine.settings.pollInterval = schedule.shortest
        if isMore { handle(.streamsAdded) }
    }

    /// Handles a new action in the outbox.
    package func outboxChanged() async {
        await drainer?.wake()
        await countActions()
        checkDeadlines()
    }

    // MARK: State machine

    func handle(_ input: SyncInput) {
        let moment = SyncMachine.Moment(uptime: clock.uptime(), date: clock.now(), random: random())
        for action in machine.handle(input, at: moment) { perform(action) }
    }

    func perform(_ action: SyncAction) {
        switch action {
        case .connect: connect()
        case .disconnect: disconnect()
        case .fetch: fetch()
        case .wait(.poll, _): wait(for: .poll, schedule.wait(at: clock.uptime()))
        case .wait(let timer, let seconds): wait(for: timer, seconds)
        case .cancel(let timer): timers.removeValue(forKey: timer)?.cancel()
        case .checkLive: checkLive()
        case .status(let connection):
            actualStatus.connection = connection
            database?.connectionChanged()
            report(connection)
            if isAnswerOwed, connection != .connecting {
                isAnswerOwed = false
                lastPublished = nil
            }
            publish()
        case .drainOutbox: turnOutbox { drainer in await drainer.open() }
        case .holdOutbox: turnOutbox { drainer in await drainer.hold() }
        case .renewToken: renewal = Task { [tokens] in await tokens?.invalidate() }
        case .lookForToken: lookForToken()
        }
    }

    private func report(_ connection: SyncStatus.Connection) {
        switch connection {
        case .connecting, .live, .polling: onConnection(connection, nil)
        case .offline, .stopped: onConnection(connection, lastError)
        }
    }

    func wait(for timer: SyncTimer, _ seconds: Double) {
        timers[timer]?.cancel()
        let time = clock.uptime() + seconds
        timers[timer] = Task { [clock] in
            await clock.sleep(time)
            guard !Task.isCancelled else { return }
            if timer == .poll { self.schedule.isDueOnly = true }
            self.handle(.timer(timer))
        }
    }

    /// Runs changes of the outbox in the order of decisions: separate tasks could overtake each other and leave the
    /// outbox held while online.
    func turnOutbox(_ turn: @escaping @Sendable (OutboxDrainer) async -> Void) {
        outboxTurn = Task { [drainer, outboxTurn] in
            await outboxTurn?.value
            if let drainer { await turn(drainer) }
        }
    }

    func lookForToken() {
        Task { [tokens] in
            if await tokens?.hasNewToken() == true { self.handle(.tokenChanged) }
        }
    }

    func makeDrainer() -> OutboxDrainer? {
        guard let database else { return nil }
        return OutboxDrainer(
            source: source, stored: stored, database: database, clock: clock, backoff: machine.settings.backoff,
            random: random,
            events: OutboxDrainer.Events(
                changed: { [weak self] in
                    await self?.countDelivered()
                    await self?.checkDeadlines()
                },
                unauthorised: { [tokens] in await tokens?.invalidate() },
                synchronise: { [weak self] stream in
                    guard let self else { return false }
                    return await self.fetchOne(stream)
                }, settled: onSettled, unreadable: { [onTrouble] count in onTrouble(.unreadableActions(count)) }))
    }
}
