/// Text that cannot control a terminal, hide or reorder what is read, or stall the renderer.
///
/// The only text type that a `Painter`, a window title, a log or standard error accepts, so that no text from a server,
/// a file name or an error message can reach the terminal uncleaned. Stores keep the original; cleaning happens once,
/// before display, and is idempotent. `TextSanitiser` implements the rule.
package struct SafeText: Hashable, Sendable {
    /// Whether line breaks survive.
    package enum Lines: Sendable {
        /// Titles, labels, log lines: every line break and tab becomes one space.
        case single
        /// Bodies: every kind of line break becomes `\n`, a tab four spaces.
        case multiple
    }

    /// The default limit of Unicode scalars in one text. It bounds the layout work per text.
    package static let defaultLimit = 65_536

    /// The cleaned text: printable scalars and, for several lines, `\n`.
    package let string: String
    /// Printable ASCII only, no line break: one byte is one cell. Measuring and painting skip all tables.
    package let isPlain: Bool

    package static let empty = SafeText(trusted: "", isPlain: true)

    /// Cleans `raw`. Longer texts end in "…" after `limit` scalars.
    package init(_ raw: String, lines: Lines = .single, limit: Int = SafeText.defaultLimit) {
        if raw.utf8.count <= limit, TextSanitiser.isPlain(raw) {
            self.init(trusted: raw, isPlain: true)
        } else {
            let cleaned = TextSanitiser.clean(raw, lines: lines, limit: limit)
            self.init(trusted: cleaned, isPlain: TextSanitiser.isPlain(cleaned))
        }
    }

    /// One glyph of an icon font; nil for a scalar outside the private use area of such fonts.
    ///
    /// Text from outside never contains these: only the user's own font defines what they show. Joining an icon with
    /// other text removes it, so draw it by itself.
    package init?(icon: Unicode.Scalar) {
        guard (0xE000...0xF8FF).contains(icon.value) else { return nil }
        self.init(trusted: String(icon), isPlain: false)
    }

    /// Only for code in this target that has cut `string` out of a `SafeText` at cluster edges.
    init(trusted string: String, isPlain: Bool) {
        self.string = string
        self.isPlain = isPlain
    }

    package var isEmpty: Bool { string.isEmpty }

    package static func + (left: SafeText, right: SafeText) -> SafeText {
        if left.isPlain, right.isPlain {
            return SafeText(trusted: left.string + right.string, isPlain: true)
        }
        // Only some scalars beyond ASCII (a mark, joiner or selector) combine with the text before them.
        guard let first = right.string.unicodeScalars.first, !first.standsAlone, !left.isEmpty else {
            return SafeText(trusted: left.string + right.string, isPlain: false)
        }
        return SafeText(left.string + right.string, lines: .multiple, limit: .max)
    }

    package static func += (left: inout SafeText, right: SafeText) {
        left = left + right
    }
}

extension SafeText: Comparable {
    package static func < (left: SafeText, right: SafeText) -> Bool { left.string < right.string }
}

extension SafeText: CustomStringConvertible {
    package var description: String { string }
}

extension Sequence<SafeText> {
    package func joined(separator: SafeText = .empty) -> SafeText {
        var result = SafeText.empty
        var isFirst = true
        for text in self {
            if !isFirst { result += separator }
            result += text
            isFirst = false
        }
        return result
    }
}

extension Unicode.Scalar {
    /// Whether the scalar certainly does not combine with the text before it. This fast test covers only ASCII and what
    /// the viewer adds to texts: "·", "…", dashes, and the lines and blocks of frames.
    fileprivate var standsAlone: Bool {
        switch value {
        case ..<0x80, 0xB7, 0x2013...0x2027, 0x2500...0x259F: true
        default: false
        }
    }
}
