import Basics
import Cards
import CurlTransport
import VendorClient

/// The WebSocket of the service. It is opened for listeners, kept alive with pings, and opened again after a failure.
/// Events that were missed in the meantime are loaded, so that listeners get all events of the conversations that they
/// have received an event of.
actor LiveEvents {
    /// The time without data after which a WebSocket ping checks whether the service still responds.
    static let pingInterval = Duration.seconds(60)
    /// The greatest number of requests that load the missed events of one conversation.
    static let greatestCatchUp = 100

    nonisolated let events = Broadcast<ConversationEvent>()
    nonisolated let states = Broadcast<LiveState>(initial: .closed)

    private let space: ComapiSpace
    private let network: ComapiNetwork
    private let sessions: SessionKeeper
    private let conversations: ComapiConversations
    private let clock: SyncClock
    private let random: @Sendable () -> Double
    private var sequence = EventSequence()
    private var running: Task<Void, Never>?
    private var socket: ComapiNetwork.Socket?

    init(
        _ conversations: ComapiConversations, _ network: ComapiNetwork, _ clock: SyncClock,
        random: @escaping @Sendable () -> Double
    ) {
        space = conversations.caller.caller.space
        sessions = conversations.sessions
        self.conversations = conversations
        self.network = network
        self.clock = clock
        self.random = random
    }

    deinit { running?.cancel() }

    /// Opens the WebSocket and keeps it open. Has no effect if it is already open.
    func open() {
        guard running == nil else { return }
        running = Task { [weak self] in await self?.run() }
    }

    /// Closes the WebSocket. It stays closed until ``open()`` is called.
    func close() async {
        running?.cancel()
        running = nil
        let open = socket
        socket = nil
        await open?.close()
        states.send(.closed)
    }

    /// Records that all events of a conversation up to this one are known, for example after its messages were loaded.
    func know(_ event: Int, of conversation: String) { sequence.advance(to: event, in: conversation) }

    // MARK: The connection

    private func run() async {
        var delay = ReconnectDelay()
        while !Task.isCancelled {
            do throws(ComapiError) {
                states.send(.opening)
                let token = try await sessions.token()
                let socket = try await connect(token)
                guard !Task.isCancelled else { return await socket.close() }
                self.socket = socket
                delay.reset()
                states.send(.open)
                await catchUp()
                try await read(socket)
                // After close(), the state and the socket belong to the next task.
                guard !Task.isCancelled else { return }
                // The service closed the connection normally: reconnect after a pause, as after a failure.
                states.send(.waiting(nil))
            } catch {
                guard !Task.isCancelled else { return }
                states.send(.waiting(error))
            }
            socket = nil
            await clock.sleep(clock.uptime() + delay.next(random: random()))
        }
    }

    private func connect(_ token: String) async throws(ComapiError) -> ComapiNetwork.Socket {
        guard let base = ServerURL(space.baseURL) else {
            throw ComapiError(
                .invalidRequest, "\"\(space.baseURL)\" is not the address of a service: expected https://HOST[:PORT]")
        }
        // The token is in a header, because proxies write addresses to their logs.
        let request = WebSocketRequest(
            url: base.appending(path: ComapiRequest("GET", "socket").target(space: space.id)),
            headers: [HTTPHeader("Authorization", "Bearer \(token)")],
            limits: WebSocketLimits(pingInterval: Self.pingInterval))
        do throws(TransportError) { return try await network.openSocket(request) } catch {
            let error = ComapiError(error, at: base.origin)
            if error.code == .unauthorized { await sessions.refuse(token) }
            throw error
        }
    }

    /// Reads events until the connection closes.
    private func read(_ socket: ComapiNetwork.Socket) async throws(ComapiError) {
        while true {
            let text: String?
            do throws(TransportError) { text = try await socket.next() } catch {
                throw ComapiError(error, at: space.baseURL)
            }
            guard let text else { return }
            guard let event = ConversationEvent(text: text) else { continue }
            await receive(event)
        }
    }

    // MARK: Events

    private func receive(_ event: ConversationEvent) async {
        if let conversation = event.conversationID, let number = event.conversationEventID {
            if let missing = sequence.missing(before: number, in: conversation) {
                guard await load(missing.lowerBound, upTo: missing.upperBound, of: conversation) else {
                    // The gap stays: the next event detects it again.
                    return events.send(event)
                }
            }
            sequence.advance(to: number, in: conversation)
        }
        if case .deleted = event.kind, let conversation = event.conversationID { sequence.forget(conversation) }
        events.send(event)
    }

    /// Loads the events that were missed while there was no connection.
    private func catchUp() async {
        for conversation in sequence.conversations {
            guard let known = sequence.latest(of: conversation) else { continue }
            _ = await load(known + 1, upTo: nil, of: conversation)
        }
    }

    /// Loads events and sends them to the listeners.
    ///
    /// - Returns: Whether all events up to `last` were loaded; with nil, up to the newest one.
    private func load(_ first: Int, upTo last: Int?, of conversation: String) async -> Bool {
        var from = first
        for _ in 0..<Self.greatestCatchUp {
            let limit = min(last.map { $0 - from + 1 } ?? .max, ComapiConversations.maximumPageLength)
            let page: (events: [ConversationEvent], count: Int)
            do throws(ComapiError) {
                page = try await conversations.eventPage(of: conversation, from: from, limit: limit)
            } catch {
                if error.code == .notFound { sequence.forget(conversation) }
                return false
            }
            for event in page.events {
                if let number = event.conversationEventID { sequence.advance(to: number, in: conversation) }
                events.send(event)
            }
            from += page.count
            if page.count < limit || last.map({ from > $0 }) ?? false { return true }
        }
        return false
    }
}

/// The state of the live connection.
public enum LiveState: Sendable, Equatable {
    /// The connection is closed, and is not being opened.
    case closed
    /// A connection is being opened.
    case opening
    /// Events arrive as they happen.
    case open
    /// The connection ended, and is opened again after a pause. The error is the reason; nil after a normal close.
    case waiting(ComapiError?)
}
