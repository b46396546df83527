internal import AppCore
internal import AppRuntime
internal import Basics
internal import CardSession
internal import Cards
internal import Glibc

import struct Foundation.Date

/// The user's cards for the length of one command. It begins with what is on this machine and asks the server for what has
/// changed since; it connects as the viewer does.
///
/// Only who acts takes the profile's store, and only while no viewer has it: reading needs a copy, so that a viewer can start
/// at any time.
struct CardsSession: Sendable {
    let setup: Setup
    let session: CardSession
    /// Whether what is done here outlives the command.
    let keepsActions: Bool
    private let network: ViewerNetwork
    private let statuses: AsyncStream<SyncStatus>

    var streams: [StreamID] { setup.screens.streams }

    /// For reading.
    init(reading setup: Setup) throws {
        let path = setup.paths.database(profile: setup.config.profile)
        self.init(setup, try CardSession.copy(of: path) ?? CardSession(.memory), keepsActions: false)
    }

    /// For acting: by way of the store, which another command has for a moment only, and beside a viewer, which keeps it.
    ///
    /// - Parameter end: Until when to wait for another command, or for who has it to say who they are. Blocks.
    static func acting(_ setup: Setup, until end: ContinuousClock.Instant) throws -> CardsSession {
        let path = setup.paths.database(profile: setup.config.profile)
        while true {
            if let session = try open(path) { return CardsSession(setup, session, keepsActions: true) }
            let holder = CardSession.holder(of: path)
            // Who has just taken it has not said so yet: only who says that they are a viewer is one.
            if let holder, !holder.isCommand {
                return CardsSession(setup, try CardSession.copy(of: path) ?? CardSession(.memory), keepsActions: false)
            }
            guard ContinuousClock.now < end else {
                let process = holder.map { " (process \($0.processID))" } ?? ""
                throw CommandFailure(
                    .failure,
                    "another command\(process) has this profile's queue and has not ended: wait for it, or give it more time "
                        + "with --timeout")
            }
            // Looked at again: who waits for the lock with flock cannot give up at the end of the time, and does not hear of a
            // viewer that takes the store after the other command.
            poll(nil, 0, holder == nil ? 5 : 50)
        }
    }

    /// Nil while another program has it.
    private static func open(_ path: String) throws(SessionError) -> CardSession? {
        do { return try CardSession(command: path) } catch {
            if case .inUse = error { return nil }
            throw error
        }
    }

    private init(_ setup: Setup, _ session: CardSession, keepsActions: Bool) {
        self.setup = setup
        self.session = session
        self.keepsActions = keepsActions
        let (statuses, found) = AsyncStream.makeStream(of: SyncStatus.self)
        self.statuses = statuses
        // A flag of one command must not cost the user what the profile keeps. A copy is its own.
        network = ViewerNetwork(
            setup: setup, session: session, mailbox: Mailbox<LoopMessage>(), beginsAnew: !keepsActions,
            onStatus: { found.yield($0) })
    }

    /// Connects, and returns once everything the server has is here. Once only.
    ///
    /// - Parameters:
    ///   - seconds: How long that may take; nil waits on while the server is away.
    ///   - onTrouble: Told what is in the way where it is waited for.
    /// - Throws: ``CommandFailure`` when it does not come about.
    func synchronise(
        within seconds: Double?, onTrouble: @escaping @Sendable (CommandFailure) -> Void = { _ in }
    ) async throws {
        let start = Date()
        try await network.connect()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [statuses] in
                for await status in statuses {
                    do throws(CommandFailure) {
                        if try Self.isComplete(status, since: start) { return }
                    } catch {
                        guard seconds == nil, error.status == .network else { throw error }
                        onTrouble(error)
                    }
                }
                // Told nothing more: it was cancelled, and nothing is complete.
                throw CancellationError()
            }
            if let seconds {
                group.addTask {
                    try await Task.sleep(for: .seconds(seconds))
                    throw CommandFailure(.network, "no answer in \(seconds.formattedSeconds)")
                }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private static func isComplete(_ status: SyncStatus, since start: Date) throws(CommandFailure) -> Bool {
        switch status.connection {
        case .connecting: return false
        case .live, .polling: return status.lastSyncedAt.map { $0 >= start } ?? false
        case .offline(_, let failure), .stopped(let failure): throw CommandFailure(failure)
        }
    }

    /// Sends what commands before this one have left, where there is a connection, whatever came of this one; tells the
    /// publisher of it at once, since the next run may be days away; and stops everything. What cannot be sent now waits in
    /// the store.
    func finish(until end: ContinuousClock.Instant) async {
        let isSent = try? await session.sendDue(within: end.secondsLeft)
        if isSent == true { try? await session.flushEvents(within: end.secondsLeft) }
        await close()
    }

    /// Stops everything; what is done and not sent stays in the store, where there is one.
    func close() async {
        await network.close()
    }

    // MARK: Cards

    /// The open card of this id, snoozed ones included, and how it stands.
    func card(_ id: CardID) async throws(SessionError) -> (card: Card, delivery: CardWindow.Delivery)? {
        let snoozed = CardSearch.Term(.state(.snoozed))
        for stream in streams {
            for terms in [[], [snoozed]] {
                var search = CardSearch()
                search.terms = terms
                // An id that no card can have finds none.
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

    /// The card of this id, for a command that is about it.
    func requireCard(_ id: String) async throws -> (card: Card, delivery: CardWindow.Delivery) {
        if let id = CardID(id), let found = try await card(id) { return found }
        let names = streams.map(\.rawValue).joined(separator: ", ")
        throw CommandFailure(
            .nothingMatched,
            "there is no open card \"\(id.escapingControls)\" in \(names.escapingControls); `cardstream cards` lists them"
        )
    }
}

extension Double {
    /// `30 s`, `0.5 s`.
    fileprivate var formattedSeconds: String {
        let tenths = (self * 10).rounded() / 10
        return tenths == tenths.rounded() ? "\(Int(tenths)) s" : "\(tenths) s"
    }
}

extension ViewerNetwork {
    /// Ends everything, however long it takes.
    func close() async {
        await running.stop()
        await session.close()
    }
}

extension CommandFailure {
    init(_ failure: SyncStatus.Failure) {
        let status: ExitStatus =
            switch failure {
            case .authentication: .authentication
            case .denied, .local: .failure
            case .noConnection, .unreachable, .hostNotFound, .notFeed, .badAnswer, .tls: .network
            }
        var told = LaunchFailure(failure)
        switch failure {
        // A command does not try again.
        case .tls(let reason), .denied(let reason): told.detail = reason
        default: break
        }
        self.init(status, "\(told)")
    }
}
