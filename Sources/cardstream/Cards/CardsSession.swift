internal import AppCore
internal import AppRuntime
internal import Basics
internal import CardSession
internal import Cards
internal import Glibc

import struct Foundation.Date

/// The user's cards for the duration of a command. It starts with the stored cards, loads changes from the server, and
/// connects as the viewer does.
///
/// Only commands that perform actions open the profile's card store. If a viewer is open, they are its followers, and
/// the viewer sends the actions that they store (decision 0071). Commands that only read use a copy, so that a viewer
/// can start at any time.
struct CardsSession: Sendable {
    let setup: Setup
    let session: CardSession
    /// Whether actions outlive the command.
    let keepsActions: Bool
    private let network: ViewerNetwork
    private let statuses: AsyncStream<SyncStatus>
    private let lastStatus = Lock<SyncStatus?>(nil)
    /// Why sources beside the feed could not be reached when their changes were loaded.
    let sourceFailures = Lock<[CommandFailure]>([])
    /// Set if a viewer has the connection. Yields one element when this process has joined the viewer.
    private let joined: AsyncStream<Void>?

    var streams: [StreamID] { setup.screens.streams }

    /// Opens the cards for reading.
    ///
    /// - Parameter follows: Whether the command runs until the user ends it. It then serves other programs if it runs
    ///   the profile's own server.
    init(reading setup: Setup, follows: Bool = false) throws {
        let path = setup.paths.database(profile: setup.config.profile)
        self.init(
            setup, try CardSession.copy(of: path) ?? CardSession(.memory), keepsActions: false, servesOthers: follows)
    }

    /// Opens the cards for performing actions. Uses the store, and waits for another command if necessary. If a viewer
    /// has the store, the session becomes its follower; if another program has exclusive access, it uses a copy.
    ///
    /// - Parameter end: The deadline for waiting for another command, or for the holder of the store to identify
    ///   itself. Blocks.
    static func acting(_ setup: Setup, until end: ContinuousClock.Instant) throws -> CardsSession {
        let path = setup.paths.database(profile: setup.config.profile)
        while true {
            if let session = try open(path) { return CardsSession(setup, session, keepsActions: true) }
            if let session = try CardSession.following(path) {
                return CardsSession(setup, session, keepsActions: true, joins: true)
            }
            let holder = CardSession.holder(of: path)
            // A process that has just opened the store may not have identified itself yet; it has exclusive access only
            // if it says so.
            if let holder, holder.isAlone {
                return CardsSession(setup, try CardSession.copy(of: path) ?? CardSession(.memory), keepsActions: false)
            }
            if let holder, ProcessState.isStopped(holder.processID) { throw stoppedProgram(holder.processID) }
            guard ContinuousClock.now < end else {
                let process = holder.map { " (process \($0.processID))" } ?? ""
                throw CommandFailure(
                    .failure,
                    "another command\(process) is using this profile's queue: wait for it to end, or allow more time "
                        + "with --timeout")
            }
            // Polls, because waiting with flock cannot time out and would not notice a viewer that opens the store
            // after the other command.
            poll(nil, 0, holder == nil ? 5 : 50)
        }
    }

    /// Opens the store; nil if another program has it.
    private static func open(_ path: String) throws(SessionError) -> CardSession? {
        do { return try CardSession(command: path) } catch {
            if case .inUse = error { return nil }
            throw error
        }
    }

    private init(
        _ setup: Setup, _ session: CardSession, keepsActions: Bool, servesOthers: Bool = false, joins: Bool = false
    ) {
        self.setup = setup
        self.session = session
        self.keepsActions = keepsActions
        let (statuses, found) = AsyncStream.makeStream(of: SyncStatus.self)
        self.statuses = statuses
        // A flag of one command must not delete the cards in the profile's store. A copy may be replaced.
        network = ViewerNetwork(
            setup: setup, session: session, mailbox: Mailbox<LoopMessage>(), servesOthers: servesOthers,
            replacesOwner: !keepsActions,
            onStatus: { [lastStatus] status in
                lastStatus.withLock { $0 = status }
                found.yield(status)
            })
        guard joins else {
            joined = nil
            return
        }
        let (joined, join) = AsyncStream.makeStream(of: Void.self)
        self.joined = joined
        network.join { join.yield() }
    }

