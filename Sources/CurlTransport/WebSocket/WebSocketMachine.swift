/// A WebSocket connection as a value: handshake, frames and closing, without I/O and without a clock.
///
/// The owner of the socket passes in received bytes and the time, writes what ``takeOutput()`` returns, calls again at
/// ``deadline`` and drops the connection once ``isFinished``. Behaviour:
///
/// - Every wait is limited: for the response to the handshake, the rest of a message, and the peer's close frame.
/// - An open connection may be silent without limit, unless the limits require pings.
/// - Pings are answered in order; once 16 pongs are unsent because the peer does not read, only the newest is kept.
/// - Protocol violations are answered with a close frame with the code. Further input is then dropped for a short
///   while, because closing a socket with unread input could discard that frame.
struct WebSocketMachine: Sendable {
    typealias Instant = ContinuousClock.Instant

    enum Event: Hashable, Sendable {
        case opened
        case message(WebSocketMessage)
        /// The last event; nil if the connection was closed normally.
        case ended(TransportError?)
    }

    /// Bytes to write, with a token that is reported when they have been written.
    struct Output: Sendable {
        var bytes: [UInt8]
        var token: UInt64?
        var isPong = false
    }

    enum Phase: Hashable, Sendable {
        case handshaking(until: Instant)
        case open
        /// Our close frame was sent or queued, and the peer's is expected.
        case closing(until: Instant)
        /// The connection has ended for the user. The close frame is flushed, and input is dropped.
        case draining(until: Instant)
        case finished
    }

    static let maxPendingPongs = 16

    let limits: WebSocketLimits
    private(set) var phase: Phase
    private var handshake: WebSocketHandshake
    private var codec: WebSocketCodec
    private var frames: [WebSocketCodec.Event] = []
    private var events: [Event] = []
    private var output: [Output] = []
    private var pendingPongs = 0
    /// The payload of the newest ping that arrived while too many pongs were queued.
    private var latePong: [UInt8]?

    private var messageDue: Instant?
    private var greetingDue: Instant?
    /// The time to send a ping, if nothing arrives before.
    private var pingDue: Instant?
    /// The time at which a peer that does not answer a ping counts as lost.
    private var pongDue: Instant?
    private var isPaused = false

    init(
        url: ServerURL, headers: [HTTPHeader], limits: WebSocketLimits, nonce: [UInt8], now: Instant
    ) throws(TransportError) {
        self.limits = limits
        handshake = try WebSocketHandshake(
            url: url, headers: headers, nonce: nonce, maxHeadBytes: limits.maxHeadBytes)
        codec = WebSocketCodec(limits: limits)
        phase = .handshaking(until: now + limits.handshakeTimeout)
        output = [Output(bytes: handshake.request)]
    }

    var isFinished: Bool { phase == .finished }
    var isOpen: Bool { phase == .open }

    /// The time at which ``tick(_:)`` must be called; nil if there is none.
    var deadline: Instant? {
        switch phase {
        case .handshaking(let until), .closing(let until), .draining(let until): until
        case .open where isPaused: nil
        case .open: [messageDue, greetingDue, pingDue, pongDue].compactMap { $0 }.min()
        case .finished: nil
        }
    }

    mutating func takeEvents() -> [Event] {
        defer { events.removeAll(keepingCapacity: true) }
        return events
    }

    mutating func takeOutput() -> Output? {
        if output.isEmpty, let payload = latePong {
            latePong = nil
            queuePong(payload)
        }
        guard !output.isEmpty else { return nil }
        let next = output.removeFirst()
        if next.isPong { pendingPongs -= 1 }
        return next
    }

    // MARK: - From the network

    mutating func receive(_ bytes: UnsafeRawBufferPointer, at now: Instant) {
        switch phase {
        case .handshaking: receiveHandshake(bytes, at: now)
        case .open, .closing:
            heardFromPeer(at: now)
            receiveFrames(bytes, at: now)
        case .draining, .finished: break
        }
    }

    /// Handles the end of the connection: closed by the peer, or failed (`problem`).
    mutating func receiveEnd(_ problem: TransportError? = nil) {
        switch phase {
        case .handshaking:
            if let refusal = handshake.refusalSoFar {
                end(.upgradeRefused(refusal))
            } else {
                end(problem ?? .connection("the server closed the connection before it responded"))
            }
        case .open: end(problem ?? .connection("the connection ended without a close frame"))
        case .closing: end(nil)
        case .draining, .finished: phase = .finished
        }
    }

