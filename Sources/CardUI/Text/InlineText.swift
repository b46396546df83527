internal import Canvas

/// The inline text of one block during parsing.
struct InlineText {
    /// Put in front of a line, so that it is parsed as a paragraph.
    static let guardWord = "a "

    /// The number of bytes to skip at the start.
    var skip = 0
    private var output = ""
    private var parts: [RichText.Part] = []
    private var links: [(number: Int, address: String)] = []
    private var markup: Markup = []
    /// The nesting depth of each kind of markup: emphasis may contain emphasis.
    private var depth: [Markup.RawValue: Int] = [:]
    private var link: (number: Int, hint: SafeText?)?

    mutating func append(_ text: String, _ extra: Markup = []) {
        var text = Substring(text)
        while skip > 0, let first = text.first {
            skip -= first.utf8.count
            text.removeFirst()
        }
        guard !text.isEmpty else { return }
        output += Self.cleaned(text)
        mark(markup.union(extra), link: link?.number)
    }

    /// The text as it is shown. Entities such as `&#27;` are longer then, and the ends of the parts must be right.
    private static func cleaned(_ text: Substring) -> String {
        let text = String(text)
        guard text.utf8.contains(where: { !(0x20...0x7E).contains($0) }) else { return text }
        // A mark at the start belongs to the character before it, and would be removed without one.
        return String(SafeText("a" + text, lines: .multiple).string.unicodeScalars.dropFirst())
    }

    private mutating func mark(_ markup: Markup, link: Int?) {
        let end = output.utf8.count
        if let last = parts.last, last.markup == markup, last.link == link { parts.removeLast() }
        parts.append(RichText.Part(end: end, markup: markup, link: link))
    }

    mutating func begin(_ kind: Markup) {
        depth[kind.rawValue, default: 0] += 1
        markup.insert(kind)
    }

    mutating func end(_ kind: Markup) {
        depth[kind.rawValue, default: 1] -= 1
        if depth[kind.rawValue] == 0 { markup.remove(kind) }
    }

    mutating func beginLink(_ address: String, _ numbers: inout LinkNumbers) {
        // An image within a link uses the link's address.
        begin(.link)
        guard link == nil, !address.isEmpty else { return }
        link = numbers.advance()
        links.append((number: link?.number ?? 0, address: address))
    }

    mutating func endLink() {
        end(.link)
        guard !markup.contains(.link), let link else { return }
        if let hint = link.hint {
            output += hint.string
            mark(.note, link: link.number)
        }
        self.link = nil
    }

    mutating func finish() -> RichText {
        let text = RichText(cleaning: output, parts: parts, links: links)
        self = InlineText()
        return text
    }
}