    /// Waits until a viewer that leads the store can be reached, if there is one, and checks that it shows the same
    /// user's cards.
    func join(within seconds: Double) async throws {
        guard joined != nil else { return }
        try await awaitViewer(within: seconds)
        if session.isFollower { try await network.identify() }
    }

    /// Waits until a viewer that leads the store can be reached, if there is one.
    private func awaitViewer(within seconds: Double) async throws(CommandFailure) {
        guard let joined else { return }
        let path = setup.paths.database(profile: setup.config.profile)
        if let holder = CardSession.holder(of: path), ProcessState.isStopped(holder.processID) {
            throw Self.stoppedProgram(holder.processID)
        }
        let isJoined = await firstResult(
            of: {
                for await _ in joined { return true }
                return false
            },
            {
                // Cancellation only means that the timer is no longer needed.
                try? await Task.sleep(for: .seconds(seconds))
                return false
            })
        guard isJoined == true else {
            throw CommandFailure(.failure, "the viewer of this profile does not respond: quit it, or try again")
        }
    }

    /// The error for a suspended process. It responds only after its user resumes it, so waiting would not help.
    private static func stoppedProgram(_ process: Int32) -> CommandFailure {
        CommandFailure(
            .failure,
            "another viewer or command of this profile (process \(process)) is suspended: resume it with fg in its terminal, or quit it"
        )
    }

