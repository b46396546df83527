import Cards
import VendorClient

/// The text of one block while it is read: pieces with emphasis and links.
struct InlineText: Sendable, Hashable {
    struct Style: Sendable, Hashable {
        var isBold = false
        var isItalic = false
        var link: String?

        /// The number of Unicode scalars of the style's markup.
        fileprivate var size: Int {
            (isBold ? 4 : 0) + (isItalic ? 2 : 0)
                + (link.map { LinkAddress.escaped($0).unicodeScalars.count + "[](<>)".count } ?? 0)
        }
    }

    private struct Piece: Sendable, Hashable {
        var text: String
        var style: Style
    }

    private var pieces: [Piece] = []
    /// The maximum number of Unicode scalars that the text can have as Markdown.
    private(set) var size = 0

    /// Whether there is only white space.
    var isEmpty: Bool { pieces.allSatisfy { $0.text.allSatisfy(\.isWhitespace) } }

    /// Adds text; white space becomes one space.
    mutating func add(_ text: String, _ style: Style) {
        var result = ""
        var endsWithSpace = pieces.last.map { $0.text.last?.isWhitespace ?? true } ?? true
        for character in text {
            guard character.isWhitespace else {
                result.append(character)
                endsWithSpace = false
                continue
            }
            if !endsWithSpace { result.append(" ") }
            endsWithSpace = true
        }
        append(result, style)
    }

    /// Begins a new line.
    mutating func addBreak() { append("\n", Style()) }

    private mutating func append(_ text: String, _ style: Style) {
        guard !text.isEmpty else { return }
        // Each scalar may need a backslash.
        size += 2 * text.unicodeScalars.count
        if pieces.last?.style == style {
            pieces[pieces.count - 1].text += text
        } else {
            size += style.size
            pieces.append(Piece(text: text, style: style))
        }
    }

    /// The text without markup, on one line.
    var plain: String { pieces.map(\.text).joined().collapsed }

    /// The addresses of the links, with their texts.
    var links: [(text: String, address: String)] {
        pieces.compactMap { piece in piece.style.link.map { (piece.text.collapsed, $0) } }
    }

    // MARK: Markdown

    /// The text as Markdown, with the same words, lines, emphasis and links.
    var markdown: String {
        var result = ""
        /// The previous visible character; nil at the beginning of a line.
        var previous: Character?
        for (index, piece) in pieces.enumerated() {
            let next = index + 1 < pieces.count ? pieces[index + 1].text.first : nil
            for (number, line) in piece.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                if number > 0 {
                    result = result.withoutTrailingSpaces
                    // Empty lines would end the paragraph.
                    if !result.isEmpty, !result.hasSuffix("\\\n") { result += "\\\n" }
                    previous = nil
                }
                let text = previous == nil ? line.drop { $0 == " " } : line
                guard let last = text.last else { continue }
                result += Self.marked(text, piece.style, after: previous, before: next)
                previous = last
            }
        }
        while result.hasSuffix("\\\n") { result.removeLast(2) }
        return result.withoutTrailingSpaces
    }

    /// The Markdown of one piece on one line. White space stays outside the marks.
    private static func marked(
        _ text: Substring, _ style: Style, after previous: Character?, before next: Character?
    ) -> String {
        let core = text.drop { $0 == " " }
        let end = String(core).withoutTrailingSpaces
        guard let first = end.first, let last = end.last else { return text.isEmpty ? "" : " " }
        let lead = core.startIndex > text.startIndex
        let trail = end.count < core.count
        var marked = escaped(end)
        if let link = style.link { marked = "[\(marked)](<\(LinkAddress.escaped(link))>)" }
        let mark = (style.isBold ? "**" : "") + (style.isItalic ? "*" : "")
        // CommonMark treats marks between letters and punctuation as text.
        let opens = lead || previous.map { isSpaceLike($0) } ?? true || (style.link == nil && !isPunctuation(first))
        let closes = trail || next.map { isSpaceLike($0) } ?? true || (style.link == nil && !isPunctuation(last))
        let touches = !lead && previous.map { !isSpaceLike($0) && !$0.isLetter && !$0.isNumber } ?? false
        if !mark.isEmpty, opens, closes, !touches { marked = mark + marked + String(mark.reversed()) }
        return (lead ? " " : "") + marked + (trail ? " " : "")
    }

    private static func isSpaceLike(_ character: Character) -> Bool {
        character.isWhitespace || isPunctuation(character)
    }
    private static func isPunctuation(_ character: Character) -> Bool {
        character.isPunctuation || character.isSymbol
    }

    /// Escapes plain text for Markdown.
    static func escaped(_ text: String) -> String { Markdown.plain(text[...]) }
}

extension String {
    fileprivate var withoutTrailingSpaces: String {
        String(self[..<(lastIndex { $0 != " " }.map { index(after: $0) } ?? startIndex)])
    }
}
