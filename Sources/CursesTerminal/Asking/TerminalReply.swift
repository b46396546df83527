import Canvas

/// A terminal's reply to a question. It is never a key, whenever it arrives.
enum TerminalReply: Hashable, Sendable {
    /// The name and version (XTVERSION).
    case version(String)
    /// The primary device attributes (DA1).
    case attributes([Int])
    /// The size of a cell in pixels, width as columns and height as rows (XTWINOPS 16).
    case cellPixels(Size)
    /// The background, dark or light (OSC 11).
    case background(InputEvent.Scheme)
    /// The flags of kitty's keyboard protocol, which show that the terminal supports it.
    case keyboard
    /// Whether kitty's graphics query succeeded.
    case graphics(isOK: Bool)
    /// The state of a private mode (DECRPM).
    case mode(Int, TerminalMode.State)
    /// The size in cells and in pixels (mode 2048). The pixels are 0 if the terminal does not know them.
    case size(Size, pixels: Size)
    /// Whether the terminal has a capability, by its name in hexadecimal digits (XTGETTCAP).
    case capability(String, isKnown: Bool)
    /// The features of the terminal's notifications, with the identifier of the question (OSC 99).
    case notificationSupport(id: String, NotificationSupport)
    /// The user's reaction to a notification (OSC 99).
    case notification(NotificationReply)

    /// Parses a reply with a string between an introducer (`ESC P`, `ESC ]`, `ESC _`) and a terminator; nil for any
    /// other string.
    init?(introducer: UInt8, content: ArraySlice<UInt8>) {
        switch introducer {
        case UInt8(ascii: "P") where content.starts(with: Array(">|".utf8)):
            self = .version(String(decoding: content.dropFirst(2).prefix(Self.longestVersion), as: UTF8.self))
        case UInt8(ascii: "P") where content.dropFirst().starts(with: Array("+r".utf8)):
            guard let reply = Self.capability(content) else { return nil }
            self = reply
        case UInt8(ascii: "]") where content.starts(with: Array("99;".utf8)):
            guard let reply = NotificationAnswer.reply(content.dropFirst(3)) else { return nil }
            self = reply
        case UInt8(ascii: "_") where content.first == UInt8(ascii: "G"):
            guard let semicolon = content.firstIndex(of: UInt8(ascii: ";")) else { return nil }
            self = .graphics(isOK: content[content.index(after: semicolon)...].elementsEqual("OK".utf8))
        case UInt8(ascii: "]") where content.starts(with: Array("11;".utf8)):
            guard let scheme = Self.scheme(content.dropFirst(3)) else { return nil }
            self = .background(scheme)
        default: return nil
        }
    }

    /// Parses `1+r` and a name, with or without a value, or `0+r` if the capability is unknown. A negative value means
    /// that it is absent.
    private static func capability(_ content: ArraySlice<UInt8>) -> TerminalReply? {
        let isKnown = content.first == UInt8(ascii: "1")
        let parts = content.dropFirst(3).split(separator: UInt8(ascii: "="), maxSplits: 1)
        guard let name = parts.first, name.count <= longestVersion else { return nil }
        let minus = ["2d", "2D"].map { Array($0.utf8) }
        let isNone = parts.count > 1 && minus.contains { parts[1].starts(with: $0) }
        let lowercased = name.map { (0x41...0x46).contains($0) ? $0 + 0x20 : $0 }
        return .capability(String(decoding: lowercased, as: UTF8.self), isKnown: isKnown && !isNone)
    }

    /// The scheme for a colour in X11 syntax: `rgb:RRRR/GGGG/BBBB` with one to four digits each, `rgba:` with a fourth
    /// part, or `#RRGGBB`. Light colours are nearer to white than to black (luma of BT.601).
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
