package import Canvas

/// A picture of a surface as text, for tests: the characters and, below a rule, their styles.
///
/// The second plane has the same shape, with one letter for each style, which the legend below it explains; `.` is the
/// terminal's default style. A wide glyph takes the place of its two columns in the first plane and has two letters in
/// the second. Trailing blanks are removed, so that editors do not change pictures.
package struct Screen: Equatable, CustomStringConvertible {
    /// The glyphs, one line for each row.
    package let glyphs: String
    /// The letters of the styles, one line for each row.
    package let styles: String
    /// The meaning of each letter, in the order of first appearance.
    package let legend: [String]

    package init(_ surface: Surface) {
        var glyphRows: [String] = []
        var styleRows: [String] = []
        var letters: [Style: Character] = [.default: "."]
        var legend: [String] = []
        for row in 0..<surface.size.rows {
            var glyphRow = ""
            var styleRow = ""
            for column in 0..<surface.size.columns {
                let point = Point(column: column, row: row)
                glyphRow += surface.text(at: point)
                guard let style = surface.cell(at: point)?.style else { continue }
                if letters[style] == nil {
                    let letter = Self.letter(letters.count - 1)
                    letters[style] = letter
                    legend.append("\(letter) \(Self.describe(style))")
                }
                styleRow.append(letters[style] ?? "?")
            }
            glyphRows.append(Self.trimming(glyphRow, " "))
            styleRows.append(Self.trimming(styleRow, "."))
        }
        glyphs = glyphRows.joined(separator: "\n")
        styles = styleRows.joined(separator: "\n")
        self.legend = legend
    }

    /// Both planes and the legend.
    package var description: String {
        ([glyphs, "────", styles] + legend).joined(separator: "\n")
    }

    private static func letter(_ index: Int) -> Character {
        let alphabet = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
        return index < alphabet.count ? alphabet[index] : "?"
    }

    private static func trimming(_ row: String, _ filler: Character) -> String {
        var row = row
        while row.last == filler { row.removeLast() }
        return row
    }

    /// A description of a style, for example `#ff8800 on palette 4 bold underline`.
    private static func describe(_ style: Style) -> String {
        var words = [describe(style.foreground)]
        if style.background != .default { words += ["on", describe(style.background)] }
        let names: [(Attributes, String)] = [
            (.bold, "bold"), (.dim, "dim"), (.italic, "italic"), (.underline, "underline"), (.reverse, "reverse"),
            (.strikethrough, "strikethrough"),
        ]
        words += names.filter { style.attributes.contains($0.0) }.map(\.1)
        return words.joined(separator: " ")
    }

    private static func describe(_ color: Color) -> String {
        switch color.value {
        case .default: return "default"
        case .palette(let index): return "palette \(index)"
        case .rgb(let red, let green, let blue):
            let digits = [red, green, blue].map { value in
                let hexadecimal = String(value, radix: 16)
                return value < 16 ? "0" + hexadecimal : hexadecimal
            }
            return "#" + digits.joined()
        }
    }
}
