import Basics
internal import CardStore
internal import Cards

import struct Foundation.Date

/// Observes a window of a stream for a host. Delivers updates one at a time, starting when the stream was fully loaded
/// once, and reports errors if it cannot be loaded.
final class StreamObserver: SessionObserver {
    /// Prepares the update and returns a closure that delivers it, which is not called if the observation has ended by then.
    typealias Handler = @Sendable (Result<CardWindow, RequestError>) async -> @Sendable () -> Void

    private struct State {
        var observation: CardObservation?
        /// The number of the current observation; results of earlier ones are ignored.
        var observationNumber = 0
        var window: CardWindow?
        /// Whether there is an undelivered update.
        var hasUpdate = false
        /// The error of the store, if it fails.
        var failure: RequestError?
        /// The error that prevents the server from sending cards, if any.
        var trouble: RequestError?
        /// Whether the stream was ever fully loaded.
        var isSynced = false
        /// The error in the last delivery; nil if it contained cards.
        var lastDeliveredError: RequestError?
        var isOver = false
        /// The final update.
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
    ///   - interval: The polling interval in seconds while the server cannot push.
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

    /// Starts the observation.
    ///
    /// - Parameter status: The status of the connection, if known.
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
            (state.isSynced, state.window, state.hasUpdate) = (false, nil, false)
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
        // The first window may have arrived before `state.observation` was set. Nothing was delivered then, so try
        // again.
        wake.yield()
    }

    func handle(_ status: SyncStatus) {
        let refusal = status.source(of: query.streamID) == nil ? refusal() : nil
        state.withLock { $0.trouble = RequestError(status.connection(of: query.streamID), refusal: refusal) }
        wake.yield()
    }

    private func handle(_ result: Result<CardWindow, StoreError>, _ number: Int) {
        state.withLock { state in
            guard number == state.observationNumber else { return }
            switch result {
            // Wait for the complete window, which follows a partial one.
            case .success(let window) where window.isPartial: break
            case .success(let window): (state.window, state.failure, state.hasUpdate) = (window, nil, true)
            case .failure(let error): state.failure = RequestError(error)
            }
        }
        wake.yield()
    }

    /// Delivers the last update again, with newly resolved runtime variables.
    func repeatLast() {
        state.withLock { $0.hasUpdate = true }
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

    // MARK: Delivering

    private func deliver() async {
        await checkWhetherSynced()
        guard let next = state.withLock({ Self.next(&$0) }) else { return }
        let send = await handler(next)
        if !state.withLock({ $0.isOver }) { send() }
    }

    /// Checks whether the stream was fully loaded: an empty store does not mean an empty stream.
    private func checkWhetherSynced() async {
        guard !state.withLock({ $0.isSynced || $0.observation == nil }) else { return }
        do throws(StoreError) {
            guard try await database.syncRecord(of: query.streamID).lastSyncedAt != nil else { return }
            // The current window may be from before the load.
            state.withLock { state in (state.isSynced, state.window) = (true, nil) }
            observe()
        } catch {
            state.withLock { $0.failure = RequestError(error) }
        }
    }

    private static func next(_ state: inout State) -> Result<CardWindow, RequestError>? {
        if state.isOver { return nil }
        if let error = state.failure ?? (state.isSynced ? nil : state.trouble) {
            defer { state.lastDeliveredError = error }
            return state.lastDeliveredError == error ? nil : .failure(error)
        }
        guard state.isSynced, state.hasUpdate, let window = state.window else { return nil }
        (state.hasUpdate, state.lastDeliveredError) = (false, nil)
        return .success(window)
    }
}
