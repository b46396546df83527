/// Encodes the frames that a client sends: always masked (RFC 6455, 5.3), always one frame per message.
extension WebSocketCodec {
    static func encode(_ message: WebSocketMessage, mask: UInt32 = randomMask()) -> [UInt8] {
        encode(message.kind == .text ? .text : .binary, message.bytes, mask: mask)
    }

    /// Encodes a close frame, without a code for ``CloseCode/none``. The reason is truncated to fit, at a character
    /// boundary.
    static func encodeClose(code: Int, reason: String = "", mask: UInt32 = randomMask()) -> [UInt8] {
        guard code != CloseCode.none else { return encode(.close, [], mask: mask) }
        var payload = [UInt8(code >> 8 & 0xFF), UInt8(code & 0xFF)]
        for scalar in reason.unicodeScalars {
            let bytes = UTF8.encode(scalar).map(Array.init) ?? []
            guard payload.count + bytes.count <= 125 else { break }
            payload += bytes
        }
        return encode(.close, payload, mask: mask)
    }

    static func encode(_ opcode: Opcode, _ payload: [UInt8], mask: UInt32 = randomMask()) -> [UInt8] {
        var frame: [UInt8] = []
        frame.reserveCapacity(payload.count + 14)
        frame.append(0x80 | opcode.rawValue)
        switch payload.count {
        case ...125: frame.append(0x80 | UInt8(payload.count))
        case ...0xFFFF:
            frame.append(0x80 | 126)
            withUnsafeBytes(of: UInt16(payload.count).bigEndian) { frame.append(contentsOf: $0) }
        default:
            frame.append(0x80 | 127)
            withUnsafeBytes(of: UInt64(payload.count).bigEndian) { frame.append(contentsOf: $0) }
        }
        withUnsafeBytes(of: mask.bigEndian) { frame.append(contentsOf: $0) }
        let start = frame.count
        frame.append(contentsOf: payload)
        frame.withUnsafeMutableBytes { Self.mask(UnsafeMutableRawBufferPointer(rebasing: $0[start...]), with: mask) }
        return frame
    }

    /// XORs the payload with the mask, whose highest byte comes first on the wire.
    static func mask(_ payload: UnsafeMutableRawBufferPointer, with mask: UInt32) {
        let word = UInt64(mask.bigEndian) << 32 | UInt64(mask.bigEndian)
        var index = 0
        while index + 8 <= payload.count {
            let bytes = payload.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            payload.storeBytes(of: bytes ^ word, toByteOffset: index, as: UInt64.self)
            index += 8
        }
        while index < payload.count {
            payload[index] ^= UInt8(truncatingIfNeeded: mask >> (24 - 8 * UInt32(index & 3)))
            index += 1
        }
    }

    /// Returns an unpredictable mask, so that a web page cannot control what a proxy sees (RFC 6455, 10.3).
    static func randomMask() -> UInt32 {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }
}
