internal import Cards
import TOMLKit

/// Merges defaults, the file, the environment and flags. A file that does not exist is no mistake; reading one costs
/// a start nothing when there is none.
package struct ConfigLoader {
    package var path: String
    /// Whether the user named this file: then it must exist.
    package var isFileRequired: Bool
    package var environment: [String: String]
    /// By ``ConfigKey/name``, as typed.
    package var flags: [String: String]

    /// Told every value that is found, in the order in which one beats the other.
    package typealias Note = (ConfigKey, ConfigKey.Value, ConfigError.Origin) -> Void

    package init(
        path: String, isFileRequired: Bool = false, environment: [String: String] = [:], flags: [String: String] = [:]
    ) {
        self.path = path
        self.isFileRequired = isFileRequired
        self.environment = environment
        self.flags = flags
    }

    package func load(noting note: Note = { _, _, _ in }) throws(ConfigError) -> Config {
        var config = Config()
        if isFileRequired || PrivateFile.exists(path) {
            try merge(file: contents(), into: &config, noting: note)
        }
        for key in ConfigKey.all {
            if let text = environment[key.variable] {
                try take(text, for: key, from: .variable(key.variable), into: &config, noting: note)
            }
        }
        for key in ConfigKey.all {
            if let text = flags[key.name] {
                let flag = key.name.map { $0 == "_" ? "-" : String($0) }.joined()
                try take(text, for: key, from: .flag(flag), into: &config, noting: note)
            }
        }
        return config
    }

    /// Merges one file's text; `path` names it in errors.
    func merge(
        file text: String, into config: inout Config, noting note: Note = { _, _, _ in }
    ) throws(ConfigError) {
        let table: TOMLTable
        do {
            table = try TOMLTable(string: text)
        } catch {
            throw ConfigError(parsing: text, of: path, error)
        }
        let lines = TOMLLines(text)
        try merge(table, prefix: "", lines: lines, into: &config, noting: note)
        let stream = flags["stream"] ?? environment["CARDSTREAM_STREAM"] ?? config.stream
        config.screens = try ScreensReader(file: path, lines: lines, stream: stream).read(
            containers: table[ScreensReader.containersTable]?.table,
            screens: table[ScreensReader.screensTable]?.table, filters: table[ScreensReader.filtersTable]?.table)
    }

    private func contents() throws(ConfigError) -> String {
        do {
            return String(decoding: try PrivateFile.read(path, limit: 1 << 20), as: UTF8.self)
        } catch {
            throw ConfigError(.file(path: path, line: nil), "cannot be read: \(error.reason)")
        }
    }

    private func take(
        _ text: String, for key: ConfigKey, from origin: ConfigError.Origin, into config: inout Config,
        noting note: Note
    ) throws(ConfigError) {
        guard let value = key.value(fromText: text) else {
            throw ConfigError(origin, "\"\(text)\" is not \(key.kind.expected)")
        }
        key.store(&config, value)
        note(key, value, origin)
    }

    private func merge(
        _ table: TOMLTable, prefix: String, lines: TOMLLines, into config: inout Config, noting note: Note
    ) throws(ConfigError) {
        for (part, value) in table {
            let name = prefix + part
            let origin = ConfigError.Origin.file(path: path, line: lines.line(of: name))
            if let inner = value.table {
                // Read once everything else is known.
                if prefix.isEmpty, ScreensReader.tables.contains(name) { continue }
                if name == NetworkReader.table {
                    config.requestRules = try NetworkReader(file: path, lines: lines).read(inner)
                    continue
                }
                if name == Self.variables {
                    try merge(variables: inner, lines: lines, into: &config)
                    continue
                }
                guard ConfigKey.all.contains(where: { $0.name.hasPrefix("\(name).") }) else {
                    throw ConfigError(origin, unknown(name, in: "table"))
                }
                try merge(inner, prefix: "\(name).", lines: lines, into: &config, noting: note)
                continue
            }
            if prefix.isEmpty, let example = Self.ownTables[name] {
                throw ConfigError(origin, "\(name) is \(Self.found(value)); expected tables, \(example)")
            }
            guard let key = ConfigKey.named(name) else {
                guard !ConfigKey.all.contains(where: { $0.name.hasPrefix("\(name).") }) else {
                    throw ConfigError(origin, "\(name) is \(Self.found(value)); expected a table, [\(name)]")
                }
                throw ConfigError(origin, unknown(name, in: "setting"))
            }
            guard !key.isSecret else {
                throw ConfigError(
                    origin, "a secret has no place in this file; use the variable \(key.variable) or \(name)_file")
            }
            guard let given = Self.value(value, for: key) else {
                throw ConfigError(origin, "\(name) is \(Self.found(value)); expected \(key.kind.expected)")
            }
            key.store(&config, given)
            note(key, given, origin)
        }
    }

    /// The one table whose keys are the user's own.
    private static let variables = "runtime_variables"

    /// The tables that are no settings of the program, and how they are written.
    private static let ownTables = [
        ScreensReader.containersTable: "[containers.NAME]", ScreensReader.screensTable: "[screens.NAME]",
        variables: "[runtime_variables]", NetworkReader.table: "[[network.policy]]",
    ]

    private func merge(variables: TOMLTable, lines: TOMLLines, into config: inout Config) throws(ConfigError) {
        for (name, value) in variables {
            guard value.type == .string, let text = value.string else {
                let path = "\(Self.variables).\(name)"
                throw ConfigError(
                    .file(path: self.path, line: lines.line(of: path)),
                    "\(path) is \(Self.found(value)); expected \(ConfigKey.Kind.text.expected)")
            }
            config.runtimeVariables[name] = text
        }
    }

    private static func value(_ value: any TOMLValueConvertible, for key: ConfigKey) -> ConfigKey.Value? {
        switch key.kind {
        case .text: value.type == .string ? value.string.map { .text($0) } : nil
        case .choice, .address, .name, .notificationRules, .hours:
            value.type == .string ? value.string.flatMap { key.value(fromText: $0) } : nil
        case .flag: value.type == .bool ? value.bool.map { .flag($0) } : nil
        case .number, .numberOrOff:
            switch value.type {
            case .int: value.int.flatMap { key.kind.allows(Double($0)) ? .number(Double($0)) : nil }
            case .double: value.double.flatMap { key.kind.allows($0) ? .number($0) : nil }
            default: nil
            }
        }
    }

    /// What stands in the file, as it is written there.
    private static func found(_ value: any TOMLValueConvertible) -> String {
        switch value.type {
        case .string: "\"\((value.string ?? "").prefix(100))\"".escapingControls
        case .int: value.int.map(String.init) ?? "a number"
        case .double: value.double.map { String($0) } ?? "a number"
        case .bool: value.bool.map { String($0) } ?? "true or false"
        case .array: "a list"
        case .table: "a table"
        case .date, .time, .dateTime: "a date or time"
        }
    }

    private func unknown(_ name: String, in kind: String) -> String {
        let settings = ConfigKey.all.filter { !$0.isSecret }.map(\.name)
        let tables = Set(settings.compactMap { $0.contains(".") ? String($0.prefix { $0 != "." }) : nil })
        let names = kind == "table" ? tables.union(Self.ownTables.keys).sorted() : settings
        let nearest =
            Spelling.nearest(to: name, among: names)
            ?? (kind == "table" ? Spelling.nearest(to: name, among: settings) : nil)
        return "unknown \(kind) \"\(name)\"; "
            + (nearest.map { "did you mean \"\($0)\"?" } ?? "known are \(names.joined(separator: ", "))")
    }
}
