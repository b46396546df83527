/// Validates UTF-8 that arrives in pieces, and fails at the first invalid byte (RFC 3629: no overlong forms, no
/// surrogates, nothing above U+10FFFF).
struct UTF8Validator: Hashable, Sendable {
    /// The number of missing continuation bytes of the current scalar.
    private var remaining = 0
    /// The range of the next continuation byte; narrower than 80...BF after E0, ED, F0 and F4.
    private var lowest: UInt8 = 0x80
    private var highest: UInt8 = 0xBF

    /// Whether the text may end here.
    var isComplete: Bool { remaining == 0 }

    /// Validates more bytes; false as soon as the text is not UTF-8.
    mutating func accept(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var index = 0
        let count = bytes.count
        while index < count {
            if remaining == 0 {
                // JSON is nearly all ASCII: skips eight bytes at a time.
                while index + 8 <= count,
                    bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
                {
                    index += 8
                }
                guard index < count else { return true }
                guard begin(bytes[index]) else { return false }
            } else {
                let byte = bytes[index]
                guard byte >= lowest, byte <= highest else { return false }
                remaining -= 1
                lowest = 0x80
                highest = 0xBF
            }
            index += 1
        }
        return true
    }

    /// Handles the first byte of a scalar.
    private mutating func begin(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x00...0x7F: return true
        case 0xC2...0xDF: remaining = 1
        case 0xE0: (remaining, lowest) = (2, 0xA0)
        case 0xED: (remaining, highest) = (2, 0x9F)
        case 0xE1...0xEF: remaining = 2
        case 0xF0: (remaining, lowest) = (3, 0x90)
        case 0xF1...0xF3: remaining = 3
        case 0xF4: (remaining, highest) = (3, 0x8F)
        default: return false
        }
        return true
    }
}
