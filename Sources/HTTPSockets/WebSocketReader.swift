/// Reads a client's WebSocket messages strictly according to RFC 6455. FlyingFox's own WebSocket layer is not used,
/// because it accepts unmasked frames and any announced length.
package struct WebSocketReader {
    package enum Message: Hashable, Sendable {
        case text([UInt8])
        case ping([UInt8])
        case pong
        /// The peer's close frame, with the code for the reply.
        case close(code: UInt16)
    }

    /// A violation of the protocol, with the close code for it.
    package struct Violation: Error, Hashable, Sendable {
        package var code: UInt16
        package var reason: String
    }

    private let reader: SocketReader
    private let limit: Int
    /// The pool in which to wait for a frame; nil reads at once.
    private let pool: EventPool?
    private var fragments: [UInt8] = []
    private var fragmentCount = 0
    /// Whether a fragmented message is incomplete.
    private var isContinuing = false

    private static let mostFragments = 256

    /// - Parameter pool: The pool in which to wait for the first byte of a frame. Useful if the byte has rarely arrived
    ///   already. Nil tries to read at once.
    package init(_ reader: SocketReader, limit: Int, waitingIn pool: EventPool? = nil) {
        self.reader = reader
        self.limit = limit
        self.pool = pool
    }

    /// - Throws: ``Violation``, or an error of the socket.
    package mutating func next() async throws -> Message {
        while true {
            let frame = try await reader.readFrame(
                limit: limit, after: fragments.count, isContinuing: isContinuing, waitingIn: pool)
            let payload = frame.payload
            switch frame.opcode {
            case 8: return .close(code: try Self.closeCode(payload))
            case 9: return .ping(payload)
            case 10: return .pong
            default: break
            }
            fragments += payload
            fragmentCount += 1
            isContinuing = !frame.isFinal
            guard fragmentCount <= Self.mostFragments else { throw Violation(code: 1009, reason: "too many fragments") }
            if frame.isFinal {
                let message = fragments
                fragments = []
                fragmentCount = 0
                guard String(validating: message, as: UTF8.self) != nil else {
                    throw Violation(code: 1007, reason: "the text is not UTF-8")
                }
                return .text(message)
            }
        }
    }

    private static func closeCode(_ payload: [UInt8]) throws -> UInt16 {
        if payload.isEmpty { return 1000 }
        guard payload.count >= 2 else { throw Violation(code: 1002, reason: "the close frame is cut short") }
        let code = UInt16(payload[0]) << 8 | UInt16(payload[1])
        switch code {
        case 1000...1003, 1007...1014, 3000...4999: break
        default: throw Violation(code: 1002, reason: "the close code is not allowed")
        }
        guard String(validating: payload.dropFirst(2), as: UTF8.self) != nil else {
            throw Violation(code: 1007, reason: "the close reason is not UTF-8")
        }
        return code
    }
}

/// Encodes frames of the server. They are never masked or fragmented.
package enum WebSocketFrame {
    package static func text(_ payload: [UInt8]) -> [UInt8] { frame(1, payload) }
    package static func pong(_ payload: [UInt8]) -> [UInt8] { frame(10, payload) }
    package static func close(code: UInt16, reason: String) -> [UInt8] {
        // A control frame has at most 125 bytes. The server's reasons are ASCII, so they can be cut anywhere.
        frame(8, [UInt8(code >> 8), UInt8(code & 0xFF)] + Array(reason.utf8.prefix(123)))
    }

    private static func frame(_ opcode: UInt8, _ payload: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = [0x80 | opcode]
        bytes.reserveCapacity(payload.count + 10)
        switch payload.count {
        case 0...125: bytes.append(UInt8(payload.count))
        case 126...65_535: bytes += [126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
        default:
            bytes.append(127)
            for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(payload.count >> shift & 0xFF)) }
        }
        return bytes + payload
    }
}
