package import Basics
package import CardSources
package import CardStore
package import Cards

import struct Foundation.Date

/// Keeps the store in step with a source of cards and delivers what the user did: performs what ``SyncMachine``
/// decides, tells it what happened, and says how things stand.
package actor SyncEngine {
    package struct Configuration: Sendable {
        package var streams: [StreamID]
        package var settings: SyncSettings
        /// Streams that are polled at another interval than the settings'.
        package var intervals: [StreamID: Double]
        /// For hosts that show every state change at once, and for tests: seconds, see ``SyncStatusDebouncer``.
        package var showAfter = 1.5
        package var hideAfter = 1.0

        package init(
            streams: [StreamID], settings: SyncSettings = SyncSettings(), intervals: [StreamID: Double] = [:]
        ) {
            self.streams = streams
            self.settings = settings
            self.intervals = intervals
        }
    }

    /// Smoothed for the screen, newest only. One reader.
    package nonisolated let status: AsyncStream<SyncStatus>

    let source: any CardSource
    let database: CardDatabase
    let clock: SyncClock
    let tokens: TokenCache?
    let random: @Sendable () -> Double
    let onSettled: @Sendable (OutboxRecord, DeliveryResult) async -> Void
    let onEnded: @Sendable (EndedAction) async -> Void
    let onTrouble: @Sendable (SyncTrouble) -> Void
    let statusContinuation: AsyncStream<SyncStatus>.Continuation
    var machine: SyncMachine
    var debouncer: SyncStatusDebouncer
    var truth = SyncStatus()
    var lastPublished: SyncStatus?
    /// Whether somebody asked to try again and has not been told yet how it went.
    var isAnswerOwed = false
    var drainer: OutboxDrainer?

    var streams: [StreamID]
    var schedule: PollSchedule
    var timers: [SyncTimer: Task<Void, Never>] = [:]
    var connection: Task<Void, Never>?
    /// Counts connections, so that a late word of an old one is not taken for the new one's.
    var connectionNumber = 0
    var live: (any LiveFeed)?
    /// The life of the store that what comes by it is of.
    var liveLife = 0
    var inbox = LiveInbox()
    /// Streams whose backlog has been received on this connection.
    var caughtUpStreams: Set<StreamID> = []
    var fetching: Task<Void, Never>?
    var isFetchWanted = false
    /// Counts the fetches begun, as ``connectionNumber`` the connections.
    var fetchNumber = 0
    /// Counts starts and stops, so that a start that is overtaken by a stop ends there.
    var lifeNumber = 0
    /// The last opening or holding of the outbox; each waits for the one before.
    var outboxTurn: Task<Void, Never>?
    var renewal: Task<Void, Never>?
    /// Waits for the successor of the token that opened the live feed.
    var tokenRenewal: Task<Void, Never>?
    var smoothing: Task<Void, Never>?
    /// Waits until an action that is held back for its undo counts as waiting.
    var recount: Task<Void, Never>?
    /// Gathers the deliveries of a long outbox.
    var counting: Task<Void, Never>?
    var watch: Task<Void, Never>?
    var deadlineCheck: Task<Void, Never>?
    var deadlineTimer: Task<Void, Never>?
    /// How often in a row the store failed at the deadlines of cards.
    var deadlineFailures = 0

    /// - Parameters:
    ///   - onSettled: Told of each action that came to an end, once that is in the store.
    ///   - onEnded: Told of each action that was taken back because its card ended before the action left.
    ///   - onTrouble: Told what the log should say.
    package init(
        configuration: Configuration, source: any CardSource, database: CardDatabase, clock: SyncClock = .live,
        random: @escaping @Sendable () -> Double = { .random(in: 0..<1) }, tokens: TokenCache? = nil,
        onSettled: @escaping @Sendable (OutboxRecord, DeliveryResult) async -> Void = { _, _ in },
        onEnded: @escaping @Sendable (EndedAction) async -> Void = { _ in },
        onTrouble: @escaping @Sendable (SyncTrouble) -> Void = { _ in }
    ) {
        self.onEnded = onEnded
        self.onSettled = onSettled
        self.onTrouble = onTrouble
        self.source = source
        truth.capabilities = source.capabilities
        self.database = database
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

    // MARK: The host's side

    package func start() async {
        guard machine.state == .idle else { return }
        lifeNumber += 1
        let number = lifeNumber
        if drainer == nil { drainer = makeDrainer() }
        truth.lastSyncedAt = await oldestSync()
        await setUnreadableAside()
        await countActions()
        guard number == lifeNumber else { return }
        feed(.start)
        watch?.cancel()
        watch = Task { await self.watchClock() }
        checkDeadlines()
    }

    /// Ends everything; what the user did stays in the outbox.
    ///
    /// - Parameter limit: Seconds to wait for what is being stored; 0 does not wait.
    package func stop(within limit: Double = 0) async {
        lifeNumber += 1
        let live = live
        let storing = [connection, fetching, inbox.processing].compactMap(\.self)
        feed(.stop)
        abandonFetch()
        for task in [watch, smoothing, recount, counting, deadlineCheck, deadlineTimer] { task?.cancel() }
        await live?.close()
        guard limit > 0 else { return }
        let time = clock.uptime() + limit
        _ = await firstResult(
            of: { for task in storing { await task.value } }, { [clock] in await clock.sleep(time) })
    }

    /// Try again now: whatever was waited for or given up. How it goes is told even when nothing has changed.
    package func refresh() {
        isAnswerOwed = true
        // What kept the token from coming may just have been mended.
        renewal = Task { [tokens, renewal] in
            await renewal?.value
            await tokens?.forgetFailure()
        }
        feed(.refresh)
    }

    /// A source that cannot be followed is polled all the same.
    package func setDeliveryMode(_ value: SyncSettings.DeliveryMode) {
        feed(.setDeliveryMode(source.capabilities.delivery == .polled ? .polling : value))
    }

    /// Follows other streams from now on, with the intervals at which they are polled.
    package func follow(_ streams: [StreamID], intervals: [StreamID: Double]) {
        let isMore = !Set(streams).isSubset(of: self.streams)
        self.streams = streams
        schedule.follow(streams, intervals: intervals)
        machine.settings.pollInterval = schedule.shortest
        if isMore { feed(.streamsAdded) }
    }

    /// There is a new action in the outbox.
    package func outboxChanged() async {
        await drainer?.wake()
        await countActions()
        checkDeadlines()
    }

    // MARK: The machine

    func feed(_ input: SyncInput) {
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
            truth.connection = connection
            database.connectionChanged()
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

    func wait(for timer: SyncTimer, _ seconds: Double) {
        timers[timer]?.cancel()
        let time = clock.uptime() + seconds
        timers[timer] = Task { [clock] in
            await clock.sleep(time)
            guard !Task.isCancelled else { return }
            if timer == .poll { self.schedule.isDueOnly = true }
            self.feed(.timer(timer))
        }
    }

    /// In the order decided: two tasks of their own might overtake each other and leave the outbox held while online.
    func turnOutbox(_ turn: @escaping @Sendable (OutboxDrainer) async -> Void) {
        outboxTurn = Task { [drainer, outboxTurn] in
            await outboxTurn?.value
            if let drainer { await turn(drainer) }
        }
    }

    func lookForToken() {
        Task { [tokens] in
            if await tokens?.hasNewToken() == true { self.feed(.tokenChanged) }
        }
    }

    func makeDrainer() -> OutboxDrainer {
        OutboxDrainer(
            source: source, database: database, clock: clock, backoff: machine.settings.backoff, random: random,
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
