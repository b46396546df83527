internal import AppCore
internal import CCommonMark
internal import Canvas

/// Markdown as used in cards: bold, italic, code, links, lists and tables. The text is parsed as CommonMark. Blocks that cards
/// are not meant to contain, such as quotations or code blocks, are shown in a simple form instead of being dropped.
///
/// A line break in the source stays a line break, because authors of cards choose their lines deliberately.
enum Markdown {
    /// One paragraph, list item or other block.
    struct Block {
        enum Kind: Equatable { case paragraph, heading, quote, code, rule, note, table }

        var kind = Kind.paragraph
        /// The columns left of the marker.
        var indent = 0
        /// The marker, such as "•", "2." or an icon; nil for a paragraph.
        var marker: InlineIcon?
        /// The columns from the start of the marker to the start of the text.
        var hang = 0
        /// The text; empty for a table.
        var text: RichText
        /// The content of a table; nil for all other blocks.
        var table: MarkdownTable?
        /// Whether there is a blank line above it in the source.
        var hasGap = false

        /// All texts in reading order.
        var texts: [RichText] { table.map { $0.header + $0.rows.joined() } ?? [text] }
    }

    /// The maximum length of a text, in Unicode scalars. It limits the work for one component.
    static let limit = 65_536

    /// The most opening brackets for which a text is parsed. Certain inputs with brackets take the parser quadratic
    /// time, so a text with more of them than a person would write is shown without parsing.
    private static let maxBrackets = 5000

    private static func isCostly(_ text: SafeText) -> Bool {
        // Counts only if the text is long enough to contain that many.
        guard text.string.utf8.count > maxBrackets else { return false }
        return text.string.utf8.reduce(0) { $0 + ($1 == UInt8(ascii: "[") ? 1 : 0) } > maxBrackets
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

    /// Parses the inline markup of one line, for titles and labels. Block markers, such as those of lists, are plain
    /// text here.
    static func inline(_ raw: String, links: inout LinkNumbers) -> RichText {
        let clean = SafeText(raw, limit: limit)
        if clean.isPlain, !clean.string.utf8.contains(where: isSpecial) { return RichText(clean) }
        guard !isCostly(clean) else { return RichText(clean) }
        return MarkdownReader.readLine(clean.string, links: &links)
    }

    /// Whether a byte in plain text may be markup.
    static func isSpecial(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "["), UInt8(ascii: "\\"),
            UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "#"), UInt8(ascii: "."), UInt8(ascii: ")"),
            UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"):
            true
        default: false
        }
    }
}
