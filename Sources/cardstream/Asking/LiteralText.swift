internal import Cards

/// Shows untrusted text literally in the Markdown of a card: no character works as markup, and no character is
/// invisible.
enum LiteralText {
    /// The maximum number of combining marks on one character. More would overlap the neighbouring lines, so viewers
    /// leave them out.
    private static let maxMarks = 4

    /// The text with each invisible character replaced by its code point, `⟨U+200B⟩`. Line breaks and tabs stay; `\r\n`
    /// is a line break.
    static func visible(_ text: String) -> String {
        guard text.utf8.contains(where: { !(0x20...0x7E).contains($0) && $0 != 0x0A }) else { return text }
        var result = String.UnicodeScalarView()
        var marks = 0
        var scalars = text.unicodeScalars[...]
        while let scalar = scalars.popFirst() {
            if scalar == "\r", scalars.first == "\n" { continue }
            marks = scalar.isCombiningMark ? marks + 1 : 0
            if marks > maxMarks || isHidden(scalar) {
                result += String.visibleSign(for: scalar)
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }

    /// The number of invisible characters, which ``visible(_:)`` shows as code points.
    static func hiddenCount(in text: String) -> Int {
        var count = 0
        var scalars = text.unicodeScalars[...]
        while let scalar = scalars.popFirst() {
            if scalar == "\r", scalars.first == "\n" { continue }
            if isHidden(scalar) { count += 1 }
        }
        return count
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\n", "\t": false
        // The Braille pattern without dots.
        case "\u{2800}": true
        default: scalar.isUnprintable || (scalar.value > 0x7F && scalar.properties.isWhitespace)
        }
    }

    /// A Markdown code block. Its fence is longer than any run of backticks in the text, so that no line of the text
    /// ends the block.
    static func block(_ visible: String) -> String {
        let fence = String(repeating: "`", count: max(3, longestFence(in: visible) + 1))
        return "\(fence)\n\(visible)\n\(fence)"
    }

    /// A Markdown code span.
    ///
    /// - Parameter visible: The text. Line breaks in it become spaces.
    static func span(_ visible: String) -> String {
        guard !visible.isEmpty else { return "`\"\"`" }
        let line = visible.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: " ")
        let fence = String(repeating: "`", count: longestFence(in: line) + 1)
        // A Markdown parser removes one space at each end if both ends have one.
        let isPadded = line.hasPrefix("`") || line.hasSuffix("`") || line.hasPrefix(" ") && line.hasSuffix(" ")
        let pad = isPadded ? " " : ""
        return "\(fence)\(pad)\(line)\(pad)\(fence)"
    }

    /// Markdown paragraphs in which punctuation is not markup and indented lines are not code blocks.
    static func escaped(_ visible: String) -> String {
        visible.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let blanks = line.prefix { $0 == " " || $0 == "\t" }
            guard blanks.count >= 4 || blanks.contains("\t") else { return withoutMarkup(line) }
            let width = blanks.reduce(0) { $0 + ($1 == "\t" ? 4 : 1) }
            // A character reference is shown as a space, but does not count as indentation.
            return "&#32;" + String(repeating: " ", count: width - 1) + withoutMarkup(line[blanks.endIndex...])
        }.joined(separator: "\n")
    }

    private static func withoutMarkup(_ line: Substring) -> String {
        line.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar.value {
            case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: result += "\\"
            default: break
            }
            result.unicodeScalars.append(scalar)
        }
    }

    /// The first line, shortened to `limit` characters with "…".
    static func preview(_ visible: String, limit: Int) -> String {
        let lines = visible.split(separator: "\n", omittingEmptySubsequences: true)
        guard let first = lines.first else { return "" }
        let isWhole = first.unicodeScalars.count <= limit
        let shown = isWhole ? String(first) : String(String.UnicodeScalarView(first.unicodeScalars.prefix(limit)))
        return isWhole && lines.count == 1 ? shown : shown + "…"
    }

    private static func longestFence(in text: String) -> Int {
        var longest = 0
        var current = 0
        for byte in text.utf8 {
            current = byte == UInt8(ascii: "`") ? current + 1 : 0
            longest = max(longest, current)
        }
        return longest
    }
}
