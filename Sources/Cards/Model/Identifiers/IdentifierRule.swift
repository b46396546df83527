/// The syntax of an ``Identifier``: its length and characters.
public struct IdentifierRule: Hashable, Sendable {
    /// The characters that an identifier may contain.
    public enum Characters: Hashable, Sendable {
        /// All but control characters: U+0000 to U+001F and U+007F to U+009F.
        case noControls
        /// Visible ASCII: U+0021 to U+007E.
        case visibleASCII
        /// ASCII letters, digits, `-`, `_` and `.`.
        case name
    }

    /// The permitted length of the text in UTF-8.
    public var bytes: ClosedRange<Int>
    /// The permitted characters.
    public var characters: Characters

    /// Creates an instance with these properties.
    public init(bytes: ClosedRange<Int>, characters: Characters) {
        self.bytes = bytes
        self.characters = characters
    }

    /// 1 to 128 bytes without control characters: the rule of most identifiers.
    static var usual: IdentifierRule { IdentifierRule(bytes: 1...128, characters: .noControls) }

    /// Whether a text satisfies the rule.
    public func allows(_ text: String) -> Bool {
        // The path segments `.` and `..` have a special meaning (RFC 3986, 5.2.4), so no URL could contain these
        // identifiers.
        guard bytes.contains(text.utf8.count), text != ".", text != ".." else { return false }
        var last: UInt8 = 0
        for byte in text.utf8 {
            guard allows(byte, after: last) else { return false }
            last = byte
        }
        return true
    }

    private func allows(_ byte: UInt8, after last: UInt8) -> Bool {
        switch characters {
        // U+0080 to U+009F are C2 80 to C2 9F in UTF-8.
        case .noControls: byte >= 0x20 && byte != 0x7F && !(last == 0xC2 && byte < 0xA0)
        case .visibleASCII: byte > 0x20 && byte < 0x7F
        case .name:
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                true
            default: false
            }
        }
    }

    /// A description of the rule: `from 1 to 128 bytes without control characters`.
    public var expected: String {
        switch characters {
        case .noControls: "from \(bytes.lowerBound) to \(bytes.upperBound) bytes without control characters"
        case .visibleASCII: "from \(bytes.lowerBound) to \(bytes.upperBound) visible ASCII characters"
        case .name: "from \(bytes.lowerBound) to \(bytes.upperBound) letters, digits, '-', '_' or '.'"
        }
    }
}
