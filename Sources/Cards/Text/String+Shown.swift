extension String {
    /// The text with line breaks and control characters escaped (`\n`, `\u{1B}`), so that it stays on one line and
    /// shows its content.
    package var escapingControls: String {
        guard unicodeScalars.contains(where: \.breaksLine) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case _ where scalar.breaksLine: text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }

    /// A path or file name for messages: quoted if it is empty, begins or ends with a space, or contains control
    /// characters, and unchanged otherwise.
    package var shownAsFile: String {
        let escaped = escapingControls
        guard escaped != self || isEmpty || hasPrefix(" ") || hasSuffix(" ") else { return self }
        return "\"\(escaped)\""
    }
}

extension Unicode.Scalar {
    /// Whether the scalar ends a line, or controls a terminal instead of being drawn.
    fileprivate var breaksLine: Bool {
        switch value {
        case 0x00...0x1F, 0x7F...0x9F, 0x2028, 0x2029: true
        default: false
        }
    }
}
