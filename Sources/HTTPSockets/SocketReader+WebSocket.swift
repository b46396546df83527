/// Reads whole frames in the reader's actor, so that a short frame needs only one step.
extension SocketReader {
    /// A frame from a client.
    struct Frame {
        var opcode: UInt8
        var isFinal: Bool
        /// The payload, unmasked.
        var payload: [UInt8]
    }

    /// Reads a frame from a client.
    ///
    /// - Parameters:
    ///   - limit: The maximum size of a message in bytes.
    ///   - count: The number of bytes of the message in earlier frames.
    ///   - isContinuing: Whether a fragmented message is incomplete.
    /// - Throws: ``WebSocketReader/Violation``, or an error of the socket.
    func readFrame(limit: Int, after count: Int, isContinuing: Bool, waitingIn pool: EventPool?) async throws -> Frame {
        typealias Violation = WebSocketReader.Violation
        if let pool { try await waitForByte(in: pool) }
        let head = try await read(count: 2)
        let isFinal = head[0] & 0x80 != 0
        let opcode = head[0] & 0x0F
        guard head[0] & 0x70 == 0 else { throw Violation(code: 1002, reason: "reserved bits are set") }
        guard head[1] & 0x80 != 0 else { throw Violation(code: 1002, reason: "the frame is not masked") }
        var length = Int(head[1] & 0x7F)
        if length == 126 {
            let bytes = try await read(count: 2)
            length = Int(bytes[0]) << 8 | Int(bytes[1])
            guard length > 125 else {
                throw Violation(code: 1002, reason: "the length is not encoded in the shortest form")
            }
        } else if length == 127 {
            let wide = try await read(count: 8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
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
        } else if length > limit - count {
            throw Violation(code: 1009, reason: "the message is larger than \(limit) bytes")
        }
        switch (opcode, isContinuing) {
        case (0, true), (1, false), (8, _), (9, _), (10, _): break
        case (2, _): throw Violation(code: 1003, reason: "only text messages are supported")
        default: throw Violation(code: 1002, reason: "this kind of frame is not allowed at this point")
        }
        let mask = try await read(count: 4)
        var payload = try await read(count: length)
        for index in payload.indices { payload[index] ^= mask[index & 3] }
        return Frame(opcode: opcode, isFinal: isFinal, payload: payload)
    }
}
