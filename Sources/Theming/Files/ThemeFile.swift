import Basics
internal import Canvas
internal import TOML

/// A parsed theme file before inheritance.
struct ThemeFile {
    /// A path, or `NAME (built in)`.
    let source: String
    static let builtInMark = " (built in)"
    var isBuiltIn: Bool { source.hasSuffix(Self.builtInMark) }
    private(set) var inherits: String?
    /// The line of `inherits`, from 1; 0 if it is missing.
    private(set) var inheritsLine = 0
    private(set) var palettes = ThemePalettes()
    /// The styles by the scope's raw value; nil if the file has no entry for the scope.
    private(set) var styles = [StyleDefinition?](repeating: nil, count: StyleScope.allCases.count)
    private(set) var shape = ShapeDefinition()
    private(set) var problems: [ThemeProblem] = []

    /// A colour as written, kept as text because a palette further down the inheritance chain may define its name.
    struct ColorText: Equatable {
        let text: String
        /// The line in the file, from 1.
        let line: Int
    }

    /// A theme's entry for one scope; missing parts come from the fallback scopes.
    struct StyleDefinition: Equatable {
        var foreground: ColorText?
        var background: ColorText?
        var attributes: Attributes?
        /// Whether text is converted to capitals.
        var isUppercase: Bool?
        var typography: Typography?
    }

    /// Top-level keys in addition to scopes and ``ShapeDefinition/table``.
    private static let inheritsKey = "inherits"
    private static let paletteKey = "palette"
    private static let styleKeys = ["fg", "bg", "modifiers", "transform", "size", "scales", "min_size", "max_size"]
    private static let transforms = ["none", "uppercase"]
    /// The allowed sizes in pixels.
    private static let sizes = 1...200

    /// - Throws: ``ThemeError/malformed(file:line:column:reason:)`` if the text is not TOML.
    init(source: String, text: String) throws(ThemeError) {
        self.source = source
        let table: TOMLTable
        do throws(TOMLError) { table = try TOMLTable.read(text) } catch {
            throw .malformed(file: source, line: error.line, column: error.column, reason: error.message)
        }
        for entry in table.entries {
            switch entry.key {
            case Self.inheritsKey:
                inherits = entry.value.string
                inheritsLine = entry.line
                if inherits == nil { report(entry.line, "\"inherits\" must be the name of another theme, in quotes") }
            case Self.paletteKey: readPalette(entry)
            case ShapeDefinition.table: readShape(entry)
            default: readStyle(entry.key, entry)
            }
        }
    }

    private mutating func readPalette(_ entry: TOMLTable.Entry) {
        guard let table = entry.value.table else {
            report(entry.line, "[palette] must be a table of names and colours")
            return
        }
        for entry in table.entries {
            guard let variant = entry.value.table else {
                if let color = colorText(entry) { palettes[.common][entry.key] = color }
                continue
            }
            guard let kind = ThemePalettes.Kind(rawValue: "\(Self.paletteKey).\(entry.key)") else {
                reportUnknown(entry.key, at: entry.line, what: "kind of palette", allowed: ThemePalettes.Kind.words)
                continue
            }
            for entry in variant.entries {
                if let color = colorText(entry) { palettes[kind][entry.key] = color }
            }
        }
    }

    private mutating func readShape(_ entry: TOMLTable.Entry) {
        guard let table = entry.value.table else {
            report(entry.line, "[shape] must be a table of \(ShapeDefinition.names.joined(separator: ", "))")
            return
        }
        for entry in table.entries {
            let name = entry.key
            if ShapeDefinition.borders.contains(name) {
                guard let border = entry.value.string.flatMap(Border.init(rawValue:)) else {
                    report(
                        entry.line, "\(name) must be one of \(Border.allCases.map(\.rawValue).joined(separator: ", "))")
                    continue
                }
                shape.set(name, border)
            } else if let (_, range) = ShapeDefinition.numbers.first(where: { $0.name == name }) {
                guard let number = entry.value.integer, range.contains(number) else {
                    report(entry.line, "\(name) must be a number from \(range.lowerBound) to \(range.upperBound)")
                    continue
                }
                shape.set(name, number)
            } else if let (_, rule) = ShapeDefinition.ruleNames.first(where: { $0.name == name }) {
                guard let isOn = entry.value.boolean else {
                    report(entry.line, "\(name) must be true or false")
                    continue
                }
                shape.rules[rule.rawValue] = isOn
            } else {
                reportUnknown(name, at: entry.line, what: "setting of [shape]", allowed: ShapeDefinition.names)
            }
        }
    }

