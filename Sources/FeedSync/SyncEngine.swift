package import CardStore
package import Cards
package import FeedAPI

import struct Foundation.Date

/// Keeps the store in step with a source of cards and delivers what the user did: performs what ``SyncMachine``
/// decides, tells it what happened, and says how things stand.
package actor SyncEngine {
    package struct Configuration: Sendable {
        package var streams: [StreamID]
        package var settings: SyncSettings
        /// For hosts that show every state change at once, and for tests: seconds, see ``SyncStatusSmoother``.
        package var showAfter = 1.5
        package var hideAfter = 1.0

        package init(streams: [StreamID], settings: SyncSettings = SyncSettings()) {
            self.streams = streams
            self.settings = settings
        }
    }

    /// Smoothed for the screen, newest only. One reader.
    package nonisolated let status: AsyncStream<SyncStatus>

    let client: FeedClient
    let database: CardDatabase
    let clock: SyncClock
    private let tokens: TokenKeeper?
    private let random: @Sendable () -> Double
    private let statusContinuation: AsyncStream<SyncStatus>.Continuation
    private var machine: SyncMachine
    private var smoother: SyncStatusSmoother
    private var truth = SyncStatus()
    private var lastPublished: SyncStatus?
    /// Whether somebody asked to try again and has not been told yet how it went.
    private var isAnswerOwed = false
    private var drainer: OutboxDrainer?

    var streams: [StreamID]
    private var timers: [SyncTimer: Task<Void, Never>] = [:]
    private var connection: Task<Void, Never>?
    /// Counts connections, so that a late word of an old one is not taken for the new one's.
    private(set) var connectionNumber = 0
    var socket: FeedSocket?
    var inbox = SocketInbox()
    /// Streams whose backlog has been received on this connection.
    var caughtUpStreams: Set<StreamID> = []
    private var fetching: Task<Void, Never>?
    private var isFetchWanted = false
    /// Counts the fetches begun, as ``connectionNumber`` the connections.
    private var fetchNumber = 0
    /// Counts starts and stops, so that a start that is overtaken by a stop ends there.
    private var lifeNumber = 0
    /// The last opening or holding of the outbox; each waits for the one before.
    private var outboxTurn: Task<Void, Never>?
    private var renewal: Task<Void, Never>?
    private var smoothing: Task<Void, Never>?
    private var watch: Task<Void, Never>?
    private var deadlineCheck: Task<Void, Never>?
    private var deadlineTimer: Task<Void, Never>?

    package init(
        configuration: Configuration, client: FeedClient, database: CardDatabase, clock: SyncClock = .live,
        random: @escaping @Sendable () -> Double = { .random(in: 0..<1) }, tokens: TokenKeeper? = nil
    ) {
        self.client = client
        self.database = database
        self.clock = clock
        self.random = random
        self.tokens = tokens
        streams = configuration.streams
        machine = SyncMachine(settings: configuration.settings)
        smoother = SyncStatusSmoother(showAfter: configuration.showAfter, hideAfter: configuration.hideAfter)
        (status, statusContinuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    // MARK: The host's side

    package func start() async {
        guard machine.state == .idle else { return }
        lifeNumber += 1
        let number = lifeNumber
        if drainer == nil { drainer = makeDrainer() }
        truth.lastSyncedAt = await oldestSync()
        await countActions()
        guard number == lifeNumber else { return }
        feed(.start)
        watch?.cancel()
        watch = Task { await self.watchClock() }
        checkDeadlines()
    }

    /// Ends everything; what the user did stays in the outbox.
    package func stop() async {
        lifeNumber += 1
        let socket = socket
        feed(.stop)
        abandonFetch()
        for task in [watch, smoothing, deadlineCheck, deadlineTimer] { task?.cancel() }
        await socket?.close()
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

    package func setProtocol(_ value: SyncSettings.FeedProtocol) { feed(.setProtocol(value)) }

    /// From the system, where the host learns of it.
    package func networkChanged(isUp: Bool) { feed(isUp ? .networkFound : .networkLost) }

    /// There is a new action in the outbox.
    package func outboxChanged() async {
        await drainer?.wake()
        await countActions()
        checkDeadlines()
    }

    /// Follows other streams from now on.
    package func setStreams(_ streams: [StreamID]) {
        guard streams != self.streams else { return }
        self.streams = streams
        guard machine.state != .idle else { return }
        feed(.stop)
        abandonFetch()
        feed(.start)
    }

    // MARK: The machine

    func feed(_ input: SyncInput) {
        let moment = SyncMachine.Moment(uptime: clock.uptime(), date: clock.now(), random: random())
        for action in machine.handle(input, at: moment) { perform(action) }
    }

    private func perform(_ action: SyncAction) {
        switch action {
        case .connect: connect()
        case .disconnect: disconnect()
        case .fetch: fetch()
        case .wait(let timer, let seconds): wait(for: timer, seconds)
        case .cancel(let timer): timers.removeValue(forKey: timer)?.cancel()
        case .ping: ping()
        case .status(let connection):
            truth.connection = connection
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

    private func wait(for timer: SyncTimer, _ seconds: Double) {
        timers[timer]?.cancel()
        let time = clock.uptime() + seconds
        timers[timer] = Task { [clock] in
            await clock.sleep(time)
            if !Task.isCancelled { self.feed(.timer(timer)) }
        }
    }

    /// In the order decided: two tasks of their own might overtake each other and leave the outbox held while online.
    private func turnOutbox(_ turn: @escaping @Sendable (OutboxDrainer) async -> Void) {
        outboxTurn = Task { [drainer, outboxTurn] in
            await outboxTurn?.value
            if let drainer { await turn(drainer) }
        }
    }

    private func lookForToken() {
        Task { [tokens] in
            if await tokens?.hasNewToken() == true { self.feed(.tokenChanged) }
        }
    }

    // MARK: Connections

    private func connect() {
        disconnect()
        let number = connectionNumber
        connection = Task {
            await self.renewal?.value
            await self.run(connection: number)
        }
    }

    private func disconnect() {
        connectionNumber += 1
        connection?.cancel()
        connection = nil
        inbox = SocketInbox()
        if let socket {
            Task { await socket.close() }
        }
        socket = nil
    }

    private func ping() {
        guard let socket else { return }
        let token = String(Int(clock.uptime() * 1000))
        // A ping that cannot be sent is answered by nobody, and that is noticed.
        Task { try? await socket.send(.ping(token: token)) }
    }

    // MARK: Fetching

    private func fetch() {
        isFetchWanted = true
        guard fetching == nil else { return }
        fetchNumber += 1
        let number = fetchNumber
        fetching = Task {
            await self.renewal?.value
            while number == self.fetchNumber {
                self.isFetchWanted = false
                let result = await self.fetchAll()
                guard number == self.fetchNumber else { return }
                if self.isFetchWanted { continue }
                self.fetching = nil
                switch result {
                case .success: self.feed(.fetched)
                case .failure(let failure): self.feed(.fetchFailed(failure))
                }
                return
            }
        }
    }

    private func abandonFetch() {
        fetching?.cancel()
        fetching = nil
        fetchNumber += 1
    }

    // MARK: Status

    /// Server minus client, in seconds, from the latest answer.
    func note(serverTime: Date) {
        truth.clockSkew = serverTime.timeIntervalSince(clock.now())
    }

    /// The time by which cards expire and return.
    var serverNow: Date { clock.now().addingTimeInterval(truth.clockSkew) }

    func noteSynced() {
        truth.lastSyncedAt = clock.now()
        publish()
    }

    private func oldestSync() async -> Date? {
        var oldest: Date?
        for stream in streams {
            // An unreadable record counts like none: the store reports its own failures to the reader of cards.
            guard let synced = try? await database.syncRecord(of: stream).lastSyncedAt else { return nil }
            oldest = min(oldest ?? synced, synced)
        }
        return oldest
    }

    private func countActions() async {
        // Without a count the last one stays on the screen.
        guard let counts = try? await database.outboxCounts() else { return }
        truth.waitingActions = counts.waiting
        truth.refusedActions = counts.refused
        publish()
    }

    private func publish() {
        show(smoother.take(truth, at: clock.uptime()))
    }

    private func show(_ next: Double?) {
        if smoother.shown != lastPublished {
            lastPublished = smoother.shown
            statusContinuation.yield(smoother.shown)
        }
        smoothing?.cancel()
        smoothing = next.map { time in
            Task { [clock] in
                await clock.sleep(time)
                if !Task.isCancelled { self.show(self.smoother.settle(at: clock.uptime())) }
            }
        }
    }

    private func makeDrainer() -> OutboxDrainer {
        OutboxDrainer(
            client: client, database: database, clock: clock, backoff: machine.settings.backoff, random: random,
            events: OutboxDrainer.Events(
                changed: { [weak self] in
                    await self?.countActions()
                    await self?.checkDeadlines()
                },
                unauthorised: { [tokens] in await tokens?.invalidate() },
                synchronise: { [weak self] stream in
                    guard let self else { return false }
                    return await self.fetchOne(stream)
                }))
    }

    // MARK: Time

    /// Notices that the machine slept or its clock was set.
    private func watchClock() async {
        var offset = clock.now().timeIntervalSince1970 - clock.uptime()
        while !Task.isCancelled {
            await clock.sleep(clock.uptime() + 10)
            let current = clock.now().timeIntervalSince1970 - clock.uptime()
            if abs(current - offset) > 5, !Task.isCancelled { feed(.resumed) }
            offset = current
        }
    }

    /// Lets cards return and expire in time. Called after everything that can set a deadline; gathers.
    func checkDeadlines() {
        guard deadlineCheck == nil else { return }
        let time = clock.uptime() + 0.2
        deadlineCheck = Task { [clock] in
            await clock.sleep(time)
            await self.passDeadlines()
        }
    }

    private func passDeadlines() async {
        deadlineCheck = nil
        deadlineTimer?.cancel()
        deadlineTimer = nil
        guard machine.state != .idle else { return }
        // A store that fails says so to the reader of cards; here it is tried again within the minute.
        let next = try? await database.nextDeadline()
        if let next, next <= serverNow { try? await database.advance(to: serverNow) }
        let following = (try? await database.nextDeadline()) ?? nil
        guard machine.state != .idle else { return }
        let delay = following.map { min(3600, max(0, $0.timeIntervalSince(serverNow))) } ?? 3600
        let time = clock.uptime() + delay
        deadlineTimer = Task { [clock] in
            await clock.sleep(time)
            if !Task.isCancelled { await self.passDeadlines() }
        }
    }
}
