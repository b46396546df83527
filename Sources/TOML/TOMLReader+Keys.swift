extension TOMLReader {
    /// A part of a dotted key.
    struct Key {
        let name: String
        /// The position of its first byte. Keys do not span lines.
        let position: Int

        /// The maximum number of characters of a name in a message.
        static let shown = 80
        var quoted: String { "\"\(name.prefix(Self.shown))\"" }
    }

    /// Reads one or more keys separated by dots, and surrounding blanks.
    mutating func keyPath() throws(TOMLError) -> [Key] {
        var path: [Key] = []
        repeat {
            skipBlanks()
            guard path.count < Self.deepest else { throw tooDeep() }
            path.append(try key())
            skipBlanks()
        } while take(".")
        return path
    }

    private mutating func key() throws(TOMLError) -> Key {
        let start = position
        switch current {
        case UInt8(ascii: "\""):
            guard !isNext("\"\"\"") else {
                throw failure(
                    "a quoted key has one quote at each end and stays on one line; three quotes are for values only")
            }
            return Key(name: try basicString(), position: start)
        case UInt8(ascii: "'"):
            guard !isNext("'''") else {
                throw failure(
                    "a quoted key has one quote at each end and stays on one line; three quotes are for values only")
            }
            return Key(name: try literalString(), position: start)
        default:
            while let byte = current, Self.isBare(byte) { position += 1 }
            guard position > start else {
                throw failure("expected a key: letters, digits, \"-\" and \"_\", or a string in quotes")
            }
            return Key(name: text(start..<position), position: start)
        }
    }

    private static func isBare(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