    private mutating func receiveHandshake(_ bytes: UnsafeRawBufferPointer, at now: Instant) {
        switch handshake.receive(bytes) {
        case .needsMore: break
        case .refused(let response): end(.upgradeRefused(response))
        case .failed(.notHTTP(let reason)): end(.malformed(reason))
        case .failed(.protocolViolation(let reason)): end(.badUpgrade(reason))
        case .opened(let rest):
            phase = .open
            greetingDue = limits.greetingTimeout.map { now + $0 }
            heardFromPeer(at: now)
            events.append(.opened)
            rest.withUnsafeBytes { receiveFrames($0, at: now) }
        }
    }

    private mutating func heardFromPeer(at now: Instant) {
        pingDue = limits.pingInterval.map { now + $0 }
        pongDue = nil
    }

    private mutating func receiveFrames(_ bytes: UnsafeRawBufferPointer, at now: Instant) {
        codec.receive(bytes, into: &frames)
        let completed = !frames.isEmpty
        for frame in frames { handle(frame, at: now) }
        frames.removeAll(keepingCapacity: true)
        if !codec.isMidMessage {
            messageDue = nil
        } else if messageDue == nil || completed {
            messageDue = now + limits.messageTimeout
        }
    }

    private mutating func handle(_ frame: WebSocketCodec.Event, at now: Instant) {
        switch (frame, phase) {
        case (.message(let message), .open):
            greetingDue = nil
            events.append(.message(message))
        case (.ping(let payload), .open):
            if pendingPongs < Self.maxPendingPongs { queuePong(payload) } else { latePong = payload }
        case (.close(let code, let reason), .open):
            output.append(Output(bytes: WebSocketCodec.encodeClose(code: code)))
            let isPeaceful = code == CloseCode.normal || code == CloseCode.none
            drain(isPeaceful ? nil : .closed(code: code, reason: reason), at: now)
        case (.failed(let code, let reason), .open):
            output.append(Output(bytes: WebSocketCodec.encodeClose(code: code, reason: reason)))
            drain(.protocolViolation(code: code, reason), at: now)
        case (.close, .closing), (.failed, .closing): drain(nil, at: now)
        // A pong needs no handling; after our close frame only the peer's close frame matters.
        default: break
        }
    }

    private mutating func queuePong(_ payload: [UInt8]) {
        pendingPongs += 1
        output.append(Output(bytes: WebSocketCodec.encode(.pong, payload), isPong: true))
    }

    // MARK: - From the user

    /// Queues a message. Returns false if the connection is not open.
    mutating func send(_ message: WebSocketMessage, token: UInt64?) -> Bool {
        guard isOpen else { return false }
        output.append(Output(bytes: WebSocketCodec.encode(message), token: token))
        return true
    }

    mutating func close(code: Int, reason: String, at now: Instant) {
        switch phase {
        case .handshaking: end(.cancelled)
        case .open:
            output.append(Output(bytes: WebSocketCodec.encodeClose(code: code, reason: reason)))
            phase = .closing(until: now + limits.closeTimeout)
        case .closing, .draining, .finished: break
        }
    }

    /// Stops reading while the reader is slow. Timeouts for missing input are suspended.
    mutating func pause() { isPaused = true }

    mutating func resume(at now: Instant) {
        isPaused = false
        if messageDue != nil { messageDue = now + limits.messageTimeout }
        heardFromPeer(at: now)
    }

    mutating func tick(_ now: Instant) {
        guard let deadline, now >= deadline else { return }
        switch phase {
        case .handshaking:
            let refusal = handshake.refusalSoFar.map(TransportError.upgradeRefused)
            end(refusal ?? .timedOut("the server did not respond to the upgrade request in time"))
        case .open:
            if let messageDue, now >= messageDue {
                end(.timedOut("a message did not arrive completely in time"))
            } else if let greetingDue, now >= greetingDue {
                end(.timedOut("the server did not send its first message in time"))
            } else if let pongDue, now >= pongDue {
                end(.timedOut("the server no longer responds"))
            } else {
                output.append(Output(bytes: WebSocketCodec.encode(.ping, [])))
                pingDue = nil
                pongDue = now + limits.pongTimeout
            }
        case .closing: end(nil)
        case .draining: phase = .finished
        case .finished: break
        }
    }

    // MARK: - Endings

    /// Ends the connection immediately.
    private mutating func end(_ error: TransportError?) {
        events.append(.ended(error))
        phase = .finished
    }

    /// Ends the connection for the user; it stays open until the close frame is sent and the peer closes.
    private mutating func drain(_ error: TransportError?, at now: Instant) {
        events.append(.ended(error))
        phase = .draining(until: now + limits.closeTimeout)
    }
}
