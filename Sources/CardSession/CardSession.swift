package import Basics
internal import CardStore
public import Cards

public import struct Foundation.Date
public import struct Foundation.UUID

/// A user's cards on this machine and the connection to their server: everything a host program needs to show cards and
/// act on them. The viewer of this package is one such program.
///
/// The store is open from the start and works offline; ``connect(_:onEvent:)`` adds the network later. The user's
/// actions are on disk before ``enqueue(_:undoWindow:from:)`` returns, and reach the server when it is available.
public final class CardSession: Sendable {
    /// The storage of cards and actions.
    public enum Storage: Hashable, Sendable {
        /// A SQLite file, created if it is missing. While a session has it open, no other session can open it, and no
        /// other program can read it.
        case file(path: String)
        /// Lives as long as the session.
        case memory
    }

    let database: CardDatabase
    /// The connection, after ``connect(_:onEvent:)``.
    let link = SessionLink()
    let clock: @Sendable () -> Date
    /// The clock of the connections.
    let connectionClock: SyncClock
    /// All other state. Code that holds this lock must not wait.
    let state: Lock<SessionState>

    /// Opens the store. Takes a few milliseconds at most, unless an older store is migrated; ``open(_:configuration:)``
    /// does not block the caller during that time.
    ///
    /// - Parameters:
    ///   - configuration: The settings of the session.
    ///   - clock: Returns the current time; the clock of this machine by default.
    /// - Throws: ``SessionError`` if the store cannot be opened.
    public convenience init(
        _ storage: Storage, configuration: Configuration = Configuration(),
        clock: @escaping @Sendable () -> Date = { Date() }
    ) throws(SessionError) {
        self.init(over: try storage.open(at: clock()), configuration, clock: clock)
    }

    /// Opens the store like ``init(_:configuration:clock:)``, on another thread.
    ///
    /// - Parameter configuration: The settings of the session.
    /// - Throws: ``SessionError`` if the store cannot be opened.
    public static func open(
        _ storage: Storage, configuration: Configuration = Configuration()
    ) async throws(SessionError) -> CardSession {
        try await Blocking.runBriefly { () -> Result<CardSession, SessionError> in
            do throws(SessionError) { return .success(try CardSession(storage, configuration: configuration)) } catch {
                return .failure(error)
            }
        }.get()
    }

    /// Opens the store with a clock that its connections use too.
    package convenience init(
        _ storage: Storage, configuration: Configuration = Configuration(), timedBy clock: SyncClock
    ) throws(SessionError) {
        self.init(over: try storage.open(at: clock.now()), configuration, clock: clock.now, connectionClock: clock)
    }

    /// Uses a store that is already open.
    init(
        over database: CardDatabase, _ configuration: Configuration = Configuration(),
        clock: @escaping @Sendable () -> Date = { Date() }, connectionClock: SyncClock = .live
    ) {
        self.database = database
        self.clock = clock
        self.connectionClock = connectionClock
        state = Lock(SessionState(configuration))
        watchUnperformed()
    }

    /// Closes a session without references in the background, like ``close()``.
    deinit {
        let (database, link, state) = (database, link, state)
        let (isClosed, observers, stopFeeds, group, attached) = state.withLock { state in
            (state.isClosed, Array(state.observers.values), state.stopFeeds, state.group, state.attached.map(\.link))
        }
        if isClosed { return }
        endReaders()
        group?.end()
        stopFeeds?()
        for observer in observers { observer.end(.sessionClosed) }
        Task {
            for link in [link] + attached { await link.stop() }
            await database.end()
        }
    }

    /// A notice for the user about how the store was opened, for example after a repair; nil if there was no problem.
    public var openingNotice: String? {
        guard case .recovered(let setAside, let rescued) = database.opening else { return nil }
        let actions =
            switch rescued {
            case 0: "no unsent actions were found"
            case 1: "1 unsent action was saved"
            default: "\(rescued) unsent actions were saved"
            }
        return "The card store was damaged, and a new store has replaced it: \(actions). "
            + "The damaged store is kept as \(setAside.shownAsFile)"
    }

