internal import AppCore
internal import AppRuntime
internal import ArgumentParser
internal import Cards

/// `cardstream config`: lists all settings with type, default and description.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "List every setting, or print a configuration file to start from.",
        discussion: """
            For each setting that you have changed, the list also shows its value and where it is set: file and line, \
            or variable.

            EXAMPLES
              cardstream config                          list all settings
              cardstream config --config other.toml      read other.toml instead
              mkdir -p ~/.config/cardstream
              cardstream config --example > ~/.config/cardstream/config.toml
            """)

    @Option(
        help: ArgumentHelp("Read this configuration file instead of the usual one.", valueName: "file"),
        completion: .file(extensions: ["toml"]))
    var config: String?

    @Flag(help: "Print a configuration file with every setting commented out.")
    var example = false

    func run() throws {
        if example { return Console.print(Self.exampleFile) }
        var values: [String: String] = [:]
        let (setup, mistakes) = ConfigOptions.read(file: config, flags: [:]) { key, value, origin in
            values[key.name] = "\(key.isSecret ? "set" : value.text.maskingPasswords), by \(origin.place)"
        }
        for note in setup.config.screens?.notes ?? [] { Console.error("\(note)") }
        Console.printWrapped(
            Self.reference(values, rules: setup.config.requestRules, sources: setup.config.sources))
        if let all = ConfigError.joined(mistakes) { throw all }
    }

    /// - Parameters:
    ///   - values: The values and origins of settings by name.
    ///   - rules: The rules of the request policy.
    ///   - sources: The sources other than the feed.
    static func reference(
        _ values: [String: String], rules: [RequestRule] = [], sources: [SourceConfig] = []
    ) -> String {
        var text = """
            Settings are in $XDG_CONFIG_HOME/cardstream/config.toml (~/.config/cardstream/config.toml). \
            Variables override the file; flags override both. With --profile NAME or CARDSTREAM_PROFILE, \
            profiles/NAME.toml in the same directory overrides the file.

            """
        for key in ConfigKey.all {
            text += "\n\(key.name)\n    \(key.help)\n"
            text += "    \(key.kind.expected), \(key.defaultValue.isEmpty ? "not set" : "default \(key.defaultValue)")"
            text += "; \(key.variable)\n"
            if let value = values[key.name] { text += "    now \(value)\n" }
        }
        text += """

            network.policy
                \(NetworkReader.help)
                tables, [[network.policy]], not set

            """
        for (index, rule) in rules.enumerated() { text += "    rule \(index + 1): \(rule)\n" }
        text += """

            sources
                \(SourcesReader.help)
                tables, [sources.NAME], not set

            """
        for source in sources { text += "    \(source.name): \(source.kind), stream \(source.stream)\n" }
        text.removeLast()
        return text
    }

    static var exampleFile: String {
        var lines: [String] = []
        var table = ""
        for key in ConfigKey.all where !key.isSecret {
            let parts = key.name.split(separator: ".")
            let name = String(parts[parts.count - 1])
            if parts.count > 1, String(parts[0]) != table {
                table = String(parts[0])
                lines.append("# [\(table)]\n")
            }
            let isQuoted: Bool
            switch key.kind {
            case .text, .identifier, .name, .address, .choice, .notificationRules, .hours: isQuoted = true
            case .flag, .number, .numberOrOff, .durationOrOff: isQuoted = false
            }
            lines.append("# \(key.help)\n# \(name) = \(isQuoted ? "\"\(key.defaultValue)\"" : key.defaultValue)\n")
        }
        let parts = [
            lines.joined(separator: "\n"), Self.commented(filtersExample), "", Self.commented(NetworkReader.example),
            "", Self.commented(SourcesReader.example), "",
            containersExample,
        ]
        return parts.joined(separator: "\n")
    }

    private static func commented(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "# \($0)" }
            .joined(separator: "\n")
    }

    /// Also shown in the guide.
    static let filtersExample = """
        Saved filters, as you type them after the / key. Each filter becomes a tab.

        [filters]
        soon = "priority:<=2 expires:<1d"
        forms = "has:input -is:waiting"
        """

    /// A complete example of containers and screens, followed by all their settings.
    static var containersExample: String {
        var lines = [commented(screensExample)]
        lines += ["", "# Every setting of a table [containers.NAME], with its default:", ""]
        for setting in ContainerSetting.all {
            let kinds =
                setting.kinds.count == ContainerModel.Kind.allCases.count
                ? "" : setting.kinds.isEmpty ? "" : " For: \(setting.kinds.map(\.rawValue).joined(separator: ", "))."
            lines.append("# \(setting.help)\(kinds)\n# \(setting.name) = \(setting.defaultValue)\n")
        }
        return lines.joined(separator: "\n")
    }

    /// Also shown in the guide.
    static let screensExample = """
        Containers show cards, and screens arrange containers. Without containers the viewer shows the stream in the
        setting "stream".

        [containers.highlights]
        kind = "horizontal"
        stream = "highlights"
        title = "Highlights"
        card_width = 46

        [containers.inbox]
        stream = "inbox"
        header_command = "date +%A"

        [containers.urgent]
        kind = "modal"
        stream = "urgent"
        position = "top"
        offset = 2

        A screen has either container, rows or columns. A size is a number of cells, a share such as "60%", or "fill".
        If the screen's appearance is "dark" or "light", the whole screen is drawn for that background.

        [screens.desk]
        title = "Desk"
        rows = [
          { container = "highlights", size = 11 },
          { container = "inbox" },
        ]
        modals = ["urgent"]
        focus = "inbox"
        """
}
