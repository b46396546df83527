/// The range of a validated string without its quotes.
struct StringExtent {
    var range: Range<Int>
    var hasEscapes: Bool
}

extension JSONReader {
    mutating func readString() throws(JSONError) -> String { string(try scanString()) }

    /// The text of a string that ``scanString()`` has validated.
    func string(_ extent: StringExtent) -> String {
        extent.hasEscapes ? unescaped(extent.range) : text(extent.range)
    }

    /// Validates the string whose opening quote is at ``position`` and skips it.
    mutating func scanString() throws(JSONError) -> StringExtent {
        position += 1
        let start = position
        var hasEscapes = false
        while true {
            skipPlainText()
            guard position < end else { throw unexpected("a closing double quote") }
            switch bytes[position] {
            case .quote:
                position += 1
                return StringExtent(range: start..<position - 1, hasEscapes: hasEscapes)
            case .backslash:
                hasEscapes = true
                try scanEscape()
            case ..<0x20: throw failure(.controlCharacter)
            case 0x80...: try scanMultibyteCharacters()
            default: position += 1
            }
        }
    }

    /// Skips plain ASCII, eight bytes at a time.
    @inline(__always)
    private mutating func skipPlainText() {
        guard let base = bytes.baseAddress else { return }
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highBits: UInt64 = 0x8080_8080_8080_8080
        while end - position >= 8 {
            let word = UInt64(littleEndian: UnsafeRawPointer(base + position).loadUnaligned(as: UInt64.self))
            let quotes = word ^ (ones &* UInt64(UInt8.quote))
            let backslashes = word ^ (ones &* UInt64(UInt8.backslash))
            // Subtracting 1 from a byte borrows into its high bit only if the byte was zero. A borrow can also mark
            // later bytes, but the first marked byte is exact.
            let marks =
                (word | ((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes)
                    | ((word &- ones &* 0x20) & ~word)) & highBits
            if marks != 0 {
                position += marks.trailingZeroBitCount >> 3
                return
            }
            position += 8
        }
    }

    /// Validates UTF-8 by RFC 3629's table: no overlong forms, no surrogates, nothing above U+10FFFF.
    private mutating func scanMultibyteCharacters() throws(JSONError) {
        while position < end, bytes[position] >= 0x80 {
            let lead = bytes[position]
            let count: Int
            var second: ClosedRange<UInt8> = 0x80...0xBF
            switch lead {
            case 0xC2...0xDF: count = 2
            case 0xE0...0xEF:
                count = 3
                if lead == 0xE0 { second = 0xA0...0xBF }
                if lead == 0xED { second = 0x80...0x9F }
            case 0xF0...0xF4:
                count = 4
                if lead == 0xF0 { second = 0x90...0xBF }
                if lead == 0xF4 { second = 0x80...0x8F }
            default: throw failure(.invalidUTF8)
            }
            guard end - position >= count, second.contains(bytes[position + 1]) else { throw failure(.invalidUTF8) }
            for index in 2..<max(count, 2) where bytes[position + index] & 0xC0 != 0x80 {
                throw failure(.invalidUTF8)
            }
            position += count
        }
    }

    /// Validates the escape whose backslash is at ``position``, both halves of a surrogate pair at once.
    private mutating func scanEscape() throws(JSONError) {
        let start = position
        position += 1
        guard position < end else { throw unexpected("the rest of an escape") }
        switch bytes[position] {
        case .quote, .backslash, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74: position += 1
        case 0x75:
            position += 1
            let unit = try scanHexadecimal(escape: start)
            if unit & 0xFC00 == 0xDC00 { throw failure(.loneSurrogate, at: start) }
            if unit & 0xFC00 == 0xD800 {
                guard end - position >= 6, bytes[position] == .backslash, bytes[position + 1] == 0x75 else {
                    throw failure(.loneSurrogate, at: start)
                }
                position += 2
                guard try scanHexadecimal(escape: start) & 0xFC00 == 0xDC00 else {
                    throw failure(.loneSurrogate, at: start)
                }
            }
        default: throw failure(.invalidEscape, at: start)
        }
    }

    private mutating func scanHexadecimal(escape: Int) throws(JSONError) -> UInt32 {
        guard end - position >= 4, let unit = hexadecimal(at: position) else {
            throw failure(.invalidEscape, at: escape)
        }
        position += 4
        return unit
    }

    /// Four hexadecimal digits, or nil.
    private func hexadecimal(at offset: Int) -> UInt32? {
        var unit: UInt32 = 0
        for byte in bytes[offset..<offset + 4] {
            switch byte {
            case 0x30...0x39: unit = unit << 4 | UInt32(byte - 0x30)
            case 0x41...0x46, 0x61...0x66: unit = unit << 4 | UInt32((byte | 0x20) - 0x57)
            default: return nil
            }
        }
        return unit
    }

    /// Resolves the escapes of a validated range.
    private func unescaped(_ range: Range<Int>) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(range.count)
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = bytes[index]
            guard byte == .backslash else {
                result.append(byte)
                index += 1
                continue
            }
            let escape = bytes[index + 1]
            index += 2
            switch escape {
            case 0x62: result.append(0x08)
            case 0x66: result.append(0x0C)
            case 0x6E: result.append(0x0A)
            case 0x72: result.append(0x0D)
            case 0x74: result.append(0x09)
            case 0x75:
                var value = hexadecimal(at: index) ?? 0xFFFD
                index += 4
                if value & 0xFC00 == 0xD800 {
                    let low = hexadecimal(at: index + 2) ?? 0xDC00
                    value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
                    index += 6
                }
                result.append(contentsOf: String(Character(Unicode.Scalar(value) ?? "\u{FFFD}")).utf8)
            default: result.append(escape)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
