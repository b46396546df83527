extension Surface {
    /// The rows as text without trailing blanks.
    package var plainText: String {
        (0..<size.rows).map { Self.trimmed(text(row: $0)) }.joined(separator: "\n")
    }

    private static func trimmed(_ text: String) -> Substring {
        var text = text[...]
        while text.last == " " { text.removeLast() }
        return text
    }

    /// The rows as text with the SGR sequences (ECMA-48) that colour it. It contains no other sequence: the surface's
    /// text was sanitised when painted.
    package var ansiText: String {
        var result = ""
        for row in 0..<size.rows {
            if row > 0 { result += "\n" }
            // Trailing blanks of the default style are left out.
            var end = size.columns
            while end > 0, let cell = cell(at: Point(column: end - 1, row: row)), cell == .blank { end -= 1 }
            var last = Style.default
            for column in 0..<end {
                guard let cell = cell(at: Point(column: column, row: row)), !cell.isContinuation else { continue }
                if cell.style != last {
                    result += "\u{1B}[\(cell.style.parameters)m"
                    last = cell.style
                }
                result += text(of: cell)
            }
            if last != .default { result += "\u{1B}[0m" }
        }
        return result
    }
}

extension Style {
    /// Select Graphic Rendition parameters that set this style from any other one.
    fileprivate var parameters: String {
        var codes = ["0"]
        let names: [(Attributes, String)] = [
            (.bold, "1"), (.dim, "2"), (.italic, "3"), (.underline, "4"), (.reverse, "7"), (.strikethrough, "9"),
        ]
        for (attribute, code) in names where attributes.contains(attribute) { codes.append(code) }
        if let code = foreground.parameters(base: 30) { codes.append(code) }
        if let code = background.parameters(base: 40) { codes.append(code) }
        return codes.joined(separator: ";")
    }
}

extension Color {
    /// - Parameter base: 30 for the foreground, 40 for the background.
    fileprivate func parameters(base: Int) -> String? {
        switch value {
        case .default: nil
        case .palette(let index) where index < 8: String(base + Int(index))
        case .palette(let index) where index < 16: String(base + 60 + Int(index) - 8)
        case .palette(let index): "\(base + 8);5;\(index)"
        case .rgb(let red, let green, let blue): "\(base + 8);2;\(red);\(green);\(blue)"
        }
    }
}
