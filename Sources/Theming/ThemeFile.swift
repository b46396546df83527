internal import Canvas
internal import TOMLKit

/// One parsed theme file, before inheritance: what it says, and where.
struct ThemeFile {
    /// A path, or `NAME (built in)`.
    let source: String
    static let builtInMark = " (built in)"
    var isBuiltIn: Bool { source.hasSuffix(Self.builtInMark) }
    private(set) var inherits: String?
    private(set) var palettes = ThemePalettes()
    /// By the scope's raw value; nil where the file says nothing.
    private(set) var styles = [StyleDefinition?](repeating: nil, count: StyleScope.allCases.count)
    private(set) var shape = ShapeDefinition()
    private(set) var problems: [ThemeProblem] = []
    private let text: String

    /// A colour as written, kept as text because a palette further down the inheritance may define its name.
    struct ColorText: Equatable {
        let text: String
        /// The dotted key path it stands at.
        let path: String
    }

    /// What a theme says about one scope; what it leaves out comes from the scopes it falls back to.
    struct StyleDefinition: Equatable {
        var foreground: ColorText?
        var background: ColorText?
        var attributes: Attributes?
        /// Whether texts are written in capitals.
        var isUppercase: Bool?
        var typography: Typography?
    }

    /// The only key, besides the scopes, at the top of a file.
    private static let inheritsKey = "inherits"
    private static let paletteKey = "palette"
    private static let styleKeys = ["fg", "bg", "modifiers", "transform", "size", "scales", "min_size", "max_size"]
    private static let transforms = ["none", "uppercase"]
    /// In pixels.
    private static let sizes = 1...200

    init(source: String, text: String) throws(ThemeError) {
        if let plain = PlainThemeReader.read(text) {
            self.init(source: source, text: text, plain)
        } else {
            try self.init(source: source, general: text)
        }
    }

    private init(source: String, text: String, _ plain: PlainThemeReader) {
        self.source = source
        self.text = text
        inherits = plain.inherits
        palettes = plain.palettes
        styles = plain.styles
    }

    /// Reads any TOML there is.
    init(source: String, general text: String) throws(ThemeError) {
        let table: TOMLTable
        do {
            table = try TOMLTable(string: text)
        } catch let error as TOMLParseError {
            throw .malformed(
                file: source, line: error.source.begin.line, column: error.source.begin.column,
                reason: error.description)
        } catch {
            throw .unreadable(file: source, reason: "\(error)")
        }
        self.source = source
        self.text = text
        for (key, value) in table {
            switch key {
            case Self.inheritsKey:
                inherits = value.string
                if inherits == nil { report(key, "\"inherits\" names another theme, in quotes") }
            case Self.paletteKey:
                readPalette(value)
            case ShapeDefinition.table:
                readShape(value)
            default:
                readStyle(key, value)
            }
        }
    }

    private mutating func readPalette(_ value: any TOMLValueConvertible) {
        guard let table = value.table else {
            report(Self.paletteKey, "[palette] is a table of names and colours")
            return
        }
        for (name, value) in table {
            let path = "\(Self.paletteKey).\(name)"
            guard value.type == .table, let variant = value.table else {
                if let color = colorText(value, path: path) { palettes[.common][name] = color }
                continue
            }
            guard let kind = ThemePalettes.Kind(rawValue: path) else {
                reportUnknown(name, at: path, what: "kind of palette", allowed: ThemePalettes.Kind.words)
                continue
            }
            for (name, value) in variant {
                if let color = colorText(value, path: "\(path).\(name)") { palettes[kind][name] = color }
            }
        }
    }

    private mutating func readShape(_ value: any TOMLValueConvertible) {
        guard value.type == .table, let table = value.table else {
            report(ShapeDefinition.table, "[shape] is a table of \(ShapeDefinition.names.joined(separator: ", "))")
            return
        }
        for (name, value) in table {
            let path = "\(ShapeDefinition.table).\(name)"
            if ShapeDefinition.borders.contains(name) {
                guard value.type == .string, let border = value.string.flatMap(Border.init(rawValue:)) else {
                    report(path, "\(name) is one of \(Border.allCases.map(\.rawValue).joined(separator: ", "))")
                    continue
                }
                shape.set(name, border)
            } else if let (_, range) = ShapeDefinition.numbers.first(where: { $0.name == name }) {
                guard value.type == .int, let number = value.int, range.contains(number) else {
                    report(path, "\(name) is a number from \(range.lowerBound) to \(range.upperBound)")
                    continue
                }
                shape.set(name, number)
            } else if let (_, rule) = ShapeDefinition.ruleNames.first(where: { $0.name == name }) {
                guard value.type == .bool, let isOn = value.bool else {
                    report(path, "\(name) is true or false")
                    continue
                }
                shape.rules[rule.rawValue] = isOn
            } else {
                reportUnknown(name, at: path, what: "setting of [shape]", allowed: ShapeDefinition.names)
            }
        }
    }

