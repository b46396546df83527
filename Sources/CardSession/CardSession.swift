import Basics
internal import CardStore
public import Cards

public import struct Foundation.Date
public import struct Foundation.UUID

/// A user's cards on this machine and the way to their server: what a host program needs to show cards and act on
/// them. The viewer of this package is one such program.
///
/// The store is open from the start and answers at once, online or not; ``connect(_:onEvent:)`` brings the network in later.
/// What the user does is on disk before ``respond(to:in:with:undoWindow:from:)`` returns, and reaches the server now or later.
public final class CardSession: Sendable {
    /// Where cards and actions are kept.
    public enum Storage: Hashable, Sendable {
        /// A SQLite file, made if it is missing. One session at a time may have it.
        case file(path: String)
        /// Gone when the session is.
        case memory
    }

    let database: CardDatabase
    /// The connection, from ``connect(_:onEvent:)`` on.
    let link = SessionLink()
    let clock: @Sendable () -> Date
    /// Everything else; nothing that waits is done with it held.
    let state = Lock(SessionState())

    /// Opens the store. Takes a few milliseconds at most, unless an older store has to be brought up to date.
    public init(_ storage: Storage, clock: @escaping @Sendable () -> Date = { Date() }) throws(SessionError) {
        self.clock = clock
        do {
            switch storage {
            case .file(let path): database = try CardDatabase.open(path: path, at: clock())
            case .memory: database = try CardDatabase.inMemory()
            }
        } catch { throw SessionError(error) }
    }

    /// Over a store that is open.
    init(over database: CardDatabase, clock: @escaping @Sendable () -> Date = { Date() }) {
        self.database = database
        self.clock = clock
    }

    /// A session that nobody has any more ends as by ``close()``, soon but not at once.
    deinit {
        let (database, link, state) = (database, link, state)
        let (isClosed, observers, stopFeeds) = state.withLock { state in
            (state.isClosed, Array(state.observers.values), state.stopFeeds)
        }
        if isClosed { return }
        stopFeeds?()
        for observer in observers { observer.end(.aborted(RequestError.Cause("the session is gone"))) }
        Task {
            await link.stop()
            await Blocking.run { database.close() }
        }
    }

    /// What the store had to do to open, to tell the user about; nil when all was well.
    public var openingNotice: String? {
        guard case .recovered(let setAside, let rescued) = database.opening else { return nil }
        let actions = rescued == 0 ? "" : " \(rescued) unsent actions were saved."
        return "The card store was damaged and begun anew; the old one is \(setAside.shownAsFile).\(actions)"
    }

    // MARK: Cards

    /// Reads a window at once, for a first picture. Blocks for well under a millisecond.
    ///
    /// Empty after a login until a token has said who the user is.
    ///
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    public func window(_ query: FeedQuery) throws(SessionError) -> CardWindow {
        guard isAdmitted else { return CardWindow() }
        do { return try database.window(query, at: clock()) } catch { throw SessionError(error) }
    }

    /// Watches a window: the handler gets it at once and after every change that shows, on a queue of its own.
    public func observe(_ query: FeedQuery, onWindow: @escaping WindowObserver.Handler) -> WindowObserver {
        WindowObserver(query, in: self, handler: onWindow)
    }

    // MARK: Acting

    /// Stores what the user did. It shows at once and is delivered when the server can be reached.
    ///
    /// - Parameters:
    ///   - undoWindow: Seconds it stays on this machine before, for ``undo()``: 600 at most, and less where the card
    ///     expires before. A program that ends sooner calls ``sendHeld(within:)``, or the next one sends it.
    ///   - origin: Where it was given, for the event that follows once the server has it; by default nobody can tell.
    /// - Returns: Until when it stays.
    /// - Throws: ``SessionError`` when the card is gone, the source does not do this, the store fails or the session is
    ///   closed.
    @discardableResult
    public func respond(
        to card: CardID, in stream: StreamID, with response: CardResponse, undoWindow: Double = 0,
        from origin: ResponseOrigin = ResponseOrigin()
    ) async throws(SessionError) -> Date {
        try await respond(
            to: card, in: stream, with: response, key: ActionKey(UUID()), undoWindow: undoWindow, from: origin)
    }

