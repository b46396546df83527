internal import Canvas

/// Reads theme files of the plain shape that the shipped ones have: one scope on a line, with a colour or an inline
/// table, and `[palette]`s of strings. A tenth of the cost of reading TOML in general, at every start.
///
/// Anything else, and anything that is wrong, is left to the TOML reader, which also knows how to complain.
struct PlainThemeReader {
    private(set) var inherits: String?
    private(set) var palettes = ThemePalettes()
    private(set) var styles = [ThemeFile.StyleDefinition?](repeating: nil, count: StyleScope.allCases.count)

    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    /// Nil for files that the general reader must read.
    static func read(_ text: String) -> PlainThemeReader? {
        var text = text
        return text.withUTF8 { bytes in
            var reader = PlainThemeReader(bytes: bytes)
            return reader.readFile() ? reader : nil
        }
    }

    private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    private mutating func readFile() -> Bool {
        var palette: ThemePalettes.Kind?
        var seen: [ThemePalettes.Kind] = []
        while true {
            skipBlanks()
            guard position < bytes.count else { return true }
            if !isAtLineEnd {
                if take("[") {
                    // Palettes are the only tables with a line of their own.
                    guard let kind = paletteKind(), !seen.contains(kind) else { return false }
                    seen.append(kind)
                    palette = kind
                } else if !(palette.map { readColor($0) } ?? readScope()) {
                    return false
                }
            }
            guard endLine() else { return false }
        }
    }

    /// The rest of a line like `[palette.dark]`.
    private mutating func paletteKind() -> ThemePalettes.Kind? {
        guard let table = bareKey() else { return nil }
        guard take(".") else { return take("]") ? ThemePalettes.Kind(rawValue: table) : nil }
        guard let variant = bareKey(), take("]") else { return nil }
        return ThemePalettes.Kind(rawValue: "\(table).\(variant)")
    }

    private mutating func readColor(_ kind: ThemePalettes.Kind) -> Bool {
        guard let name = key(), let text = string(), palettes[kind][name] == nil else { return false }
        palettes[kind][name] = ThemeFile.ColorText(text: text, path: "\(kind.rawValue).\(name)")
        return true
    }

    private mutating func readScope() -> Bool {
        guard let name = key() else { return false }
        if name == "inherits" {
            guard inherits == nil, let other = string() else { return false }
            inherits = other
            return true
        }
        guard let scope = StyleScope(name: name), styles[Int(scope.rawValue)] == nil else { return false }
        guard let definition = take("{") ? table(scope) : string().map({ color($0, scope) }) else { return false }
        styles[Int(scope.rawValue)] = definition
        return true
    }

    private func color(_ text: String, _ scope: StyleScope) -> ThemeFile.StyleDefinition {
        ThemeFile.StyleDefinition(foreground: ThemeFile.ColorText(text: text, path: scope.name))
    }

    /// The rest of an inline table.
    private mutating func table(_ scope: StyleScope) -> ThemeFile.StyleDefinition? {
        var definition = ThemeFile.StyleDefinition()
        skipBlanks()
        if take("}") { return definition }
        repeat {
            guard let name = key() else { return nil }
            switch name {
            case "fg" where definition.foreground == nil:
                guard let text = string() else { return nil }
                definition.foreground = ThemeFile.ColorText(text: text, path: scope.name)
            case "bg" where definition.background == nil:
                guard let text = string() else { return nil }
                definition.background = ThemeFile.ColorText(text: text, path: scope.name)
            case "modifiers" where definition.attributes == nil:
                guard let attributes = attributes() else { return nil }
                definition.attributes = attributes
            case "size" where definition.typography == nil:
                guard let size = number() else { return nil }
                definition.typography = Typography(size: size)
            case "scales" where definition.typography != nil:
                guard bareKey() == "true" else { return nil }
                definition.typography?.scales = true
            default: return nil
            }
            skipBlanks()
        } while take(",")
        return take("}") ? definition : nil
    }

    private mutating func attributes() -> Attributes? {
        guard take("[") else { return nil }
        var attributes: Attributes = []
        skipBlanks()
        if take("]") { return attributes }
        repeat {
            skipBlanks()
            guard let name = string(), let attribute = Attributes(name: name) else { return nil }
            attributes.insert(attribute)
            skipBlanks()
        } while take(",")
        return take("]") ? attributes : nil
    }

    // MARK: Pieces

    /// Of one or two digits, from 1.
    private mutating func number() -> Int? {
        guard let text = bareKey(), text.utf8.count <= 2, let number = Int(text), number > 0, !text.hasPrefix("0")
        else {
            return nil
        }
        return number
    }

    /// A key in quotes or without, and the `=` after it.
    private mutating func key() -> String? {
        skipBlanks()
        guard let key = string() ?? bareKey() else { return nil }
        skipBlanks()
        guard take("=") else { return nil }
        skipBlanks()
        return key
    }

    /// Letters, digits, `-` and `_`. Dots would make tables.
    private mutating func bareKey() -> String? {
        let start = position
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                position += 1
                continue
            default: break
            }
            break
        }
        return position > start ? text(start..<position) : nil
    }

    /// Text in double quotes, on one line, without escapes.
    private mutating func string() -> String? {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { return nil }
        var end = position + 1
        while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
            guard bytes[end] >= 0x20, bytes[end] != 0x7F, bytes[end] != UInt8(ascii: "\\") else { return nil }
            end += 1
        }
        // Two quotes may begin a text of several lines.
        guard end < bytes.count, end > position + 1 else { return nil }
        defer { position = end + 1 }
        return text(position + 1..<end)
    }

    private func text(_ range: Range<Int>) -> String {
        String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, UInt32(bytes[position]) == character.value else { return false }
        position += 1
        return true
    }

    private mutating func skipBlanks() {
        while position < bytes.count, bytes[position] == 0x20 || bytes[position] == 0x09 { position += 1 }
    }

    private var isAtLineEnd: Bool { bytes[position] == 0x0A || bytes[position] == UInt8(ascii: "#") }

    /// Skips blanks, a comment and the line break; false when something else stands there.
    private mutating func endLine() -> Bool {
        skipBlanks()
        guard position < bytes.count else { return true }
        if take("#") {
            while position < bytes.count, bytes[position] != 0x0A {
                guard bytes[position] >= 0x20 || bytes[position] == 0x09, bytes[position] != 0x7F else { return false }
                position += 1
            }
        }
        return position == bytes.count || take("\n")
    }
}