    /// A scope's value is a colour, a table of style keys, or (for keys written without quotes) more scopes.
    private mutating func readStyle(_ path: String, _ value: any TOMLValueConvertible) {
        if value.type == .table, let table = value.table {
            var definition = StyleDefinition()
            var isStyle = table.isEmpty
            definition.typography = typography(table, path: path)
            for (key, value) in table {
                let keyPath = "\(path).\(key)"
                switch key {
                case "fg": definition.foreground = colorText(value, path: keyPath)
                case "bg": definition.background = colorText(value, path: keyPath)
                case "modifiers": definition.attributes = attributes(value, path: keyPath)
                case "transform": definition.isUppercase = isUppercase(value, path: keyPath)
                // Read together.
                case "size", "scales", "min_size", "max_size": break
                default:
                    if value.type == .table || StyleScope(name: keyPath) != nil {
                        readStyle(keyPath, value)
                    } else {
                        reportUnknown(key, at: keyPath, what: "style key", allowed: Self.styleKeys)
                    }
                    continue
                }
                isStyle = true
            }
            if isStyle { define(path, definition) }
        } else if let color = colorText(value, path: path) {
            define(path, StyleDefinition(foreground: color))
        }
    }

    private mutating func define(_ path: String, _ definition: StyleDefinition) {
        if let scope = StyleScope(name: path) {
            styles[Int(scope.rawValue)] = definition
        } else {
            let names = StyleScope.allCases.map(\.name)
            reportUnknown(path, at: path, what: "scope", allowed: names)
        }
    }

    private mutating func colorText(_ value: any TOMLValueConvertible, path: String) -> ColorText? {
        switch value.type {
        case .string:
            if let text = value.string { return ColorText(text: text, path: path) }
        case .int:
            if let index = value.int { return ColorText(text: String(index), path: path) }
        default:
            break
        }
        report(path, "a colour is \(ThemeColor.allowed)")
        return nil
    }

    private mutating func attributes(_ value: any TOMLValueConvertible, path: String) -> Attributes? {
        guard value.type == .array, let array = value.array else {
            report(path, "modifiers is a list: \(Attributes.names.joined(separator: ", "))")
            return nil
        }
        var attributes: Attributes = []
        for element in array {
            let name = element.type == .string ? element.string ?? "" : ""
            if let attribute = Attributes(name: name) {
                attributes.insert(attribute)
            } else {
                reportUnknown(name, at: path, what: "modifier", allowed: Attributes.names)
            }
        }
        return attributes
    }

    private mutating func isUppercase(_ value: any TOMLValueConvertible, path: String) -> Bool? {
        guard value.type == .string, let name = value.string, Self.transforms.contains(name) else {
            report(path, "transform is one of \(Self.transforms.joined(separator: ", "))")
            return nil
        }
        return name == "uppercase"
    }

    private mutating func typography(_ table: TOMLTable, path: String) -> Typography? {
        let least = number("min_size", table, path)
        let most = number("max_size", table, path)
        var scales = least != nil || most != nil
        if let value = table["scales"] {
            if value.type == .bool, let flag = value.bool {
                scales = flag
            } else {
                report("\(path).scales", "scales is true or false")
            }
        }
        guard let size = number("size", table, path) else {
            if table["size"] == nil, let name = ["scales", "min_size", "max_size"].first(where: { table[$0] != nil }) {
                report("\(path).\(name)", "\(name) needs a size beside it")
            }
            return nil
        }
        if let least, let most, least > most {
            report("\(path).min_size", "min_size is \(least), more than the max_size of \(most)")
            return nil
        }
        return Typography(size: size, scales: scales, minimum: least, maximum: most)
    }

    private mutating func number(_ name: String, _ table: TOMLTable, _ path: String) -> Int? {
        guard let value = table[name] else { return nil }
        guard value.type == .int, let number = value.int, Self.sizes.contains(number) else {
            report(
                "\(path).\(name)",
                "\(name) is a number of pixels from \(Self.sizes.lowerBound) to \(Self.sizes.upperBound)")
            return nil
        }
        return number
    }

    /// A problem with the key at a path. Looks the line up now rather than for every key: most files have no fault,
    /// and a theme is read before the first paint.
    func problem(at path: String, _ message: String) -> ThemeProblem {
        ThemeProblem(file: source, line: LineIndex(text)[path], message: message)
    }

    private mutating func report(_ path: String, _ message: String) {
        problems.append(problem(at: path, message))
    }

    private mutating func reportUnknown(_ name: String, at path: String, what: String, allowed: [String]) {
        if let nearest = NearestName(candidates: allowed).match(for: name) {
            report(path, "no \(what) \"\(name)\"; did you mean \"\(nearest)\"?")
        } else {
            report(path, "no \(what) \"\(name)\"; allowed: \(allowed.joined(separator: ", "))")
        }
    }
}
