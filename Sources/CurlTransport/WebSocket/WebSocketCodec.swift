/// The framing of RFC 6455 for a client, without I/O: converts bytes to events, and messages to bytes.
///
/// Strict: violating a MUST ends the connection with the code that the RFC specifies, at the first offending byte.
/// Bounded: it buffers at most one message, and only the part that has arrived. After ``Event/failed(code:_:)`` or
/// ``Event/close(code:reason:)`` it ignores further input, as section 1.4 requires.
struct WebSocketCodec: Sendable {
    enum Event: Hashable, Sendable {
        case message(WebSocketMessage)
        case ping([UInt8])
        case pong([UInt8])
        /// The peer's close frame; 1005 if it had no code.
        case close(code: Int, reason: String)
        /// The peer violated the protocol or a limit; `code` must be sent to it.
        case failed(code: Int, String)
    }

    enum Opcode: UInt8 {
        case continuation = 0x0
        case text = 0x1
        case binary = 0x2
        case close = 0x8
        case ping = 0x9
        case pong = 0xA

        var isControl: Bool { rawValue & 0x8 != 0 }
    }

    private enum State {
        /// Collecting the 2 to 10 bytes of a header.
        case header
        case payload(Opcode, isFinal: Bool, remaining: Int)
        case ended
    }

    private let limits: WebSocketLimits
    private var state = State.header
    private var header: [UInt8] = []
    /// The payload of the current control frame.
    private var control: [UInt8] = []
    /// The kind of the current data message; nil between messages.
    private var kind: WebSocketMessage.Kind?
    private var message: [UInt8] = []
    private var fragments = 0
    private var validator = UTF8Validator()

    init(limits: WebSocketLimits = WebSocketLimits()) {
        self.limits = limits
        header.reserveCapacity(10)
    }

    /// Whether a message has started and not ended.
    var isMidMessage: Bool {
        switch state {
        case .header: kind != nil || !header.isEmpty
        case .payload: true
        case .ended: false
        }
    }

    // MARK: - Receiving

    /// Decodes bytes, in pieces of any size, and appends completed events to `events`.
    mutating func receive(_ bytes: UnsafeRawBufferPointer, into events: inout [Event]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            switch state {
            case .ended: return
            case .header:
                header.append(rest.removeFirst())
                let needed = header.count < 2 ? 2 : Self.headerLength(header[1])
                if header.count == needed { finishHeader(into: &events) }
            case .payload(let opcode, let isFinal, let remaining):
                let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(remaining))
                rest = rest.dropFirst(piece.count)
                let left = remaining - piece.count
                state = .payload(opcode, isFinal: isFinal, remaining: left)
                if opcode.isControl {
                    control.append(contentsOf: piece)
                } else {
                    if kind == .text, !validator.accept(piece) {
                        return fail(CloseCode.badData, "a text message is not UTF-8", into: &events)
                    }
                    message.append(contentsOf: piece)
                }
                if left == 0 { finishFrame(opcode, isFinal: isFinal, into: &events) }
            }
        }
    }

    private static func headerLength(_ second: UInt8) -> Int {
        switch second & 0x7F {
        case 126: 4
        case 127: 10
        default: 2
        }
    }

    private mutating func fail(_ code: Int, _ reason: String, into events: inout [Event]) {
        state = .ended
        message = []
        events.append(.failed(code: code, reason))
    }

    private mutating func finishHeader(into events: inout [Event]) {
        defer { header.removeAll(keepingCapacity: true) }
        let isFinal = header[0] & 0x80 != 0
        guard header[0] & 0x70 == 0 else {
            return fail(
                CloseCode.protocolError, "a reserved bit is set without an agreed extension", into: &events)
        }
        guard let opcode = Opcode(rawValue: header[0] & 0x0F) else {
            return fail(CloseCode.protocolError, "opcode \(header[0] & 0x0F) is reserved", into: &events)
        }
        guard header[1] & 0x80 == 0 else {
            return fail(CloseCode.protocolError, "a frame from the server is masked", into: &events)
        }
        let length = header.count == 2 ? UInt64(header[1]) : header[2...].reduce(0) { $0 << 8 | UInt64($1) }
        let isMinimal = header.count == 2 || (header.count == 4 ? length > 125 : length > 0xFFFF)
        guard isMinimal, length >> 63 == 0 else {
            return fail(CloseCode.protocolError, "a frame's length is not in its shortest form", into: &events)
        }
        if let problem = problem(opcode, isFinal: isFinal, length: length) {
            return fail(problem.code, problem.reason, into: &events)
        }
        begin(opcode)
        state = .payload(opcode, isFinal: isFinal, remaining: Int(length))
        if length == 0 { finishFrame(opcode, isFinal: isFinal, into: &events) }
    }

    /// The reason why this frame is not valid at this point; nil if it is valid.
    private func problem(_ opcode: Opcode, isFinal: Bool, length: UInt64) -> (code: Int, reason: String)? {
        if opcode.isControl {
            if !isFinal { return (CloseCode.protocolError, "a control frame is fragmented") }
            if length > 125 { return (CloseCode.protocolError, "a control frame is longer than 125 bytes") }
            return nil
        }
        if opcode == .continuation, kind == nil {
            return (CloseCode.protocolError, "a continuation frame has no message to continue")
        }
        if opcode != .continuation, kind != nil {
            return (CloseCode.protocolError, "a message begins before the previous message ends")
        }
        if length > UInt64(limits.maxFrameBytes) {
            return (CloseCode.tooBig, "a frame of \(length) bytes is over the limit of \(limits.maxFrameBytes)")
        }
        if message.count + Int(length) > limits.maxMessageBytes {
            return (CloseCode.tooBig, "a message is over the limit of \(limits.maxMessageBytes) bytes")
        }
        if fragments >= limits.maxFragments {
            return (CloseCode.tooBig, "a message has more than \(limits.maxFragments) fragments")
        }
        return nil
    }

    private mutating func begin(_ opcode: Opcode) {
        switch opcode {
        case .text, .binary:
            kind = opcode == .text ? .text : .binary
            validator = UTF8Validator()
            fragments = 1
        case .continuation: fragments += 1
        case .close, .ping, .pong: control.removeAll(keepingCapacity: true)
        }
    }

    private mutating func finishFrame(_ opcode: Opcode, isFinal: Bool, into events: inout [Event]) {
        state = .header
        switch opcode {
        case .ping: events.append(.ping(control))
        case .pong: events.append(.pong(control))
        case .close: finishClose(into: &events)
        case .text, .binary, .continuation:
            guard isFinal, let kind else { return }
            guard kind == .binary || validator.isComplete else {
                return fail(CloseCode.badData, "a text message ends inside a character", into: &events)
            }
            events.append(.message(WebSocketMessage(kind, message)))
            message = []
            self.kind = nil
            fragments = 0
        }
    }

    private mutating func finishClose(into events: inout [Event]) {
        guard !control.isEmpty else {
            state = .ended
            return events.append(.close(code: CloseCode.none, reason: ""))
        }
        guard control.count >= 2 else {
            return fail(CloseCode.protocolError, "a close frame has only 1 byte", into: &events)
        }
        let code = Int(control[0]) << 8 | Int(control[1])
        guard CloseCode.isValid(code) else {
            return fail(CloseCode.protocolError, "close code \(code) is not allowed", into: &events)
        }
        guard let reason = String(validating: control[2...], as: UTF8.self) else {
            return fail(CloseCode.badData, "the reason of a close frame is not UTF-8", into: &events)
        }
        state = .ended
        events.append(.close(code: code, reason: reason))
    }
}