    /// A scope's value is a colour, a table of style keys, or (for keys written without quotes) more scopes.
    private mutating func readStyle(_ path: String, _ entry: TOMLTable.Entry) {
        guard let table = entry.value.table else {
            if let color = colorText(entry) { define(path, StyleDefinition(foreground: color), at: entry.line) }
            return
        }
        guard Self.isScope(path) else { return reportUnknownScope(path, at: entry.line) }
        var definition = StyleDefinition()
        var isStyle = table.isEmpty
        definition.typography = typography(table, at: entry.line)
        for inner in table.entries {
            switch inner.key {
            case "fg": definition.foreground = colorText(inner)
            case "bg": definition.background = colorText(inner)
            case "modifiers": definition.attributes = attributes(inner)
            case "transform": definition.isUppercase = isUppercase(inner)
            // `typography(_:at:)` has read these keys.
            case "size", "scales", "min_size", "max_size": break
            default:
                let innerPath = "\(path).\(inner.key)"
                if inner.value.table != nil || StyleScope(name: innerPath) != nil {
                    readStyle(innerPath, inner)
                } else {
                    reportUnknown(inner.key, at: inner.line, what: "style key", allowed: Self.styleKeys)
                }
                continue
            }
            isStyle = true
        }
        if isStyle { define(path, definition, at: entry.line) }
    }

    private mutating func define(_ path: String, _ definition: StyleDefinition, at line: Int) {
        if let scope = StyleScope(name: path) {
            styles[Int(scope.rawValue)] = definition
        } else {
            reportUnknownScope(path, at: line)
        }
    }

    /// Whether the path is the name of a scope or begins one.
    private static func isScope(_ path: String) -> Bool {
        StyleScope(name: path) != nil || StyleScope.allCases.contains { $0.name.hasPrefix("\(path).") }
    }

    private mutating func reportUnknownScope(_ path: String, at line: Int) {
        reportUnknown(path, at: line, what: "scope", allowed: StyleScope.allCases.map(\.name))
    }

    private mutating func colorText(_ entry: TOMLTable.Entry) -> ColorText? {
        if let text = entry.value.string { return ColorText(text: text, line: entry.line) }
        if let index = entry.value.integer { return ColorText(text: String(index), line: entry.line) }
        report(entry.line, "a colour must be \(ThemeColor.allowed)")
        return nil
    }

    private mutating func attributes(_ entry: TOMLTable.Entry) -> Attributes? {
        guard let array = entry.value.array else {
            report(entry.line, "modifiers must be a list of \(Attributes.names.joined(separator: ", "))")
            return nil
        }
        var attributes: Attributes = []
        for element in array {
            let name = element.string ?? ""
            if let attribute = Attributes(name: name) {
                attributes.insert(attribute)
            } else {
                reportUnknown(name, at: element.line, what: "modifier", allowed: Attributes.names)
            }
        }
        return attributes
    }

    private mutating func isUppercase(_ entry: TOMLTable.Entry) -> Bool? {
        guard let name = entry.value.string, Self.transforms.contains(name) else {
            report(entry.line, "transform must be one of \(Self.transforms.joined(separator: ", "))")
            return nil
        }
        return name == "uppercase"
    }

    private mutating func typography(_ table: TOMLTable, at line: Int) -> Typography? {
        let least = number("min_size", table)
        let most = number("max_size", table)
        var scales = least != nil || most != nil
        if let value = table["scales"] {
            if let flag = value.boolean {
                scales = flag
            } else {
                report(value.line, "scales must be true or false")
            }
        }
        guard let size = number("size", table) else {
            if table["size"] == nil, let name = ["scales", "min_size", "max_size"].first(where: { table[$0] != nil }) {
                report(table[name]?.line ?? line, "\(name) has no effect without size; add size")
            }
            return nil
        }
        if let least, let most, least > most {
            report(
                table["min_size"]?.line ?? line, "min_size is \(least), more than the max_size of \(most)")
            return nil
        }
        return Typography(size: size, scales: scales, minimum: least, maximum: most)
    }

    private mutating func number(_ name: String, _ table: TOMLTable) -> Int? {
        guard let value = table[name] else { return nil }
        guard let number = value.integer, Self.sizes.contains(number) else {
            report(
                value.line,
                "\(name) must be a number of pixels from \(Self.sizes.lowerBound) to \(Self.sizes.upperBound)")
            return nil
        }
        return number
    }

    // MARK: Problems

    /// The maximum number of reported problems. A file with more is not a theme, and each problem costs a search
    /// through all names.
    static let maxProblems = 100

    private mutating func report(_ line: Int, _ message: @autoclosure () -> String) {
        guard problems.count < Self.maxProblems else { return }
        problems.append(ThemeProblem(file: source, line: line, message: message()))
    }

    private mutating func reportUnknown(_ name: String, at line: Int, what: String, allowed: [String]) {
        report(line, Self.unknown(name, what: what, allowed: allowed))
    }

    private static func unknown(_ name: String, what: String, allowed: [String]) -> String {
        let words = "unknown \(what) \"\(name.prefix(100))\""
        if let nearest = Spelling.nearest(to: name, among: allowed) {
            return "\(words); did you mean \"\(nearest)\"?"
        }
        return "\(words); allowed: \(allowed.joined(separator: ", "))"
    }
}
