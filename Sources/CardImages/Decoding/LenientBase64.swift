/// Base64 (RFC 4648, 4), lenient in one point: the unused bits of the last digit are ignored. chafa 1.12 leaves them
/// set, which library decoders reject.
enum LenientBase64 {
    static func isUsed(_ byte: UInt8) -> Bool { byte == padding || digits[Int(byte)] >= 0 }

    /// Appends the decoded bytes; false if `text` is not base64.
    static func decode(_ text: ArraySlice<UInt8>, into bytes: inout [UInt8]) -> Bool {
        guard text.count.isMultiple(of: 4) else { return false }
        var bits: UInt32 = 0
        var count = 0
        for index in text.indices {
            let digit = digits[Int(text[index])]
            guard digit >= 0 else { return text.endIndex - index <= 2 && text[index...].allSatisfy { $0 == padding } }
            bits = bits << 6 | UInt32(digit)
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> count))
        }
        return true
    }

    private static let padding = UInt8(ascii: "=")

    /// The value of each base64 digit, -1 for all other bytes.
    private static let digits: [Int8] = {
        var values = [Int8](repeating: -1, count: 256)
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        for (value, byte) in alphabet.utf8.enumerated() { values[Int(byte)] = Int8(value) }
        return values
    }()
}
