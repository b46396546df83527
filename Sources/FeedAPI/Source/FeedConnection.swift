import Basics
import CardSources
import Cards

import struct Foundation.Date

/// An open push connection as a live feed. It answers pings, sends pings when the server is silent, and fails when the
/// server does not respond.
actor FeedConnection: LiveFeed {
    nonisolated let serverTime: Date?
    private let socket: FeedSocket
    private let clock: SyncClock
    private var alive: KeepAlive
    private var isLost = false
    /// The task that reads the next frame; nil if none is being read.
    private var reading: Task<PushFrame?, any Error>?
    private var watch: Task<Void, Never>?

    init(_ socket: FeedSocket, clock: SyncClock) {
        serverTime = socket.hello.serverTime
        self.socket = socket
        self.clock = clock
        alive = KeepAlive(at: clock.uptime(), pingSeconds: socket.hello.pingSeconds)
    }

    nonisolated var events: AsyncThrowingStream<LiveEvent, any Error> {
        AsyncThrowingStream { try await self.next() }
    }

    func acknowledge(_ cursor: FeedCursor, of stream: StreamID) async throws(SourceError) {
        try await send(.ack(stream: stream, cursor: cursor))
    }

    func resume(_ subscription: Subscription) async throws(SourceError) { try await subscribe([subscription]) }

    func subscribe(_ subscriptions: [Subscription]) async throws(SourceError) {
        try await send(
            .subscribe(subscriptions.map { ClientFrame.Subscription(streamID: $0.streamID, since: $0.since) }))
    }

    func close() async {
        watch?.cancel()
        watch = nil
        await socket.close()
    }

    private func send(_ frame: ClientFrame) async throws(SourceError) {
        do throws(FeedError) { try await socket.send(frame) } catch { throw failure(SourceError(error)) }
    }

    // MARK: Reading

    /// The next event; nil if the connection was closed normally.
    private func next() async throws -> LiveEvent? {
        while true {
            let frame: PushFrame?
            do { frame = try await nextFrame() } catch {
                // The read was cancelled because the server was silent.
                if isLost { throw silence }
                guard let error = error as? FeedError else { throw error }
                throw failure(SourceError(error))
            }
            if isLost { throw silence }
            guard let frame else {
                watch?.cancel()
                if alive.isWaiting, !Task.isCancelled { throw failure(.network("the connection was closed")) }
                return nil
            }
            alive.received(at: clock.uptime())
            switch frame {
            case .delta(let delta): return .changes(delta)
            case .live(let stream, _): return .caughtUp(stream)
            case .gap(let stream): return .cursorExpired(stream)
            // Reply at once, before events that wait for the disk.
            case .ping(let token): try await send(.pong(token: token))
            case .error(let problem) where problem.status == 401 || problem.status == 403:
                throw SourceError(.server(problem, retryAfter: nil))
            // All other refusals concern a single frame; the connection stays open.
            case .error(let problem): return .unavailable(SourceRefusal(problem, retryAfter: nil))
            case .hello, .pong, .unrecognised: break
            }
        }
    }

    private func nextFrame() async throws -> PushFrame? {
        alive.readingBegins(at: clock.uptime())
        // Read in a separate task, so that silence can cancel the wait.
        let task = Task { [socket] in
            var frames = socket.frames.makeAsyncIterator()
            return try await frames.next()
        }
        reading = task
        defer { reading = nil }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// If a reply is missing when the connection breaks, the network path to the server has failed.
    private func failure(_ error: SourceError) -> SourceError {
        guard alive.isWaiting, case .network(let text) = error else { return error }
        return .silent(text)
    }

    // MARK: Silence

    private var silence: SourceError { .silent("no response to a ping") }

    /// Starts to watch for silence.
    func keepAlive() {
        watch?.cancel()
        watch = Task { await self.watchSilence() }
    }

    func check() {
        guard !alive.isWaiting else { return }
        ping()
        keepAlive()
    }

    private func watchSilence() async {
        while !Task.isCancelled {
            switch alive.step(at: clock.uptime()) {
            case .wait(let until): await clock.sleep(until)
            case .ping: ping()
            case .lost:
                isLost = true
                reading?.cancel()
                return
            }
        }
    }

    private func ping() {
        let now = clock.uptime()
        alive.pinged(at: now)
        // If a ping cannot be sent, no reply arrives, which is detected.
        Task { [socket] in try? await socket.send(.ping(token: String(Int(now * 1000)))) }
    }
}
