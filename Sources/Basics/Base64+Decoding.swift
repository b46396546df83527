/// Decoding, in canonical form only (RFC 4648): nil for invalid characters, impossible lengths and non-zero unused
/// bits.
extension Base64 {
    /// Decodes the standard form, with its padding.
    package static func decode(_ text: some BidirectionalCollection<UInt8>) -> [UInt8]? {
        guard text.count.isMultiple(of: 4) else { return nil }
        let padding = text.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        guard padding <= 2 else { return nil }
        return decode(text.dropLast(padding), UInt8(ascii: "+"), UInt8(ascii: "/"))
    }

    /// Decodes the form for URLs and tokens (section 5), without padding.
    package static func decodeURL(_ text: some Collection<UInt8>) -> [UInt8]? {
        decode(text, UInt8(ascii: "-"), UInt8(ascii: "_"))
    }

    /// - Parameters:
    ///   - character62: The character of the value 62.
    ///   - character63: The character of the value 63.
    private static func decode(
        _ text: some Collection<UInt8>, _ character62: UInt8, _ character63: UInt8
    ) -> [UInt8]? {
        guard text.count % 4 != 1 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count * 3 / 4)
        var bits: UInt32 = 0
        var count: UInt32 = 0
        for character in text {
            let value: UInt8
            switch character {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = character - UInt8(ascii: "A")
            case UInt8(ascii: "a")...UInt8(ascii: "z"): value = character - UInt8(ascii: "a") + 26
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = character - UInt8(ascii: "0") + 52
            case character62: value = 62
            case character63: value = 63
            default: return nil
            }
            bits = (bits << 6 | UInt32(value)) & 0xFFFF
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> count))
            }
        }
        return bits & (1 << count - 1) == 0 ? bytes : nil
    }
}