    @discardableResult
    func respond(
        to card: CardID, in stream: StreamID, with response: CardResponse, key: ActionKey, undoWindow: Double = 0,
        from origin: ResponseOrigin = ResponseOrigin()
    ) async throws(SessionError) -> Date {
        guard isAdmitted else { throw .cardGone(card) }
        let hold = try holdingTime(undoWindow, of: response.kind)
        let date = clock()
        let leaving: Date
        do {
            leaving = try await database.respond(
                response, to: card, in: stream, key: key, at: date,
                report: recordBytes(of: response, to: card, in: stream, key: key, at: date, origin), hold: hold,
                values: origin.variables[card] ?? [:])
        } catch { throw SessionError(error) }
        await link.outboxChanged()
        return leaving
    }

    /// Sends the refused action of a card again.
    ///
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    public func retryAction(of card: CardID, in stream: StreamID) async throws(SessionError) {
        do {
            try await database.retry(card, in: stream, newKey: ActionKey(UUID()), at: clock())
        } catch { throw SessionError(error) }
        await link.outboxChanged()
    }

    /// Gives the refused action of a card up; the card shows as the server has it.
    ///
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    public func discardAction(of card: CardID, in stream: StreamID) async throws(SessionError) {
        do { try await database.discard(card, in: stream, at: clock()) } catch { throw SessionError(error) }
        await link.outboxChanged()
    }

    /// Takes back the last response to a card, as long as none of it has left for the server. The card then shows as it
    /// did before.
    ///
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    public func withdraw(from card: CardID, in stream: StreamID) async throws(SessionError) -> Withdrawal {
        let outcome: Withdrawal
        do { outcome = try await database.withdraw(card, in: stream, at: clock()) } catch { throw SessionError(error) }
        if outcome == .withdrawn { await link.outboxChanged() }
        return outcome
    }

    /// Takes back the last response that has not left for the server, whichever card it was to. The card then shows as it
    /// did before.
    ///
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    public func undo() async throws(SessionError) -> Undoing {
        let outcome: Undoing
        do { outcome = try await database.undo(at: clock()) } catch { throw SessionError(error) }
        if case .undone = outcome { await link.outboxChanged() }
        return outcome
    }

    // MARK: Ending

    /// Sends at once what waits to be undone, and waits for the server's answers for so many seconds at most, 366 days at
    /// the longest; not at all where there is none or no connection. What is not sent stays in the store for next time.
    ///
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    public func sendHeld(within seconds: Double) async throws(SessionError) {
        try await release(sooner: nil, within: seconds)
    }

    /// Lets what waits to be undone wait so much less, and sends what waits no longer, as ``sendHeld(within:)`` does: for
    /// a clock that is moved by hand.
    package func hasten(by time: Double, within seconds: Double) async throws(SessionError) {
        try await release(sooner: time, within: seconds)
    }

    /// Waits, for so many seconds at most, until what was to leave by now has had an answer or a failure each. Returns false
    /// at once where there is no connection.
    ///
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    package func sendDue(within seconds: Double) async throws(SessionError) -> Bool {
        guard await link.isOnline else { return false }
        do throws(StoreError) {
            let time = clock()
            let end = ContinuousClock.now + .waiting(seconds)
            // Of each card the first: what is behind a refused one does not leave.
            try await wait(until: end) { () throws(StoreError) in
                guard await link.isOnline else { return true }
                return try await database.outboxWork(at: time, limit: 1).due.isEmpty
            }
            return true
        } catch { throw SessionError(error) }
    }

    private func release(sooner: Double?, within seconds: Double) async throws(SessionError) {
        do throws(StoreError) {
            let time = clock()
            guard try await database.release(sooner: sooner, at: time) else { return }
            await link.outboxChanged()
            try await wait(until: .now + .waiting(seconds)) { () throws(StoreError) in
                guard await link.isOnline else { return true }
                return try await !database.isSending(dueAt: time)
            }
        } catch { throw SessionError(error) }
    }

    /// Stops the network, closes the store and gives its file free for another session. Idempotent. What the user did
    /// and the server does not have stays in the store for next time; later calls throw ``SessionError/closed``.
    public func close() async {
        let observers = state.withLock { state in
            defer { state.observers = [:] }
            state.isClosed = true
            state.accessGate.end()
            state.identify = nil
            return Array(state.observers.values)
        }
        for observer in observers { observer.end(.aborted(RequestError.Cause("the session is closed"))) }
        stopObservingEvents()
        await link.stop()
        let database = database
        // Closing waits for what SQLite is doing, and folds its log into the file: nothing for the cooperative pool.
        await Blocking.run { database.close() }
        database.connectionChanged()
    }
}
