import Basics

/// Decodes base64 (RFC 4648), and encodes the form for URLs and tokens.
enum Base64URL {
    /// Without padding.
    static func text(_ bytes: [UInt8]) -> String {
        let characters = Base64.encode(bytes).compactMap { byte -> UInt8? in
            switch byte {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            case UInt8(ascii: "="): nil
            default: byte
            }
        }
        return String(decoding: characters, as: UTF8.self)
    }

    /// The form for URLs, without padding; nil for anything else.
    static func decode(_ text: Substring) -> [UInt8]? { decode(text.utf8, plus: "-", slash: "_") }

    /// The standard form, with its padding; nil for anything else.
    static func decodeStandard(_ text: String) -> [UInt8]? {
        guard text.utf8.count.isMultiple(of: 4) else { return nil }
        let padding = text.utf8.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        return padding <= 2 ? decode(text.utf8.dropLast(padding), plus: "+", slash: "/") : nil
    }

    private static func decode(
        _ text: some Collection<UInt8>, plus: Unicode.Scalar, slash: Unicode.Scalar
    ) -> [UInt8]? {
        guard text.count % 4 != 1 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count * 3 / 4)
        var bits: UInt32 = 0
        var count: UInt32 = 0
        for byte in text {
            let value: UInt8
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = byte - UInt8(ascii: "A")
            case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - UInt8(ascii: "a") + 26
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0") + 52
            case UInt8(ascii: plus): value = 62
            case UInt8(ascii: slash): value = 63
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
