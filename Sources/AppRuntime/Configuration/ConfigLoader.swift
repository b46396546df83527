import AppCore
import Basics
internal import Cards
import TOML
internal import Theming

/// Merges defaults, the configuration file, the profile's file, the environment and flags. A missing file is not a
/// mistake, and costs the start no time.
package struct ConfigLoader {
    package var path: String
    /// Returns the path of a profile's file. This file is read after the configuration file, if a flag or a variable
    /// names the profile; nil for no such files.
    package var profileFile: (@Sendable (String) -> String)?
    /// Whether the user named the file explicitly. If so, it must exist.
    package var isFileRequired: Bool
    package var environment: [String: String]
    /// The flags as typed, by ``ConfigKey/name``.
    package var flags: [String: String]

    /// Called for each value that is found. Later values override earlier ones.
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

    /// - Throws: One ``ConfigError`` that contains all mistakes.
    package func load(noting note: Note = { _, _, _ in }) throws(ConfigError) -> Config {
        let (config, mistakes) = read(noting: note)
        if let all = ConfigError.joined(mistakes) { throw all }
        return config
    }

    /// Reads the configuration without the mistaken settings, and all mistakes in the order of the files and their
    /// lines.
    package func read(noting note: Note = { _, _, _ in }) -> (config: Config, mistakes: [ConfigError]) {
        var config = Config()
        var mistakes: [ConfigError] = []
        if isFileRequired || PrivateFile.exists(path) { mistakes += mergeFile(into: &config, noting: note) }
        mistakes += mergeProfile(into: &config, noting: note)
        clearAlternatives(of: { environment[$0.variable] }, in: &config)
        for key in ConfigKey.all {
            if let text = environment[key.variable] {
                mistakes += store(text, for: key, from: .variable(key.variable), into: &config, noting: note)
            }
        }
        clearAlternatives(of: { flags[$0.name] }, in: &config)
        for key in ConfigKey.all {
            if let text = flags[key.name] {
                // The flags of `serve` do not include the name of the table.
                let name = key.name.split(separator: ".").last ?? ""
                let flag = name.map { $0 == "_" ? "-" : String($0) }.joined()
                mistakes += store(text, for: key, from: .flag(flag), into: &config, noting: note)
            }
        }
        return (config, mistakes)
    }

    /// Settings that are alternatives for the same value: the token, the viewer key, and the publisher key.
    private static let alternatives = [
        ["token", "token_file", "token_command"], ["viewer_key", "viewer_key_file"],
        ["publisher_key", "publisher_key_file"],
    ]

    /// Clears all alternatives of a setting that a flag or a variable sets. Otherwise, the token of an exported
    /// variable would be sent to a server for which the user named a `--token-file`.
    ///
    /// - Parameter text: The value that is given for a setting; nil for none.
    private func clearAlternatives(of text: (ConfigKey) -> String?, in config: inout Config) {
        for names in Self.alternatives {
            let keys = ConfigKey.all.filter { names.contains($0.name) }
            guard keys.contains(where: { text($0)?.isEmpty == false }) else { continue }
            for key in keys { key.store(&config, .text("")) }
        }
    }

    private func mergeFile(into config: inout Config, noting note: Note) -> [ConfigError] {
        do throws(ConfigError) { return merge(file: try contents(), into: &config, noting: note) } catch {
            return [error]
        }
    }

    /// Merges one file; ``path`` is its name in errors.
    ///
    /// - Returns: The mistakes, sorted by line.
    func merge(
        file bytes: [UInt8], into config: inout Config, noting note: Note = { _, _, _ in }
    ) -> [ConfigError] {
        let table: TOMLTable
        do throws(TOMLError) { table = try TOMLTable.read(bytes) } catch { return [ConfigError(error, in: path)] }
        let lines = TOMLLines(table)
        var mistakes = merge(table, prefix: "", lines: lines, into: &config, noting: note)
        // An invalid identifier is reported when the flag or the variable is merged.
        let stream = (flags["stream"] ?? environment["CARDSTREAM_STREAM"]).flatMap { StreamID($0) } ?? config.stream
        let found = MistakeList()
        let earlierScreens = config.screens
        config.screens = ScreensReader(file: path, lines: lines, stream: stream, mistakes: found).read(
            containers: table[ScreensReader.containersTable]?.table,
            screens: table[ScreensReader.screensTable]?.table, filters: table[ScreensReader.filtersTable]?.table)
        mistakes += found.all
        if let sources = table[SourcesReader.table]?.table {
            // A flag or a variable can set the stream of a source.
            let reader = SourcesReader(file: path, lines: lines, stream: config.stream)
            for name in sources.keys {
                do throws(ConfigError) { try add(try reader.source(name, sources), to: &config, lines) } catch {
                    mistakes.append(error)
                }
            }
            // Screens with mistakes are left out, so the name may belong to one of them.
            if found.all.isEmpty {
                let screens = (config.screens ?? earlierScreens ?? .single(stream)).showing(config.sources).screens
                mistakes += reader.wrongScreens(
                    config.sources.filter { sources[$0.name] != nil }, of: screens.map(\.name))
            }
        }
        return ConfigError.sorted(mistakes)
    }

    /// Adds a source. It replaces a source with the same name from an earlier file.
    private func add(_ source: SourceConfig, to config: inout Config, _ lines: TOMLLines) throws(ConfigError) {
        if let index = config.sources.firstIndex(where: { $0.name == source.name }) {
            config.sources[index] = source
        } else {
            config.sources.append(source)
        }
        let streams = Set(source.streams)
        guard
            let other = config.sources.first(where: { $0.name != source.name && !streams.isDisjoint(with: $0.streams) })
        else { return }
        throw SourcesReader.conflict(source, other, in: path, lines)
    }

    /// Merges the file of the profile that a flag or a variable names, if this file exists.
    private func mergeProfile(into config: inout Config, noting note: Note) -> [ConfigError] {
        guard let profileFile, let name = flags["profile"] ?? environment["CARDSTREAM_PROFILE"], ConfigKey.isName(name)
        else { return [] }
        var loader = self
        loader.path = profileFile(name)
        guard PrivateFile.exists(loader.path) else { return [] }
        let common = config.screens
        // If the file cannot be read or is not TOML, the merge reports it.
        if let bytes = try? loader.contents(), let table = try? TOMLTable.read(bytes) {
            clearAlternatives(of: { table[$0.name]?.string }, in: &config)
        }
        let mistakes = loader.mergeFile(into: &config, noting: note)
        config.screens = config.screens ?? common
        return mistakes
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
    ) -> [ConfigError] {
        guard let value = key.value(fromText: text) else {
            let shown = key.kind == .address ? text.maskingPasswordOfAddress : text
            var words = "\"\(shown)\" is not \(key.kind.expected)"
            if case .identifier(let rule) = key.kind { words = "\"\(shown)\": expected \(rule.expected)" }
            var mistake = ConfigError(origin, words, area: key.area)
            // A mistake in a flag must stop the command, so it gets the area that every command reads.
            if case .flag = origin { mistake.area = .file }
            return [mistake]
        }
        key.store(&config, value)
        note(key, value, origin)
        return []
    }

    private func merge(
        _ table: TOMLTable, prefix: String, lines: TOMLLines, into config: inout Config, noting note: Note
    ) -> [ConfigError] {
        var mistakes: [ConfigError] = []
        for entry in table.entries {
            do throws(ConfigError) {
                if let inner = entry.value.table {
                    mistakes += try merge(inner, of: entry, prefix: prefix, lines: lines, into: &config, noting: note)
                } else {
                    try merge(entry, prefix: prefix, into: &config, noting: note)
                }
            } catch {
                mistakes.append(error)
            }
        }
        return mistakes
    }

    /// Merges a table of the file.
    private func merge(
        _ inner: TOMLTable, of entry: TOMLTable.Entry, prefix: String, lines: TOMLLines, into config: inout Config,
        noting note: Note
    ) throws(ConfigError) -> [ConfigError] {
        let name = prefix + entry.key
        // These tables are read after all others.
        if prefix.isEmpty, ScreensReader.tables.contains(name) || name == SourcesReader.table { return [] }
        switch name {
        case NetworkReader.table:
            let found = MistakeList()
            config.requestRules = NetworkReader(file: path, lines: lines, mistakes: found).read(inner)
            return found.all
        case Self.variables: return merge(variables: inner, into: &config)
        case Self.categories: return merge(categories: inner, into: &config)
        default: break
        }
        guard ConfigKey.all.contains(where: { $0.name.hasPrefix("\(name).") }) else {
            throw unknown(name, in: "table", at: .file(path: path, line: entry.line))
        }
        return merge(inner, prefix: "\(name).", lines: lines, into: &config, noting: note)
    }

    /// Merges a setting of the file.
    private func merge(
        _ entry: TOMLTable.Entry, prefix: String, into config: inout Config, noting note: Note
    ) throws(ConfigError) {
        let name = prefix + entry.key
        let value = entry.value
        let origin = ConfigError.Origin.file(path: path, line: entry.line)
        if prefix.isEmpty, let own = Self.ownTables[name] {
            throw ConfigError(
                origin, "\(name) is \(Self.found(value)); expected tables, \(own.example)", area: own.area)
        }
        guard let key = ConfigKey.named(name) else {
            if let inner = ConfigKey.all.first(where: { $0.name.hasPrefix("\(name).") }) {
                throw ConfigError(
                    origin, "\(name) is \(Self.found(value)); expected a table, [\(name)]", area: inner.area)
            }
            throw unknown(name, in: "setting", at: origin)
        }
        guard !key.isSecret else {
            throw ConfigError(
                origin,
                "secrets are not allowed in this file; use the environment variable \(key.variable) or the setting \(name)_file"
            )
        }
        guard let given = Self.value(value, for: key) else {
            throw ConfigError(
                origin, "\(name) is \(Self.found(value)); expected \(key.kind.expected)", area: key.area)
        }
        key.store(&config, given)
        note(key, given, origin)
    }

    /// The tables with user-defined keys.
    private static let variables = "runtime_variables"
    private static let categories = "categories"

    /// The tables that are not in ``ConfigKey/all``, and how to write their headers.
    private static let ownTables: [String: (example: String, area: ConfigArea)] = [
        ScreensReader.containersTable: ("[containers.NAME]", .cards),
        ScreensReader.screensTable: ("[screens.NAME]", .cards), ScreensReader.filtersTable: ("[filters]", .cards),
        variables: ("[runtime_variables]", .cards), categories: ("[categories]", .display),
        NetworkReader.table: ("[[network.policy]]", .connection), SourcesReader.table: ("[sources.NAME]", .connection),
    ]

    private func merge(variables: TOMLTable, into config: inout Config) -> [ConfigError] {
        var mistakes: [ConfigError] = []
        for entry in variables.entries {
            guard let text = entry.value.string else {
                mistakes.append(
                    mistake(in: entry, of: Self.variables, expected: ConfigKey.Kind.text.expected, area: .cards))
                continue
            }
            config.runtimeVariables[entry.key] = text
        }
        return mistakes
    }

    private func merge(categories: TOMLTable, into config: inout Config) -> [ConfigError] {
        var mistakes: [ConfigError] = []
        for entry in categories.entries {
            guard let color = entry.value.string, Theme.isColor(color) else {
                mistakes.append(mistake(in: entry, of: Self.categories, expected: Theme.colorWords, area: .display))
                continue
            }
            config.categories[entry.key.lowercased()] = color
        }
        return mistakes
    }

    private func mistake(
        in entry: TOMLTable.Entry, of table: String, expected: String, area: ConfigArea
    ) -> ConfigError {
        ConfigError(
            .file(path: path, line: entry.line),
            "\(table).\(entry.key) is \(Self.found(entry.value)); expected \(expected)", area: area)
    }

    private static func value(_ value: TOMLValue, for key: ConfigKey) -> ConfigKey.Value? {
        switch key.kind {
        case .text: value.string.map { .text($0) }
        case .identifier, .choice, .address, .name, .notificationRules, .hours:
            value.string.flatMap { key.value(fromText: $0) }
        case .flag: value.boolean.map { .flag($0) }
        case .durationOrOff:
            // A string must have a unit; without one, it is a number that is quoted by mistake.
            (value.string.map { CardDuration($0)?.length } ?? value.number)
                .flatMap { key.kind.allows($0) ? .number($0) : nil }
        case .number, .numberOrOff: value.number.flatMap { key.kind.allows($0) ? .number($0) : nil }
        }
    }

    /// The value in the file, for error messages.
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

    /// The mistake for an unknown name. It has the area of the setting whose name is most similar.
    private func unknown(_ name: String, in kind: String, at origin: ConfigError.Origin) -> ConfigError {
        if name == "keys", kind == "table" {
            return ConfigError(
                origin, "unknown table \"keys\"; keys are set in keys.toml, which `cardstream help keys` describes",
                area: .unknown)
        }
        let settings = ConfigKey.all.filter { !$0.isSecret }.map(\.name)
        let tables = Set(settings.compactMap { $0.contains(".") ? String($0.prefix { $0 != "." }) : nil })
        let names = kind == "table" ? tables.union(Self.ownTables.keys).sorted() : settings
        let nearest =
            Spelling.nearest(to: name, among: names)
            ?? (kind == "table" ? Spelling.nearest(to: name, among: settings) : nil)
        let guess = nearest.map { "did you mean \"\($0)\"?" } ?? "known: \(names.joined(separator: ", "))"
        let area = nearest.flatMap { nearest in
            Self.ownTables[nearest]?.area
                ?? ConfigKey.all.first { $0.name == nearest || $0.name.hasPrefix("\(nearest).") }?.area
        }
        return ConfigError(origin, "unknown \(kind) \"\(name)\"; \(guess)", area: area ?? .unknown)
    }
}
