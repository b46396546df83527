internal import Canvas
internal import Theming

/// The Markdown that cards use: bold, italic, code, links, and lists by line. Everything else is shown as written.
///
/// Works on cleaned text, keeps line breaks, and never fails: a marker without its partner is text.
struct MarkdownLite {
    /// One line of the source with the list marker taken off.
    struct Block {
        /// Levels of nesting, from 0.
        var level: Int
        /// "•" or "2."; nil for a paragraph.
        var marker: SafeText?
        var text: RichText
    }

    /// The lines of a text as blocks. An empty line is an empty block.
    static func blocks(of raw: String) -> [Block] {
        let clean = SafeText(raw, lines: .multiple)
        guard !clean.isEmpty else { return [] }
        if clean.isPlain, !clean.string.utf8.contains(where: isSpecial) {
            return [Block(level: 0, marker: nil, text: RichText(clean))]
        }
        return clean.string.split(separator: "\n", omittingEmptySubsequences: false).map(block)
    }

    /// One line's inline markup, for titles and labels.
    static func inline(_ raw: String) -> RichText {
        let clean = SafeText(raw)
        if clean.isPlain, !clean.string.utf8.contains(where: isSpecial) { return RichText(clean) }
        return parse(clean.string[...])
    }

    private static func isSpecial(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "["), UInt8(ascii: "\\"),
            UInt8(ascii: "-"), UInt8(ascii: "#"), UInt8(ascii: "."), UInt8(ascii: ")"):
            true
        default: false
        }
    }

    private static func block(_ line: Substring) -> Block {
        let content = line.drop { $0 == " " }
        let level = line.utf8.count - content.utf8.count >= 2 ? 1 : 0
        if let first = content.first, first == "-" || first == "*" || first == "+", content.dropFirst().first == " " {
            return Block(level: level, marker: Glyph.bullet, text: parse(content.dropFirst(2)))
        }
        let digits = content.prefix { $0.isASCII && $0.isNumber }
        let rest = content[digits.endIndex...]
        if !digits.isEmpty, digits.count <= 3, rest.first == "." || rest.first == ")", rest.dropFirst().first == " " {
            return Block(level: level, marker: SafeText(digits + "."), text: parse(rest.dropFirst(2)))
        }
        let hashes = content.prefix { $0 == "#" }
        if !hashes.isEmpty, hashes.count <= 6, content[hashes.endIndex...].first == " " {
            let title = parse(content[hashes.endIndex...].dropFirst())
            return Block(level: 0, marker: nil, text: RichText(title.text, scope: .textStrong))
        }
        return Block(level: 0, marker: nil, text: parse(content))
    }

    private static func parse(_ source: Substring) -> RichText {
        var reader = InlineReader(source)
        reader.read()
        return RichText(cleaning: reader.output, parts: reader.parts)
    }
}

/// Reads inline markup in one pass; searching for closing markers is bounded by the line.
private struct InlineReader {
    private var rest: Substring
    private(set) var output = ""
    private(set) var parts: [RichText.Part] = []
    private var last: Character = " "

    init(_ source: Substring) { rest = source }

    mutating func read() {
        while let character = rest.first {
            switch character {
            case "\\" where rest.dropFirst().first.map { $0.isASCII && $0.isPunctuation || $0.isSymbol } ?? false:
                rest.removeFirst()
                take()
            case "*", "_":
                if !emphasis(character) { take() }
            case "`":
                if !enclosed(by: "`", scope: .textCode) { take() }
            case "[":
                if !link() { take() }
            default:
                take()
            }
        }
        mark(nil)
    }

    private mutating func take() {
        last = rest.removeFirst()
        output.append(last)
    }

    /// Ends the part before here.
    private mutating func mark(_ scope: StyleScope?) {
        let end = output.utf8.count
        if end > (parts.last?.end ?? 0) { parts.append(RichText.Part(end: end, scope: scope)) }
    }

    private mutating func emphasis(_ marker: Character) -> Bool {
        // Underscores inside words are names, not emphasis.
        if marker == "_", last.isLetter || last.isNumber { return false }
        let double = String(repeating: marker, count: 2)
        if rest.hasPrefix(double) { return enclosed(by: double, scope: .textStrong) }
        return enclosed(by: String(marker), scope: .textEmphasis)
    }

    /// Text between two equal markers, without spaces just inside them.
    private mutating func enclosed(by marker: String, scope: StyleScope) -> Bool {
        let inside = rest.dropFirst(marker.count)
        guard inside.first != " ", let length = Self.distance(to: marker, in: inside), length > 0 else { return false }
        let content = inside.prefix(length)
        guard content.last != " " else { return false }
        mark(nil)
        output += content
        mark(scope)
        last = content.last ?? last
        rest = inside.dropFirst(length + marker.count)
        return true
    }

    private mutating func link() -> Bool {
        let inside = rest.dropFirst()
        guard let length = Self.distance(to: "](", in: inside), length > 0 else { return false }
        let address = inside.dropFirst(length + 2)
        guard let addressLength = Self.distance(to: ")", in: address) else { return false }
        mark(nil)
        output += inside.prefix(length).filter { $0 != "*" && $0 != "`" }
        mark(.textLink)
        last = "x"
        rest = address.dropFirst(addressLength + 1)
        return true
    }

    /// Characters before the first `marker`; nil when there is none.
    private static func distance(to marker: String, in text: Substring) -> Int? {
        var distance = 0
        var rest = text
        while !rest.isEmpty {
            if rest.hasPrefix(marker) { return distance }
            rest.removeFirst()
            distance += 1
        }
        return nil
    }
}
