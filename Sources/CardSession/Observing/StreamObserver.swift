import Basics
internal import CardStore
internal import Cards

import struct Foundation.Date

/// Watches a window of a stream for a host: hands over one after the other, none before the stream was here in full,
/// and tells why there is none where it does not come.
final class StreamObserver: SessionObserver {
    /// Prepares the update and returns a closure that delivers it, which is not called if the observation has ended by then.
    typealias Handler = @Sendable (Result<CardWindow, RequestError>) async -> @Sendable () -> Void

    private struct State {
        var observation: CardObservation?
        /// Counts observations: what an earlier one still brings does not count.
        var observationNumber = 0
        var window: CardWindow?
        /// Whether there is something that has not been handed over.
        var isNews = false
        /// Why the store cannot tell.
        var failure: RequestError?
        /// Why the server does not send, if it does not.
        var trouble: RequestError?
        /// Whether the stream was here in full, at least once.
        var isSynced = false
        /// What was told last where there was no window.
        var told: RequestError?
        var isOver = false
        /// The last thing to tell.
        var ending: RequestError?
    }

    let number: Int
    let query: FeedQuery
    private let interval: Double
    private let database: CardDatabase
    private let clock: @Sendable () -> Date
    private let refusal: @Sendable () -> RequestError.Cause?
    private let handler: Handler
    private let onEnd: @Sendable () -> Void
    private let state = Lock(State())
    private let wakes: AsyncStream<Void>
    private let wake: AsyncStream<Void>.Continuation

    /// - Parameters:
    ///   - interval: Seconds between two looks where the server cannot push.
    ///   - onEnd: Called once, after the last call of the handler.
    init(
        _ number: Int, _ query: FeedQuery, interval: Double, in session: CardSession, handler: @escaping Handler,
        onEnd: @escaping @Sendable () -> Void
    ) {
        self.number = number
        self.query = query
        self.interval = interval
        self.handler = handler
        self.onEnd = onEnd
        database = session.database
        clock = session.clock
        refusal = { [weak session] in session?.state.withLock { $0.refusal } }
        (wakes, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    var followRequest: (StreamID, Double)? { (query.streamID, interval) }

    /// - Parameter status: How the connection stands, where that is known.
    func start(_ status: SyncStatus?, in session: CardSession) {
        if let status { handle(status) }
        session.whenAdmitted { [weak self] in self?.observe() }
        Task { [wakes] in
            for await _ in wakes { await self.deliver() }
            if let ending = self.state.withLock({ $0.ending }) { await self.handler(.failure(ending))() }
            self.onEnd()
        }
    }

    func withhold(in session: CardSession) {
        let last = state.withLock { state in
            defer { state.observation = nil }
            state.observationNumber += 1
            (state.isSynced, state.window, state.isNews) = (false, nil, false)
            return state.observation
        }
        last?.cancel()
        session.whenAdmitted { [weak self] in self?.observe() }
    }

    private func observe() {
        let number = state.withLock { state in
            state.observationNumber += 1
            return state.observationNumber
        }
        let observation = database.observe(query, clock: clock) { [weak self] result in self?.handle(result, number) }
        let last = state.withLock { state in
            guard !state.isOver else { return observation as CardObservation? }
            defer { state.observation = observation }
            return state.observation
        }
        last?.cancel()
        // Its first window may have come before it was noted, and was not looked at then.
        wake.yield()
    }

    func handle(_ status: SyncStatus) {
        let refusal = refusal()
        state.withLock { $0.trouble = RequestError(status.connection, refusal: refusal) }
        wake.yield()
    }

    private func handle(_ result: Result<CardWindow, StoreError>, _ number: Int) {
        state.withLock { state in
            guard number == state.observationNumber else { return }
            switch result {
            // More of it follows by itself.
            case .success(let window) where window.isPartial: break
            case .success(let window): (state.window, state.failure, state.isNews) = (window, nil, true)
            case .failure(let error): state.failure = RequestError(error)
            }
        }
        wake.yield()
    }

    /// Hands the same over once more.
    func repeatLast() {
        state.withLock { $0.isNews = true }
        wake.yield()
    }

    func end(_ error: RequestError?) {
        let observation = state.withLock { state in
            defer { (state.isOver, state.observation) = (true, nil) }
            if !state.isOver { state.ending = error }
            return state.observation
        }
        observation?.cancel()
        wake.finish()
    }

    // MARK: Handing over

    private func deliver() async {
        await lookWhetherSynced()
        guard let next = state.withLock({ Self.next(&$0) }) else { return }
        let send = await handler(next)
        if !state.withLock({ $0.isOver }) { send() }
    }

    /// Until then there is nothing to give: an empty store is no empty stream.
    private func lookWhetherSynced() async {
        guard !state.withLock({ $0.isSynced || $0.observation == nil }) else { return }
        do throws(StoreError) {
            guard try await database.syncRecord(of: query.streamID).lastSyncedAt != nil else { return }
            // The window that is here may be of before.
            state.withLock { state in (state.isSynced, state.window) = (true, nil) }
            observe()
        } catch {
            state.withLock { $0.failure = RequestError(error) }
        }
    }

    private static func next(_ state: inout State) -> Result<CardWindow, RequestError>? {
        if state.isOver { return nil }
        if let error = state.failure ?? (state.isSynced ? nil : state.trouble) {
            defer { state.told = error }
            return state.told == error ? nil : .failure(error)
        }
        guard state.isSynced, state.isNews, let window = state.window else { return nil }
        (state.isNews, state.told) = (false, nil)
        return .success(window)
    }
}
