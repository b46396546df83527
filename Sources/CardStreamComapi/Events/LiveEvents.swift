import Basics
import Cards
import CurlTransport
import VendorClient

/// The WebSocket of the service: opened for listeners, kept alive, and opened again after a failure. Events that were
/// missed meanwhile are loaded, so that listeners get all events of the conversations they have heard of.
actor LiveEvents {
    /// After this silence the service is asked whether it is still there, by a ping of the WebSocket.
    static let pingInterval = Duration.seconds(60)
    /// The greatest number of calls that catch up with one conversation.
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

    /// Opens the WebSocket and keeps it open. Has no effect if it is.
    func open() {
        guard running == nil else { return }
        running = Task { [weak self] in await self?.run() }
    }

    /// Closes the WebSocket until ``open()``.
    func close() async {
        running?.cancel()
        running = nil
        let open = socket
        socket = nil
        await open?.close()
        states.send(.closed)
    }

    /// All events of a conversation up to this one are known, as after loading its messages.
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
                // A normal close by the service: it goes on after a pause, like a failure.
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
        // In a header rather than in the address, which proxies write to their logs.
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

    /// Reads events until the connection ends.
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
                    // The next event finds the same gap.
                    return events.send(event)
                }
            }
            sequence.advance(to: number, in: conversation)
        }
        if case .deleted = event.kind, let conversation = event.conversationID { sequence.forget(conversation) }
        events.send(event)
    }

    /// Loads what happened while there was no connection.
    private func catchUp() async {
        for conversation in sequence.conversations {
            guard let known = sequence.latest(of: conversation) else { continue }
            _ = await load(known + 1, upTo: nil, of: conversation)
        }
    }

    /// Loads events and sends them to the listeners. Returns whether none is missing.
    private func load(_ first: Int, upTo last: Int?, of conversation: String) async -> Bool {
        var from = first
        for _ in 0..<Self.greatestCatchUp {
            let limit = min(last.map { $0 - from + 1 } ?? .max, ComapiConversations.maximumPageLength)
            let found: [ConversationEvent]
            do throws(ComapiError) {
                found = try await conversations.events(of: conversation, from: from, limit: limit)
            } catch {
                if error.code == .notFound { sequence.forget(conversation) }
                return false
            }
            for event in found {
                if let number = event.conversationEventID { sequence.advance(to: number, in: conversation) }
                events.send(event)
            }
            from += found.count
            if found.count < limit || last.map({ from > $0 }) ?? false { return true }
        }
        return false
    }
}

/// The state of the live connection.
public enum LiveState: Sendable, Equatable {
    /// There is no listener.
    case closed
    /// A connection is being opened.
    case opening
    /// Events arrive as they happen.
    case open
    /// The connection ended, and is opened again soon; with the reason, which is nil after a normal end.
    case waiting(ComapiError?)
}
