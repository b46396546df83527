/// Reads a client's WebSocket messages strictly by RFC 6455. FlyingFox's own layer is not used, because it accepts
/// unmasked frames and any announced length.
package struct WebSocketReader {
    package enum Message: Hashable, Sendable {
        case text([UInt8])
        case ping([UInt8])
        case pong
        /// The peer's close frame, with the code to answer with.
        case close(code: UInt16)
    }

    /// A violation of the protocol, with the close code for it.
    package struct Violation: Error, Hashable, Sendable {
        package var code: UInt16
        package var reason: String
    }

    private let reader: SocketReader
    private let limit: Int
    private var fragments: [UInt8] = []
    private var fragmentCount = 0
    /// Whether a fragmented message is incomplete.
    private var isContinuing = false

    private static let mostFragments = 256

    package init(_ reader: SocketReader, limit: Int) {
        self.reader = reader
        self.limit = limit
    }

    /// - Throws: ``Violation``, or what the socket throws.
    package mutating func next() async throws -> Message {
        while true {
            let head = try await reader.read(count: 2)
            let isFinal = head[0] & 0x80 != 0
            let opcode = head[0] & 0x0F
            guard head[0] & 0x70 == 0 else { throw Violation(code: 1002, reason: "reserved bits are set") }
            guard head[1] & 0x80 != 0 else { throw Violation(code: 1002, reason: "the frame is not masked") }
            var length = Int(head[1] & 0x7F)
            if length == 126 {
                let bytes = try await reader.read(count: 2)
                length = Int(bytes[0]) << 8 | Int(bytes[1])
                guard length > 125 else {
                    throw Violation(code: 1002, reason: "the length is not encoded in the shortest form")
                }
            } else if length == 127 {
                let wide = try await reader.read(count: 8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
                guard wide > 65_535, wide >> 63 == 0 else {
                    throw Violation(code: 1002, reason: "the length is not encoded in the shortest form")
                }
                length = Int(wide)
            }
            let isControl = opcode >= 8
            if isControl {
                guard isFinal, length <= 125 else {
                    throw Violation(code: 1002, reason: "a control frame is fragmented or too long")
                }
            } else if length > limit - fragments.count {
                throw Violation(code: 1009, reason: "the message is larger than \(limit) bytes")
            }
            switch (opcode, isContinuing) {
            case (0, true), (1, false), (8, _), (9, _), (10, _): break
            case (2, _): throw Violation(code: 1003, reason: "only text messages are supported")
            default: throw Violation(code: 1002, reason: "this kind of frame is not allowed at this point")
            }
            let mask = try await reader.read(count: 4)
            var payload = try await reader.read(count: length)
            for index in payload.indices { payload[index] ^= mask[index & 3] }
            switch opcode {
            case 8: return .close(code: try Self.closeCode(payload))
            case 9: return .ping(payload)
            case 10: return .pong
            default: break
            }
            fragments += payload
            fragmentCount += 1
            isContinuing = !isFinal
            guard fragmentCount <= Self.mostFragments else { throw Violation(code: 1009, reason: "too many fragments") }
            if isFinal {
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

/// Encodes server frames: never masked, never fragmented.
package enum WebSocketFrame {
    package static func text(_ payload: [UInt8]) -> [UInt8] { frame(1, payload) }
    package static func pong(_ payload: [UInt8]) -> [UInt8] { frame(10, payload) }
    package static func close(code: UInt16, reason: String) -> [UInt8] {
        // A control frame has at most 125 bytes; our reasons are ASCII.
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
