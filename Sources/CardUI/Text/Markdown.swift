internal import AppCore
internal import CCommonMark
internal import Canvas

/// Markdown as cards use it: bold, italic, code, links and lists. Parsed as CommonMark; what cards are not meant to
/// hold, as quotations or code blocks, is shown plainly rather than dropped.
///
/// A line break in the source stays one: authors of cards mean the lines they write.
enum Markdown {
    /// One paragraph, list item or other block.
    struct Block {
        enum Kind: Equatable { case paragraph, heading, quote, code, rule, note }

        var kind = Kind.paragraph
        /// Columns left of the marker.
        var indent = 0
        /// "•", "2." or an icon; nil for a paragraph.
        var marker: IconSign?
        /// Columns from the marker's first to the text's first.
        var hang = 0
        var text: RichText
        /// Whether a blank line stands above it in the source.
        var hasGap = false
    }

    /// The longest text shown, in Unicode scalars: bounds the work for one component.
    static let limit = 65_536

    /// The parser has inputs of brackets that cost it the square of their length; a text with more of them than any
    /// person writes is shown as it is.
    private static let mostBrackets = 5000

    private static func isCostly(_ text: SafeText) -> Bool {
        // Looked at only where there may be as many.
        guard text.string.utf8.count > mostBrackets else { return false }
        return text.string.utf8.reduce(0) { $0 + ($1 == UInt8(ascii: "[") ? 1 : 0) } > mostBrackets
    }

    static func blocks(of raw: String, links: inout LinkNumbers) -> [Block] {
        let clean = SafeText(raw, lines: .multiple, limit: limit)
        guard !clean.isEmpty else { return [] }
        if clean.isPlain, !clean.string.utf8.contains(where: isSpecial), clean.string.utf8.first != 0x20 {
            return [Block(text: RichText(clean))]
        }
        var blocks = isCostly(clean) ? [Block(text: RichText(clean))] : MarkdownReader.read(clean.string, links: &links)
        if raw.utf8.count > limit, raw.unicodeScalars.count > limit {
            blocks.append(Block(kind: .note, text: RichText(SafeText(Strings.Card.textCut(limit))), hasGap: true))
        }
        return blocks
    }

    /// The inline markup of one line, for titles and labels: what would begin a list there is only text.
    static func inline(_ raw: String, links: inout LinkNumbers) -> RichText {
        let clean = SafeText(raw, limit: limit)
        if clean.isPlain, !clean.string.utf8.contains(where: isSpecial) { return RichText(clean) }
        guard !isCostly(clean) else { return RichText(clean) }
        return MarkdownReader.readLine(clean.string, links: &links)
    }

    /// Whether a byte of plain text may be markup.
    private static func isSpecial(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "["), UInt8(ascii: "\\"),
            UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "#"), UInt8(ascii: "."), UInt8(ascii: ")"),
            UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"):
            true
        default: false
        }
    }
}