    // MARK: Cards

    /// Reads a window synchronously, for the first frame. Blocks for well under a millisecond.
    ///
    /// Empty after a login until a token has identified the user.
    ///
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    public func window(_ query: FeedQuery) throws(SessionError) -> CardWindow {
        guard isAdmitted else { return CardWindow() }
        do { return try database.window(query, at: clock()) } catch { throw SessionError(error) }
    }

    /// Observes a window. The handler is called at once and after every visible change, on a separate queue.
    public func observe(_ query: FeedQuery, onWindow: @escaping WindowObserver.Handler) -> WindowObserver {
        WindowObserver(query, in: self, handler: onWindow)
    }

    // MARK: Acting

    /// Stores a response of the user, like ``enqueue(_:undoWindow:from:)``, and needs no login.
    ///
    /// - Returns: The time until which the response can be undone.
    /// - Throws: ``SessionError`` when the card is gone, the source does not support the response, the store fails or
    ///   the session is closed.
    @discardableResult
    package func respond(
        to card: CardID, in stream: StreamID, with response: CardResponse, undoWindow: Duration = .zero,
        from origin: ResponseOrigin = ResponseOrigin()
    ) async throws(SessionError) -> Date {
        try await respond(
            to: card, in: stream, with: response, undoWindow: undoWindow.seconds, from: origin, draft: .none)
    }

    /// Stores a response of the user, and applies a change to the card's draft in the same transaction. Otherwise like
    /// ``enqueue(_:undoWindow:from:)``.
    @discardableResult
    package func respond(
        to card: CardID, in stream: StreamID, with response: CardResponse, undoWindow: Double,
        from origin: ResponseOrigin, draft: DraftChange
    ) async throws(SessionError) -> Date {
        try await respond(
            to: card, in: stream, with: response, key: ActionKey(UUID()), undoWindow: undoWindow, from: origin,
            draft: draft)
    }

    @discardableResult
    func respond(
        to card: CardID, in stream: StreamID, with response: CardResponse, key: ActionKey, undoWindow: Double = 0,
        from origin: ResponseOrigin = ResponseOrigin(), draft: DraftChange = .none
    ) async throws(SessionError) -> Date {
        guard isAdmitted else { throw .cardGone(card) }
        let hold = try holdingTime(undoWindow, of: response.kind, in: stream)
        let date = clock()
        let leaving: Date
        do {
            leaving = try await database.respond(
                response, to: card, in: stream, key: key, at: date,
                report: recordBytes(of: response, to: card, in: stream, key: key, at: date, origin), hold: hold,
                values: origin.variables[card] ?? [:],
                proof: response.entries == nil ? nil : origin.proofs[card], entered: origin.entered, draft: draft)
        } catch { throw SessionError(error) }
        await deliver()
        return leaving
    }

    /// Sends the refused action of a card again.
    ///
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    public func retryAction(of card: CardID, in stream: StreamID) async throws(SessionError) {
        do {
            try await database.retry(card, in: stream, newKey: ActionKey(UUID()), at: clock())
        } catch { throw SessionError(error) }
        await deliver()
    }

    /// Discards the refused action of a card; the card then shows the server's state.
    ///
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    public func discardAction(of card: CardID, in stream: StreamID) async throws(SessionError) {
        _ = try await discardRefused(of: card, in: stream)
    }

    /// Discards the refused action of a card. Returns the action and what the user had entered for it.
    package func discardRefused(
        of card: CardID, in stream: StreamID
    ) async throws(SessionError) -> [(response: CardResponse, entered: JSONObject)] {
        let discarded: [(response: CardResponse, entered: JSONObject)]
        do { discarded = try await database.discard(card, in: stream, at: clock()) } catch { throw SessionError(error) }
        await deliver()
        return discarded
    }

