/// Measures, wraps and truncates text. The only place that decides widths.
///
/// Widths are per grapheme cluster, at most two columns; ambiguous scalars take one. The locale is not used.
package enum TextLayout {
    /// The columns of one line. A line break counts as nothing; measure lines one by one.
    package static func width(of text: SafeText) -> Int {
        if text.isPlain { return text.string.utf8.count }
        return withClusters(of: text) { scanner in
            var sum = 0
            while let cluster = scanner.next() { sum += cluster.isLineBreak ? 0 : cluster.width }
            return sum
        }
    }

    /// Columns of one character: 0 (a lone mark), 1 or 2.
    package static func width(of character: Character) -> Int {
        var string = String(character)
        return string.withUTF8 { bytes in
            var scanner = ClusterScanner(String(character), bytes: bytes)
            return scanner.next()?.width ?? 0
        }
    }

    /// `text` cut to `width` columns, ending in `ellipsis` when something was cut.
    ///
    /// Line breaks end the text. If the ellipsis does not fit either, the text is cut without one.
    package static func truncate(_ text: SafeText, width: Int, ellipsis: SafeText = "…") -> SafeText {
        if text.isPlain, text.string.utf8.count <= width { return text }
        let whole = prefix(of: text, width: width)
        if whole == text.string.utf8.count { return text }
        let ellipsisWidth = self.width(of: ellipsis)
        guard ellipsisWidth <= width else { return clusterSlice(text, 0..<whole) }
        return clusterSlice(text, 0..<prefix(of: text, width: width - ellipsisWidth)) + ellipsis
    }

    /// How many UTF-8 bytes of the first line fit in `width` columns, at a cluster edge.
    package static func prefix(of text: SafeText, width: Int) -> Int {
        guard width > 0 else { return 0 }
        if text.isPlain { return min(width, text.string.utf8.count) }
        return withClusters(of: text) { scanner in
            var used = 0
            var end = 0
            while let cluster = scanner.next(), !cluster.isLineBreak, used + cluster.width <= width {
                used += cluster.width
                end = cluster.bytes.upperBound
            }
            return end
        }
    }

    /// A part of safe text between two cluster edges given as UTF-8 offsets.
    ///
    /// Offsets inside a scalar are moved down to its start, and a part that could begin with a mark is cleaned again,
    /// so the result is always safe.
    package static func slice(_ text: SafeText, _ range: Range<Int>) -> SafeText {
        let part = clusterSlice(text, range)
        return part.isPlain ? part : SafeText(part.string, lines: .multiple, limit: .max)
    }

    /// A part between two cluster edges found by a scanner, which needs no second cleaning.
    static func clusterSlice(_ text: SafeText, _ range: Range<Int>) -> SafeText {
        let utf8 = text.string.utf8
        let count = utf8.count
        if range == 0..<count { return text }
        let lower = utf8.index(utf8.startIndex, offsetBy: min(max(0, range.lowerBound), count))
        let upper = utf8.index(utf8.startIndex, offsetBy: min(max(0, range.upperBound), count))
        let part = String(text.string[lower..<upper])
        return SafeText(trusted: part, isPlain: text.isPlain || TextSanitiser.isPlain(part))
    }

    static func withClusters<Result>(of text: SafeText, _ body: (inout ClusterScanner) -> Result) -> Result {
        var string = text.string
        return string.withUTF8 { bytes in
            var scanner = ClusterScanner(text.string, bytes: bytes)
            return body(&scanner)
        }
    }
}
