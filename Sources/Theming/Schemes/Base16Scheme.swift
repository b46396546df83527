/// A Base16 or Base24 colour scheme, a format that many programs support: 16 or 24 colours, each with a purpose. As a
/// theme, it is `ink` with these colours.
///
/// Supports the original syntax (`base00: "2b303b"` at the top level) and that of the tinted theming builder's
/// specification 0.11 (`palette:` with `base00: "#2b303b"`).
struct Base16Scheme {
    private let name: String
    private let author: String
    /// The colours as `#rrggbb`, by key: `base00` and so on.
    private let colors: [String: String]

    /// The required keys, and those of Base24.
    private static let required = (0...15).map(Self.key)
    private static let optional = (16...23).map(Self.key)

    /// The colour names of a theme and the corresponding keys. Yellow is replaced on a light background, where it is
    /// hard to read.
    private static func mapping(isLight: Bool) -> [(name: String, key: String)] {
        [
            ("base", "base00"), ("text", "base05"), ("muted", "base04"), ("faint", "base02"), ("edge", "base03"),
            ("accent", "base0D"), ("second", "base0C"), ("attention", isLight ? "base09" : "base0A"),
            ("success", "base0B"), ("failure", "base08"),
            ("raised", "base01"), ("hue1", "base0D"), ("hue2", "base0B"), ("hue3", "base0A"), ("hue4", "base0E"),
            ("hue5", "base0C"), ("hue6", "base09"),
        ]
    }

    /// - Throws: ``ThemeError/badScheme(file:line:reason:)`` with the line of the first error.
    init(file: String, text: String) throws(ThemeError) {
        try Self.checkSize(text, of: file)
        let document: YAMLNode?
        do throws(YAMLError) {
            document = try YAMLParser.parse(text)
        } catch {
            throw .badScheme(file: file, line: error.line, reason: error.problem ?? "not YAML")
        }
        guard let top = document?.table else {
            throw .badScheme(file: file, line: 1, reason: "expected lines like base00: \"2b303b\"")
        }
        if let system = top["system"], let name = system.text, !["base16", "base24"].contains(name) {
            throw .badScheme(
                file: file, line: system.line, reason: "its system is \"\(name)\"; expected base16 or base24")
        }
        var colors: [String: String] = [:]
        let palette = top["palette"]?.table ?? top
        for key in Self.required + Self.optional {
            guard let node = palette[key] else {
                if Self.optional.contains(key) { continue }
                let place = top["palette"]?.line ?? 0
                throw .badScheme(file: file, line: place, reason: "\(key) is missing; a scheme has base00 to base0F")
            }
            guard let color = Self.color(node.text ?? "") else {
                throw .badScheme(
                    file: file, line: node.line,
                    reason: "\(key) is not a colour; expected six hexadecimal digits in quotes, such as \"#2b303b\"")
            }
            colors[key] = color
        }
        self.colors = colors
        name = (top["name"] ?? top["scheme"])?.text ?? ""
        author = top["author"]?.text ?? ""
    }

    /// The maximum size in bytes; a scheme has about a thousand. The parser itself limits nesting to a thousand levels.
    private static let limit = 1 << 16
    /// The maximum number of aliases. Schemes need none, and nested aliases can expand without bound.
    private static let maxAliases = 16

    /// Rejects files that would take the parser too long. Counts every asterisk that may start an alias.
    private static func checkSize(_ text: String, of file: String) throws(ThemeError) {
        guard text.utf8.count <= limit else {
            throw .badScheme(file: file, line: 0, reason: "it is larger than \(limit / 1000) kB")
        }
        var aliases = 0
        var line = 1
        var before = UInt8(ascii: "\n")
        for byte in text.utf8 {
            if byte == UInt8(ascii: "*"), "\n\r:-?[{,".utf8.contains(before) {
                aliases += 1
                if aliases > maxAliases {
                    throw .badScheme(
                        file: file, line: line,
                        reason:
                            "more than \(maxAliases) aliases (*name); write each colour out, and put a string that begins with * in quotes"
                    )
                }
            }
            if byte == UInt8(ascii: "\n") { line += 1 }
            if byte != 0x20, byte != 0x09 { before = byte }
        }
    }

    /// The equivalent theme file.
    var themeText: String {
        let ground = UInt32((colors["base00"] ?? "").dropFirst(), radix: 16) ?? 0
        let channels = [ground >> 16 & 0xFF, ground >> 8 & 0xFF, ground & 0xFF]
        let isLight = 3 * channels[0] + 6 * channels[1] + channels[2] > 1275
        var lines = ["# \(title)", "inherits = \"ink\"", "", "[palette]"]
        for (name, key) in Self.mapping(isLight: isLight) { lines.append("\(name) = \"\(colors[key] ?? "")\"") }
        lines += ["", "# For styles that you add"]
        for key in Self.required + Self.optional {
            if let color = colors[key] { lines.append("\(key) = \"\(color)\"") }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The title on one line: control characters become spaces.
    private var title: String {
        let kind = colors["base17"] == nil ? "Base16" : "Base24"
        let words =
            "\(name.isEmpty ? "A \(kind) scheme" : "\(name), a \(kind) scheme")"
            + (author.isEmpty ? "." : " by \(author).")
        return String(words.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : Character($0) })
    }

    private static func key(_ number: Int) -> String {
        let digits = String(number, radix: 16, uppercase: true)
        return "base" + (digits.count < 2 ? "0" : "") + digits
    }

    private static func color(_ text: String) -> String? {
        let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
        guard digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit) else { return nil }
        return "#" + digits.lowercased()
    }
}