    /// Connects, and returns when all changes were loaded. Call it only once. If all streams belong to sources, the
    /// feed's server is not contacted.
    ///
    /// - Parameters:
    ///   - seconds: The time limit; nil waits as long as the server is unreachable.
    ///   - onTrouble: Called with problems while waiting.
    /// - Throws: ``CommandFailure`` if synchronisation fails.
    func synchronise(
        within seconds: Double?, onTrouble: @escaping @Sendable (CommandFailure) -> Void = { _ in }
    ) async throws {
        let start = Date()
        let isFollower = joined != nil
        let only = setup.feedStreams.isEmpty ? setup.shownSources : []
        // A follower also attaches the sources, to know what they support.
        for source in only { try await network.attach(source) }
        if isFollower { await session.refresh() } else if only.isEmpty { try await network.connect() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [statuses] in
                // A follower ignores the first offline status, which may be from before the refresh.
                var hasOld = isFollower
                for await status in statuses {
                    if hasOld, case .offline = status.connection {
                        hasOld = false
                        continue
                    }
                    do throws(CommandFailure) {
                        let isComplete =
                            only.isEmpty
                            ? try Self.isComplete(status, since: start)
                            : try Self.isComplete(status, of: only, since: isFollower ? nil : start)
                        if isComplete { return only.isEmpty ? note(status.sources) : () }
                    } catch {
                        guard seconds == nil, error.status == .network else { throw error }
                        onTrouble(error)
                    }
                }
                // The stream ends early only on cancellation, when nothing is complete.
                throw CancellationError()
            }
            if let seconds {
                group.addTask {
                    try await Task.sleep(for: .seconds(seconds))
                    throw CommandFailure(.network, "no response in \(seconds.formattedSeconds)")
                }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// Connects to one source that is not the feed, and returns when its changes were loaded. The feed's server is not
    /// contacted. Call it only once, instead of ``synchronise(within:onTrouble:)``.
    ///
    /// - Returns: Why the source cannot be reached now; nil if it can.
    /// - Throws: ``CommandFailure`` for a permanent failure, such as a refused token.
    func reach(_ source: SourceConfig, until end: ContinuousClock.Instant) async throws -> CommandFailure? {
        let start = Date()
        let isFollower = joined != nil
        try await awaitViewer(within: end.secondsLeft)
        // A follower also attaches the source, to know what it supports.
        try await network.attach(source)
        if isFollower { await session.refresh() }
        let answer = await firstResult(
            of: { [statuses] () -> Result<CommandFailure?, CommandFailure> in
                for await status in statuses {
                    switch status.sources.first(where: { $0.name == source.name })?.connection {
                    case .live, .polling:
                        // Without a connection to the feed, the status is that of the only source.
                        if isFollower || status.lastSyncedAt.map({ $0 >= start }) ?? false { return .success(nil) }
                    case .offline(_, let failure):
                        return .success(CommandFailure(failure, ofSource: source.name, source))
                    case .stopped(let failure):
                        return .failure(CommandFailure(failure, ofSource: source.name, source))
                    case .connecting, nil: break
                    }
                }
                return .success(CommandFailure(.interrupted, "cancelled"))
            },
            {
                // Cancellation only means that the timer is no longer needed.
                try? await Task.sleep(for: .seconds(end.secondsLeft))
                return .success(CommandFailure(.network, "no response in time"))
            })
        return try answer?.get() ?? nil
    }

    /// Why the source of a stream cannot be reached now; nil if it can, or as long as that is not known.
    func trouble(of stream: StreamID) -> CommandFailure? {
        switch lastStatus.withLock({ $0?.connection(of: stream) }) {
        case .offline(_, let failure), .stopped(let failure): CommandFailure(failure)
        case .connecting, .live, .polling, nil: nil
        }
    }

    /// Attaches the sources that are not the feed, without connecting to the feed's server.
    func attachSources() async throws { await network.attachSources() }

    /// Disconnects, so that other programs can use the profile's feed during printing: writing to a pipe can take long.
    func disconnect() async {
        await network.running.stop()
        await session.disconnect()
    }

    private static func isComplete(_ status: SyncStatus, since start: Date) throws(CommandFailure) -> Bool {
        switch status.connection {
        case .connecting: return false
        case .live, .polling:
            let isSynced = status.lastSyncedAt.map { $0 >= start } ?? false
            return isSynced && status.sources.allSatisfy { $0.connection != .connecting }
        case .offline(_, let failure), .stopped(let failure): throw CommandFailure(failure)
        }
    }

    /// Whether the changes of sources alone are loaded.
    ///
    /// - Parameter start: Nil for a follower, because the time in the viewer's status is that of the viewer's feed.
    private static func isComplete(
        _ status: SyncStatus, of sources: [SourceConfig], since start: Date?
    ) throws(CommandFailure) -> Bool {
        for source in sources {
            switch status.sources.first(where: { $0.name == source.name })?.connection {
            case .connecting, nil: return false
            case .live, .polling: break
            case .offline(_, let failure), .stopped(let failure):
                throw CommandFailure(failure, ofSource: source.name, source)
            }
        }
        guard let start else { return true }
        return status.lastSyncedAt.map { $0 >= start } ?? false
    }

    /// Prints a warning for each source whose changes could not be loaded.
    private func note(_ sources: [SyncStatus.Source]) {
        let found = sources.compactMap { source -> CommandFailure? in
            switch source.connection {
            case .connecting, .live, .polling: return nil
            case .offline(_, let failure), .stopped(let failure):
                let config = network.setup.sources.first { $0.name == source.name }
                return CommandFailure(failure, ofSource: source.name, config)
            }
        }
        for failure in found { Console.error(failure.message) }
        sourceFailures.withLock { $0 = found }
    }

    /// Sends queued actions of this and earlier commands if there is a connection, whatever the result of this command.
    /// Also sends events at once, since the next run may be days later, and closes everything. Failures do not matter:
    /// unsent data stays in the store.
    func finish(until end: ContinuousClock.Instant) async {
        let isSent = try? await session.sendDue(within: end.secondsLeft)
        if isSent == true { try? await session.flushEvents(within: end.secondsLeft) }
        await close()
    }

    /// Closes everything; unsent actions stay in the store, if there is one.
    func close() async {
        await network.close()
    }

    /// Stops the profile's own server while the user suspends this process, so that another process can run it.
    var pause: InterruptibleWork.Pause {
        InterruptibleWork.Pause(begin: { await network.running.pause() }, end: { network.reconnect() })
    }

    // MARK: Cards

    /// The open card with this id, including snoozed ones, and its delivery state.
    ///
    /// - Parameter stream: Its stream; nil for any.
    func card(
        _ id: CardID, in stream: StreamID? = nil
    ) async throws(SessionError) -> (card: Card, delivery: CardWindow.Delivery)? {
        let snoozed = CardSearch.Term(.state(.snoozed))
        for stream in stream.map({ [$0] }) ?? streams {
            for terms in [[], [snoozed]] {
                var search = CardSearch()
                search.terms = terms
                // An empty id matches no card.
                guard let single = try? CardFilter.cardInstanceID(id) else { continue }
                let found = Lock<(Card, CardWindow.Delivery)?>(nil)
                try await session.forEachCard(
                    in: stream, through: FeedFilter(conditions: [single], search: search)
                ) { item in
                    guard case .card(let card) = item.content else { return true }
                    found.withLock { $0 = (card, item.delivery) }
                    return false
                }
                if let found = found.withLock({ $0 }) { return found }
            }
        }
        return nil
    }

    /// Whether an open card has this id or this beginning of an id.
    func hasCard(_ text: String) async throws(SessionError) -> Bool {
        if let id = CardID(text), try await card(id) != nil { return true }
        guard CardReference.mayBeBeginning(text) else { return false }
        return try await !ids(beginningWith: text).isEmpty
    }

    /// The ids of open cards with this beginning, including snoozed ones.
    func ids(beginningWith text: String, in stream: StreamID? = nil) async throws(SessionError) -> [CardID] {
        try await titles(ofIDsBeginningWith: text, in: stream).map(\.id)
    }

    /// The open cards whose ids have this beginning, including snoozed ones, with their titles.
    func titles(
        ofIDsBeginningWith text: String, in stream: StreamID? = nil
    ) async throws(SessionError) -> [(id: CardID, title: String?)] {
        let found = Lock<[(id: CardID, title: String?)]>([])
        for stream in stream.map({ [$0] }) ?? streams {
            for terms in [[], [CardSearch.Term(.state(.snoozed))]] {
                var search = CardSearch()
                search.terms = terms
                try await session.forEachCard(in: stream, through: FeedFilter(search: search)) { item in
                    guard item.id.rawValue.hasPrefix(text) else { return true }
                    let title = if case .card(let card) = item.content { card.body.title } else { String?.none }
                    found.withLock { $0.append((item.id, title)) }
                    return true
                }
            }
        }
        return found.withLock { $0 }
    }

    /// The card with this id, or the only card whose id has this beginning; throws if there is none.
    func requireCard(
        _ id: String, in stream: StreamID? = nil
    ) async throws -> (card: Card, delivery: CardWindow.Delivery) {
        if let id = CardID(id), let found = try await card(id, in: stream) { return found }
        if CardReference.mayBeBeginning(id) {
            let ids = try await ids(beginningWith: id, in: stream)
            guard ids.count < 2 else { throw CardReference.ambiguous(id, ids.map(\.rawValue)) }
            if let id = ids.first, let found = try await card(id, in: stream) { return found }
        }
        if let failure = CardReference.tooShort(id, "open card") { throw failure }
        let names = (stream.map { [$0] } ?? streams).map(\.rawValue).joined(separator: ", ")
        throw CommandFailure(
            .nothingMatched,
            "no open card \"\(id.escapingControls)\" in \(names.escapingControls): it may have expired, or have been answered; "
                + "`cardstream cards` lists the open cards"
        )
    }
}

extension ViewerNetwork {
    /// Closes everything without a time limit.
    func close() async {
        await running.stop()
        await session.close()
    }
}
