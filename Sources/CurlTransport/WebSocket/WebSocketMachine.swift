/// A WebSocket connection as a value: handshake, frames and closing, without I/O and clock.
///
/// The owner of the socket passes in received bytes and the time, writes what ``takeOutput()`` returns, calls again at
/// ``deadline`` and drops the connection once ``isFinished``. Behaviour:
///
/// - Every wait is limited: for the answer to the handshake, the rest of a message, the peer's close frame.
/// - An open connection may be silent for ever, unless the limits ask for pings.
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
        /// Our close frame is sent or queued; waiting for the peer's.
        case closing(until: Instant)
        /// The user has finished; the close frame is flushed and input dropped.
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
    /// The payload of a pong that is queued behind others.
    private var latePong: [UInt8]?

    private var messageDue: Instant?
    private var greetingDue: Instant?
    /// When to send a ping, if nothing arrives before.
    private var pingDue: Instant?
    /// When a peer that answers no ping counts as gone.
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

    /// When ``tick(_:)`` has to be called.
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

    /// The peer closed the connection, or it failed (`problem`).
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
        case .failed(.againstTheRules(let reason)): end(.badUpgrade(reason))
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

    /// Queues a message. False if the connection is not open.
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

    /// Input is not read because the reader is slow; timeouts for silence are suspended.
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

    /// Ends the connection at once.
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
