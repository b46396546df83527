import Canvas

/// Decodes bytes from a terminal into input events. Pure.
///
/// Used instead of ncurses' decoding, which only knows the keys of one terminal type, supports neither bracketed paste
/// nor focus events, and blocks inside `getch` after an escape.
struct InputDecoder {
    /// The maximum size of a paste in bytes; the rest is dropped.
    static let pasteLimit = 1 << 20
    /// The maximum size of an incomplete sequence in bytes. Longer ones are invalid and dropped.
    private static let sequenceLimit = 4096

    /// Sequences from the terminal database that xterm's rules do not cover.
    private let extras: [[UInt8]: KeyChord]
    private var buffer: [UInt8] = []
    private var paste: [UInt8]?
    private var replies: [TerminalReply] = []

    init(extras: [[UInt8]: KeyChord] = [:]) {
        self.extras = extras
    }

    /// Whether an incomplete sequence is buffered: a lone escape becomes a key only if nothing follows.
    var isWaiting: Bool { !buffer.isEmpty }

    /// Whether the buffered bytes can only be the start of a reply or of a long key sequence. The rest may arrive late
    /// over a slow connection, and must not be treated as typed text.
    var isInsideSequence: Bool {
        guard buffer.count > 2, buffer[0] == 0x1B else { return false }
        switch buffer[1] {
        case 0x50, 0x58, 0x5B, 0x5D, 0x5E, 0x5F: return true
        default: return false
        }
    }

    /// Returns the replies since the last call.
    mutating func takeReplies() -> [TerminalReply] {
        defer { replies.removeAll() }
        return replies
    }

    /// - Parameter isFinal: Whether to interpret an incomplete sequence as it is, because no more bytes are expected
    ///   soon.
    mutating func decode(_ bytes: some Sequence<UInt8>, isFinal: Bool) -> [InputEvent] {
        buffer += bytes
        var events: [InputEvent] = []
        var position = 0
        while position < buffer.count {
            let rest = buffer[position...]
            if paste != nil {
                guard let used = takePaste(rest, isFinal: isFinal, into: &events) else { break }
                position += used
                continue
            }
            switch parse(rest, isFinal: isFinal) {
            case .event(let event, let used):
                events.append(event)
                position += used
            case .text(let used):
                // Decodes whole characters, so that a base and its marks stay together.
                for character in String(decoding: rest.prefix(used), as: UTF8.self) where Self.isText(character) {
                    events.append(.key(KeyChord(.character(character))))
                }
                position += used
            case .pasteStart(let used):
                paste = []
                position += used
            case .reply(let reply, let used):
                replies.append(reply)
                position += used
            case .ignored(let used):
                position += used
            case .incomplete:
                if !isFinal, rest.count < Self.sequenceLimit {
                    buffer.removeFirst(position)
                    return events
                }
                position = buffer.count
            }
        }
        buffer.removeFirst(min(position, buffer.count))
        return events
    }

    enum Parsed {
        case event(InputEvent, used: Int)
        case text(used: Int)
        case pasteStart(used: Int)
        /// A reply to one of our questions.
        case reply(TerminalReply, used: Int)
        case ignored(used: Int)
        case incomplete
    }

    private func parse(_ bytes: ArraySlice<UInt8>, isFinal: Bool) -> Parsed {
        let first = bytes[bytes.startIndex]
        if first == 0x1B {
            if let (chord, used) = extra(bytes) { return .event(.key(chord), used: used) }
            return EscapeSequence.parse(bytes, isFinal: isFinal)
        }
        if let chord = extras[[first]] { return .event(.key(chord), used: 1) }
        if first < 0x20 || first == 0x7F {
            return .event(.key(Self.control(first)), used: 1)
        }
        return text(bytes, isFinal: isFinal)
    }

    private func extra(_ bytes: ArraySlice<UInt8>) -> (KeyChord, Int)? {
        // Key sequences are only a few bytes long; the longest match wins.
        for length in stride(from: min(bytes.count, 8), through: 2, by: -1) {
            if let chord = extras[Array(bytes.prefix(length))] { return (chord, length) }
        }
        return nil
    }

    /// Text up to the next control character, without an incomplete scalar at its end.
    private func text(_ bytes: ArraySlice<UInt8>, isFinal: Bool) -> Parsed {
        var end = bytes.startIndex
        while end < bytes.endIndex, bytes[end] >= 0x20, bytes[end] != 0x7F {
            let (used, isCut) = Self.scalar(at: bytes[end...])
            if isCut, !isFinal { break }
            end += used
        }
        let used = end - bytes.startIndex
        return used == 0 ? .incomplete : .text(used: used)
    }

    /// Whether a character can be typed: neither a replacement for invalid bytes nor an 8-bit control character.
    static func isText(_ character: Character) -> Bool {
        guard let scalar = character.unicodeScalars.first else { return false }
        return scalar != "\u{FFFD}" && !(0x80...0x9F).contains(scalar.value)
    }

    /// The number of bytes at the start that form one scalar, or the incomplete start of one, and whether the rest of
    /// it may still arrive.
    static func scalar(at bytes: ArraySlice<UInt8>) -> (used: Int, isCut: Bool) {
        let length = scalarLength(bytes[bytes.startIndex])
        let used = 1 + bytes.dropFirst().prefix(length - 1).prefix { (0x80...0xBF).contains($0) }.count
        return (used, used < length && used == bytes.count)
    }

    private static func scalarLength(_ lead: UInt8) -> Int {
        switch lead {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
    }

    /// The chord for a control character.
    static func control(_ byte: UInt8) -> KeyChord {
        switch byte {
        case 0x00: .control(" ")
        case 0x09: .tab
        case 0x0D: .enter
        case 0x1B: .escape
        case 0x7F: .backspace
        case 0x01...0x1A: .control(Character(Unicode.Scalar(byte + 0x60)))
        default: .control(Character(Unicode.Scalar(byte + 0x40)))
        }
    }

    /// Collects pasted bytes up to the end marker; nil if more must arrive.
    private mutating func takePaste(
        _ bytes: ArraySlice<UInt8>, isFinal: Bool, into events: inout [InputEvent]
    ) -> Int? {
        let mark: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]
        var position = bytes.startIndex
        while position < bytes.endIndex {
            guard bytes[position] == 0x1B else {
                keepPasted(bytes[position])
                position += 1
                continue
            }
            let rest = bytes[position...]
            if rest.starts(with: mark) {
                let text = String(decoding: paste ?? [], as: UTF8.self)
                paste = nil
                events.append(.paste(Self.normalisingLineBreaks(text)))
                return position - bytes.startIndex + mark.count
            }
            // The marker may have arrived in part.
            if rest.count < mark.count, mark.starts(with: rest) { break }
            keepPasted(0x1B)
            position += 1
        }
        let used = position - bytes.startIndex
        return used == 0 ? nil : used
    }

    private mutating func keepPasted(_ byte: UInt8) {
        if let count = paste?.count, count < Self.pasteLimit { paste?.append(byte) }
    }

    /// Terminals send line breaks in pastes as carriage returns.
    private static func normalisingLineBreaks(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var previous: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            if scalar == "\r" {
                result.append("\n")
            } else if scalar != "\n" || previous != "\r" {
                result.append(scalar)
            }
            previous = scalar
        }
        return String(result)
    }
}
