import Canvas

/// What a terminal answers to a question. Never a key, whenever it arrives.
enum TerminalReply: Hashable, Sendable {
    /// Its name and version (XTVERSION).
    case version(String)
    /// What it is and can (primary device attributes, DA1).
    case attributes([Int])
    /// The pixels of a cell, as a width in columns and a height in rows (XTWINOPS 16).
    case cellPixels(Size)
    /// Whether it could do what kitty's graphics protocol asked.
    case graphics(isOK: Bool)

    /// An answer that is a string between an introducer (`ESC P`, `ESC _`) and a terminator; nil for any other string.
    init?(introducer: UInt8, content: ArraySlice<UInt8>) {
        switch introducer {
        case UInt8(ascii: "P") where content.starts(with: Array(">|".utf8)):
            self = .version(String(decoding: content.dropFirst(2).prefix(Self.longestVersion), as: UTF8.self))
        case UInt8(ascii: "_") where content.first == UInt8(ascii: "G"):
            guard let semicolon = content.firstIndex(of: UInt8(ascii: ";")) else { return nil }
            self = .graphics(isOK: content[content.index(after: semicolon)...].elementsEqual("OK".utf8))
        default: return nil
        }
    }

    private static let longestVersion = 200
}
