import Basics
internal import Cards
import TOML
internal import Theming

/// Merges defaults, the file, the file of the profile, the environment and flags. A file that does not exist is no mistake; reading one costs
/// a start nothing when there is none.
package struct ConfigLoader {
    package var path: String
    /// Names the file of a profile, which is read after the other one if a flag or a variable names the profile; nil for none.
    package var profileFile: (@Sendable (String) -> String)?
    /// Whether the user named this file: then it must exist.
    package var isFileRequired: Bool
    package var environment: [String: String]
    /// By ``ConfigKey/name``, as typed.
    package var flags: [String: String]

    /// Told every value that is found, in the order in which one beats the other.
    package typealias Note = (ConfigKey, ConfigKey.Value, ConfigError.Origin) -> Void

    package init(
        path: String, isFileRequired: Bool = false, environment: [String: String] = [:], flags: [String: String] = [:],
        profileFile: (@Sendable (String) -> String)? = nil
    ) {
        self.profileFile = profileFile
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
        try mergeProfile(into: &config, noting: note)
        clearAlternatives(of: { environment[$0.variable] }, in: &config)
        for key in ConfigKey.all {
            if let text = environment[key.variable] {
                try store(text, for: key, from: .variable(key.variable), into: &config, noting: note)
            }
        }
        clearAlternatives(of: { flags[$0.name] }, in: &config)
        for key in ConfigKey.all {
            if let text = flags[key.name] {
                // The flags of `serve` are named without its table.
                let name = key.name.split(separator: ".").last ?? ""
                let flag = name.map { $0 == "_" ? "-" : String($0) }.joined()
                try store(text, for: key, from: .flag(flag), into: &config, noting: note)
            }
        }
        return config
    }

    /// Settings that give the same thing in different ways: the token, a viewer's key, a publisher's key.
    private static let alternatives = [
        ["token", "token_file", "token_command"], ["viewer_key", "viewer_key_file"],
        ["publisher_key", "publisher_key_file"],
    ]

    /// A flag or a variable beats every other way to give the same thing, not only the setting of its own name: the
    /// token of an exported variable must not go to a server with which `--token-file` is named.
    ///
    /// - Parameter text: What is given now for a setting; nil for nothing.
    private func clearAlternatives(of text: (ConfigKey) -> String?, in config: inout Config) {
        for names in Self.alternatives {
            let keys = ConfigKey.all.filter { names.contains($0.name) }
            guard keys.contains(where: { text($0)?.isEmpty == false }) else { continue }
            for key in keys { key.store(&config, .text("")) }
        }
    }

    /// Merges one file; `path` names it in errors.
    func merge(
        file bytes: [UInt8], into config: inout Config, noting note: Note = { _, _, _ in }
    ) throws(ConfigError) {
        let table: TOMLTable
        do throws(TOMLError) { table = try TOMLTable.read(bytes) } catch { throw ConfigError(error, in: path) }
        let lines = TOMLLines(table)
        try merge(table, prefix: "", lines: lines, into: &config, noting: note)
        // A text that is no name is refused where it is taken.
        let stream = (flags["stream"] ?? environment["CARDSTREAM_STREAM"]).flatMap { StreamID($0) } ?? config.stream
        config.screens = try ScreensReader(file: path, lines: lines, stream: stream).read(
            containers: table[ScreensReader.containersTable]?.table,
            screens: table[ScreensReader.screensTable]?.table, filters: table[ScreensReader.filtersTable]?.table)
    }

    /// Merges the file of the profile that a flag or a variable names, if there is one.
    private func mergeProfile(into config: inout Config, noting note: Note) throws(ConfigError) {
        guard let profileFile, let name = flags["profile"] ?? environment["CARDSTREAM_PROFILE"], ConfigKey.isName(name)
        else { return }
        var loader = self
        loader.path = profileFile(name)
        guard PrivateFile.exists(loader.path) else { return }
        let bytes = try loader.contents()
        let common = config.screens
        // Broken TOML is reported by the merge.
        if let table = try? TOMLTable.read(bytes) { clearAlternatives(of: { table[$0.name]?.string }, in: &config) }
        try loader.merge(file: bytes, into: &config, noting: note)
        config.screens = config.screens ?? common
    }

    private func contents() throws(ConfigError) -> [UInt8] {
        do {
            return try PrivateFile.read(path, limit: 1 << 20)
        } catch {
            throw ConfigError(.file(path: path, line: nil), "cannot be read: \(error.reason)")
        }
    }

    private func store(
        _ text: String, for key: ConfigKey, from origin: ConfigError.Origin, into config: inout Config,
        noting note: Note
    ) throws(ConfigError) {
        guard let value = key.value(fromText: text) else {
            let shown = key.kind == .address ? text.maskingPasswordOfAddress : text
            throw ConfigError(origin, "\"\(shown)\" is not \(key.kind.expected)")
        }
        key.store(&config, value)
        note(key, value, origin)
    }

    private func merge(
        _ table: TOMLTable, prefix: String, lines: TOMLLines, into config: inout Config, noting note: Note
    ) throws(ConfigError) {
        for entry in table.entries {
            let name = prefix + entry.key
            let value = entry.value
            let origin = ConfigError.Origin.file(path: path, line: entry.line)
            if let inner = value.table {
                // Read once everything else is known.
                if prefix.isEmpty, ScreensReader.tables.contains(name) { continue }
                if name == NetworkReader.table {
                    config.requestRules = try NetworkReader(file: path, lines: lines).read(inner)
                    continue
                }
                if name == Self.variables {
                    try merge(variables: inner, into: &config)
                    continue
                }
                if name == Self.categories {
                    try merge(categories: inner, into: &config)
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
                    origin, "secrets are not allowed in this file; use the variable \(key.variable) or \(name)_file")
            }
            guard let given = Self.value(value, for: key) else {
                throw ConfigError(origin, "\(name) is \(Self.found(value)); expected \(key.kind.expected)")
            }
            key.store(&config, given)
            note(key, given, origin)
        }
    }

    /// The tables whose keys are the user's own.
    private static let variables = "runtime_variables"
    private static let categories = "categories"

    /// The tables that are no settings of the program, and how they are written.
    private static let ownTables = [
        ScreensReader.containersTable: "[containers.NAME]", ScreensReader.screensTable: "[screens.NAME]",
        variables: "[runtime_variables]", categories: "[categories]", NetworkReader.table: "[[network.policy]]",
    ]

    private func merge(variables: TOMLTable, into config: inout Config) throws(ConfigError) {
        for entry in variables.entries {
            guard let text = entry.value.string else {
                throw ConfigError(
                    .file(path: path, line: entry.line),
                    "\(Self.variables).\(entry.key) is \(Self.found(entry.value)); expected \(ConfigKey.Kind.text.expected)"
                )
            }
            config.runtimeVariables[entry.key] = text
        }
    }

    private func merge(categories: TOMLTable, into config: inout Config) throws(ConfigError) {
        for entry in categories.entries {
            guard let color = entry.value.string, Theme.isColor(color) else {
                throw ConfigError(
                    .file(path: path, line: entry.line),
                    "\(Self.categories).\(entry.key) is \(Self.found(entry.value)); expected \(Theme.colorWords)")
            }
            config.categories[entry.key.lowercased()] = color
        }
    }

    private static func value(_ value: TOMLValue, for key: ConfigKey) -> ConfigKey.Value? {
        switch key.kind {
        case .text: value.string.map { .text($0) }
        case .identifier, .choice, .address, .name, .notificationRules, .hours:
            value.string.flatMap { key.value(fromText: $0) }
        case .flag: value.boolean.map { .flag($0) }
        case .durationOrOff:
            // A text has units, or it is a number in quotes by mistake.
            (value.string.map { CardDuration($0)?.length } ?? value.number)
                .flatMap { key.kind.allows($0) ? .number($0) : nil }
        case .number, .numberOrOff: value.number.flatMap { key.kind.allows($0) ? .number($0) : nil }
        }
    }

    /// What stands in the file, as it is written there.
    private static func found(_ value: TOMLValue) -> String {
        switch value.content {
        case .string(let text): "\"\(text.prefix(100))\"".escapingControls
        case .integer(let number): String(number)
        case .float(let number): String(number)
        case .boolean(let flag): String(flag)
        case .array: "a list"
        case .table: "a table"
        case .dateTime: "a date or time"
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
            + (nearest.map { "did you mean \"\($0)\"?" } ?? "known: \(names.joined(separator: ", "))")
    }
}
