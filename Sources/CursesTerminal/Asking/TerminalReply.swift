import Canvas

/// What a terminal answers to a question. Never a key, whenever it arrives.
enum TerminalReply: Hashable, Sendable {
    /// Its name and version (XTVERSION).
    case version(String)
    /// What it is and can (primary device attributes, DA1).
    case attributes([Int])
    /// The pixels of a cell, as a width in columns and a height in rows (XTWINOPS 16).
    case cellPixels(Size)
    /// Whether its background is dark or light (OSC 11).
    case background(InputEvent.Scheme)
    /// Whether it could do what kitty's graphics protocol asked.
    case graphics(isOK: Bool)

    /// An answer that is a string between an introducer (`ESC P`, `ESC ]`, `ESC _`) and a terminator; nil for any other string.
    init?(introducer: UInt8, content: ArraySlice<UInt8>) {
        switch introducer {
        case UInt8(ascii: "P") where content.starts(with: Array(">|".utf8)):
            self = .version(String(decoding: content.dropFirst(2).prefix(Self.longestVersion), as: UTF8.self))
        case UInt8(ascii: "_") where content.first == UInt8(ascii: "G"):
            guard let semicolon = content.firstIndex(of: UInt8(ascii: ";")) else { return nil }
            self = .graphics(isOK: content[content.index(after: semicolon)...].elementsEqual("OK".utf8))
        case UInt8(ascii: "]") where content.starts(with: Array("11;".utf8)):
            guard let scheme = Self.scheme(content.dropFirst(3)) else { return nil }
            self = .background(scheme)
        default: return nil
        }
    }

    /// Of a colour as X11 writes it: `rgb:RRRR/GGGG/BBBB` with one to four digits each, `rgba:` with a fourth part, or
    /// `#RRGGBB`. Light is what looks nearer to white than to black (the luma of BT.601).
    private static func scheme(_ text: ArraySlice<UInt8>) -> InputEvent.Scheme? {
        let text = String(decoding: text, as: UTF8.self)
        let parts: [Substring]
        if text.hasPrefix("#"), (text.utf8.count - 1).isMultiple(of: 3) {
            let digits = text.dropFirst()
            let length = digits.count / 3
            parts = (0..<3).map { digits.dropFirst($0 * length).prefix(length) }
        } else if text.hasPrefix("rgb:") || text.hasPrefix("rgba:") {
            parts = text.drop { $0 != ":" }.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        } else {
            return nil
        }
        let channels = parts.prefix(3).compactMap { digits -> Double? in
            guard (1...4).contains(digits.utf8.count), let value = UInt32(digits, radix: 16) else { return nil }
            return Double(value) / Double((1 << (4 * digits.utf8.count)) - 1)
        }
        guard channels.count == 3 else { return nil }
        return 0.299 * channels[0] + 0.587 * channels[1] + 0.114 * channels[2] > 0.5 ? .light : .dark
    }

    private static let longestVersion = 200
}