    /// Withdraws the last response to a card, if no part of it has been sent. The card then looks as before the
    /// response.
    ///
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    public func withdraw(from card: CardID, in stream: StreamID) async throws(SessionError) -> WithdrawalResult {
        let outcome: WithdrawalResult
        do { outcome = try await database.withdraw(card, in: stream, at: clock()) } catch { throw SessionError(error) }
        if outcome == .withdrawn { await deliver() }
        return outcome
    }

    /// Withdraws the last unsent response to any card. The card then looks as before the response. Responses of this
    /// session come first, then those of other programs with the same store and of earlier runs.
    ///
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    public func undo() async throws(SessionError) -> UndoResult {
        let outcome: UndoResult
        do { outcome = try await database.undo(at: clock()) } catch { throw SessionError(error) }
        switch outcome {
        case .undone, .undoneOther: await deliver()
        case .underWay, .nothing: break
        }
        return outcome
    }

    // MARK: Ending

    /// Sends responses that are held for undo at once, and waits for the server's answers for up to `time` (366 days at
    /// most). Does not wait if no response is held or there is no connection. Unsent responses stay in the store. Does
    /// nothing while other processes share the store, because these send the responses when their undo time ends.
    ///
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    public func sendHeld(within time: Duration) async throws(SessionError) {
        if sharesStore { return }
        try await release(sooner: nil, within: time.seconds)
    }

    /// Shortens the undo time of held responses by `time` seconds, and sends those that are due like
    /// ``sendHeld(within:)``. For programs whose clock is moved by hand.
    package func shortenUndoWindows(by time: Double, within seconds: Double) async throws(SessionError) {
        try await release(sooner: time, within: seconds)
    }

    /// Waits for up to `seconds` until every action that is due has been answered or has failed. Returns false at once
    /// if there is no connection.
    ///
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    package func sendDue(within seconds: Double) async throws(SessionError) -> Bool {
        guard await !onlineSources.isEmpty else { return false }
        do throws(StoreError) {
            let time = clock()
            let end = ContinuousClock.now + .waiting(seconds)
            // Only the first action of each card matters: those behind a refused one are not sent.
            try await wait(until: end) { () throws(StoreError) in
                for source in await onlineSources
                where try await !database.outboxWork(at: time, limit: 1, of: source).due.isEmpty { return false }
                return true
            }
            return true
        } catch { throw SessionError(error) }
    }

    private func release(sooner: Double?, within seconds: Double) async throws(SessionError) {
        do throws(StoreError) {
            let time = clock()
            guard try await database.release(sooner: sooner, at: time) else { return }
            await deliver()
            try await wait(until: .now + .waiting(seconds)) { () throws(StoreError) in
                for source in await onlineSources where try await database.isSending(dueAt: time, of: source) {
                    return false
                }
                return true
            }
        } catch { throw SessionError(error) }
    }

    /// Disconnects, closes the store and releases its file for another session. Idempotent. Unsent actions stay in the
    /// store; later calls throw ``SessionError/closed``.
    public func close() async {
        let (observers, group) = state.withLock { state in
            defer { (state.observers, state.group) = ([:], nil) }
            state.isClosed = true
            state.accessGate.end()
            state.identify = nil
            return (Array(state.observers.values), state.group)
        }
        for observer in observers { observer.end(.sessionClosed) }
        group?.end()
        stopObservingEvents()
        endReaders()
        for link in links { await link.stop() }
        let database = database
        await database.end()
        database.connectionChanged()
    }
}

extension CardSession.Storage {
    fileprivate func open(at date: Date) throws(SessionError) -> CardDatabase {
        do throws(StoreError) {
            switch self {
            case .file(let path): return try CardDatabase.open(path: path, at: date, isExclusive: true)
            case .memory: return try CardDatabase.inMemory(hasOwnThreads: false)
            }
        } catch { throw SessionError(error) }
    }
}
