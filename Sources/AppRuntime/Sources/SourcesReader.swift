import Basics
import Cards
import TOML

/// Reads the tables `[sources.NAME]` of the configuration file.
package struct SourcesReader {
    package static let help = "Sources of cards in addition to the feed, each with a stream and a screen of its own."

    static let table = "sources"
    private static let kindField = "kind"
    private static let streamField = "stream"
    private static let titleField = "title"

    let file: String
    let lines: TOMLLines
    /// The feed's stream.
    let stream: StreamID

    init(file: String, lines: TOMLLines, stream: StreamID) {
        self.file = file
        self.lines = lines
        self.stream = stream
    }

    /// An example for the example file and the guide.
    package static var example: String {
        var lines = [
            "A source of cards in addition to the feed, with a stream and a screen of its own. You choose NAME; the",
            "status line shows this NAME when the source is not connected.",
        ]
        for kind in SourceKind.all {
            lines += ["", "\(kind.help)", "[sources.NAME]", "kind = \"\(kind.name)\""]
            for setting in kind.settings {
                let value = setting.isRequired ? "…" : setting.defaultValue
                let isQuoted = !setting.isNumber
                lines += ["\(setting.help)", "\(setting.name) = \(isQuoted ? "\"\(value)\"" : value)"]
            }
            lines += ["The stream of the source's cards.", "\(streamField) = \"\(kind.stream)\""]
            lines += ["The title of its screen; by default NAME with a capital letter.", "\(titleField) = \"\""]
        }
        return lines.joined(separator: "\n")
    }

    /// The mistake for two sources with the same stream.
    static func conflict(
        _ source: SourceConfig, _ other: SourceConfig, in file: String, _ lines: TOMLLines
    ) -> ConfigError {
        let stream = source.streams.first { other.streams.contains($0) } ?? source.stream
        let isOverlay = stream == source.overlay
        let setting = (isOverlay ? SourceKind.named(source.kind)?.overlaySetting : nil) ?? streamField
        return ConfigError(
            .file(path: file, line: lines.line(of: "\(table).\(source.name)")),
            "\(table).\(source.name) and \(table).\(other.name) have the same stream \"\(stream)\"; give one of "
                + "them a different stream: \(setting) = \"\(source.name)\(isOverlay ? "-\(stream)" : "")\"",
            area: .connection)
    }

    /// Reads the source with this name from the table of all sources.
    func source(_ name: String, _ table: TOMLTable) throws(ConfigError) -> SourceConfig {
        guard ConfigKey.isName(name) else {
            throw ConfigError(
                .file(path: file, line: line(of: name)),
                "\"\(name.escapingControls)\" cannot be the name of a source; expected \(ConfigKey.Kind.name.expected)",
                area: .connection)
        }
        guard let inner = table[name]?.table else {
            throw ConfigError(
                .file(path: file, line: line(of: name)),
                "\(Self.table).\(name) is not a table; write a table [\(Self.table).\(name)] with its settings",
                area: .connection)
        }
        func fields(_ known: [String]) -> TOMLFields {
            TOMLFields(
                table: inner, name: "\(Self.table).\(name)", known: known, file: file, lines: lines,
                area: .connection)
        }
        let kinds = SourceKind.all.map { "\"\($0.name)\"" }.joined(separator: ", ")
        let reader = fields([])
        guard let wanted = try reader.text(Self.kindField) else {
            throw reader.error(nil, "\(reader.name) has no kind; expected kind = one of \(kinds)")
        }
        guard let kind = SourceKind.named(wanted) else {
            throw reader.error(
                Self.kindField,
                "\(reader.name).kind is \"\(wanted.escapingControls)\"; expected one of \(kinds)")
        }
        let known = fields([Self.kindField, Self.streamField, Self.titleField] + kind.settings.map(\.name))
        try known.checkNames()
        var values: [String: String] = [:]
        for setting in kind.settings { values[setting.name] = try value(of: setting, known) }
        let stream = try stream(known, kind)
        var overlay: StreamID?
        if let setting = kind.overlaySetting, values["in_app"] != "off",
            let found = values[setting].flatMap({ StreamID($0) })
        {
            overlay = try free(found, known, setting)
            guard found != stream else {
                throw known.error(
                    setting,
                    "\(known.name).\(setting) is \"\(found)\", which is already the stream of this source; expected a different stream"
                )
            }
        }
        return SourceConfig(
            name: name, title: try known.text(Self.titleField), kind: kind.name, stream: stream, overlay: overlay,
            values: values)
    }

    private func value(of setting: SourceSetting, _ fields: TOMLFields) throws(ConfigError) -> String {
        guard let text = try self.text(of: setting, fields), !text.isEmpty else {
            guard !setting.isRequired else {
                throw fields.error(nil, "\(fields.name) has no \(setting.name); expected \(setting.name) = \"…\"")
            }
            return setting.defaultValue
        }
        func wrong(_ expected: String) -> ConfigError {
            fields.error(
                setting.name,
                "\(fields.name).\(setting.name) is \"\(text.maskingPasswordOfAddress)\"; expected \(expected)")
        }
        guard setting.kind.value(fromText: text) != nil else { throw wrong(setting.kind.expected) }
        if let rule = setting.rule, !rule.allows(text) { throw wrong(rule.expected) }
        return text
    }

    /// The value as text; numbers in the file are converted.
    private func text(of setting: SourceSetting, _ fields: TOMLFields) throws(ConfigError) -> String? {
        guard setting.isNumber, let number = fields.table[setting.name]?.number else {
            return try fields.text(setting.name)
        }
        return number.magnitude < 1e15 ? ConfigKey.Value.number(number).text : String(number)
    }

    private func stream(_ fields: TOMLFields, _ kind: SourceKind) throws(ConfigError) -> StreamID {
        guard let text = try fields.text(Self.streamField) else { return try free(kind.stream, fields) }
        guard let stream = StreamID(text) else {
            throw fields.error(
                Self.streamField,
                "\(fields.name).stream is \"\(text.escapingControls)\"; expected \(StreamID.rule.expected)")
        }
        return try free(stream, fields)
    }

    private func free(
        _ stream: StreamID, _ fields: TOMLFields, _ setting: String = streamField
    ) throws(ConfigError) -> StreamID {
        guard stream != self.stream else {
            throw fields.error(
                setting,
                "\(fields.name).\(setting) is \"\(stream)\", which is the feed's stream; expected a different stream")
        }
        return stream
    }

    /// The mistakes of settings that refer to unknown screens.
    ///
    /// - Parameter screens: The names of all screens.
    func wrongScreens(_ sources: [SourceConfig], of screens: [String]) -> [ConfigError] {
        var mistakes: [ConfigError] = []
        for source in sources {
            for setting in SourceKind.named(source.kind)?.settings ?? [] where setting.namesScreens {
                guard let wrong = source.list(setting.name).first(where: { !screens.contains($0) }) else { continue }
                let guess =
                    Spelling.nearest(to: wrong, among: screens).map { "did you mean \"\($0.escapingControls)\"?" }
                    ?? "known: \(screens.joined(separator: ", ").escapingControls)"
                let name = "\(Self.table).\(source.name).\(setting.name)"
                mistakes.append(
                    ConfigError(
                        .file(path: file, line: lines.line(of: name)),
                        "\(name) has \"\(wrong.escapingControls)\", which is not a screen; \(guess)", area: .connection)
                )
            }
        }
        return mistakes
    }

    private func line(of name: String) -> Int? { lines.line(of: "\(Self.table).\(name)") }
}
