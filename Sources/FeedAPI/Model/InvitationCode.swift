/// The secret of an invitation: 128 random bits, which a server exchanges once for a user's credentials.
///
/// Its text has 26 characters in Crockford's base 32, in lower case. Parsing accepts common typing variants: upper
/// case, `o` for 0, `i` and `l` for 1, and hyphens and spaces anywhere.
package struct InvitationCode: Hashable, Sendable {
    package static let byteCount = 16

    /// The random bytes.
    package let bytes: [UInt8]

    private static let digits = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
    /// The number of letters and digits of a code.
    package static let characterCount = 26

    /// A new code from the system's secure generator.
    package static func random() -> InvitationCode {
        var generator = SystemRandomNumberGenerator()
        return InvitationCode(bytes: (0..<byteCount).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    /// Parses a code; nil if the text is not a code.
    package init?(_ text: String) {
        var bytes: [UInt8] = []
        var bits: UInt32 = 0
        var pending = 0
        var count = 0
        for character in text.lowercased().utf8 {
            let digit: UInt8
            switch character {
            case UInt8(ascii: "-"), UInt8(ascii: " "): continue
            case UInt8(ascii: "o"): digit = UInt8(ascii: "0")
            case UInt8(ascii: "i"), UInt8(ascii: "l"): digit = UInt8(ascii: "1")
            default: digit = character
            }
            guard let value = Self.digits.firstIndex(of: digit), count < Self.characterCount else { return nil }
            count += 1
            bits = bits << 5 | UInt32(value)
            pending += 5
            if pending >= 8 {
                pending -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(pending)))
            }
        }
        // The last digit has two unused bits. They must be zero, so that every code has only one text.
        guard count == Self.characterCount, bits & 3 == 0 else { return nil }
        self.bytes = bytes
    }

    /// The code as text, as users see it.
    package var text: String {
        var characters: [UInt8] = []
        var bits: UInt32 = 0
        var pending = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            pending += 8
            while pending >= 5 {
                pending -= 5
                characters.append(Self.digits[Int(bits >> UInt32(pending) & 31)])
            }
        }
        characters.append(Self.digits[Int(bits << UInt32(5 - pending) & 31)])
        return String(decoding: characters, as: UTF8.self)
    }
}
