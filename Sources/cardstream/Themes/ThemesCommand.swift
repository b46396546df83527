internal import AppRuntime
internal import ArgumentParser
internal import Cards
internal import CursesTerminal
internal import Theming

/// `cardstream themes`: lists, shows and checks themes.
struct ThemesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "themes",
        abstract: "List themes, show how they look, check one of your own.",
        discussion: """
            A theme of your own is a file NAME.toml in $XDG_CONFIG_HOME/cardstream/themes \
            (~/.config/cardstream/themes). What it does not say it takes from the theme it inherits. \
            A Base16 or Base24 scheme there, NAME.yaml, is a theme as it is; themes show prints it as a theme.

            EXAMPLES
              cardstream themes                            what there is
              cardstream themes preview --all              how it looks
              cardstream themes preview ember --on light   one of them, on light
              mkdir -p ~/.config/cardstream/themes
              cardstream themes show ink > ~/.config/cardstream/themes/mine.toml
              cardstream themes check ~/.config/cardstream/themes/mine.toml
              cardstream --theme mine
            """,
        subcommands: [ThemesList.self, ThemesShow.self, ThemesCheck.self, ThemesPreview.self],
        defaultSubcommand: ThemesList.self)
}

/// The theme in use and the folders of themes.
struct ThemesSource: ParsableArguments {
    @Option(
        help: ArgumentHelp("Read this configuration file instead of the usual one.", valueName: "file"),
        completion: .file(extensions: ["toml"]))
    var config: String?

    func setup() throws(ConfigError) -> Setup { try ConfigOptions.load(file: config, flags: [:]) }
    func choice() throws(ConfigError) -> ThemeChoice { ThemeChoice(try setup(), colors: .none) }
}

/// `cardstream themes list`: prints a line for each theme and marks the one in use.
struct ThemesList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the themes there are; * marks the one in use.")

    @OptionGroup var source: ThemesSource

    @Flag(help: "As JSON: name, path, summary and whether it is in use.")
    var json = false

    func run() throws {
        let choice = try source.choice()
        let entries = ThemeLoader.entries(searchPaths: choice.searchPaths)
        if json { return Console.json(Self.document(entries, inUse: choice.listedName), isPretty: true) }
        let width = entries.map(\.name.count).max() ?? 0
        for entry in entries {
            let mark = entry.name == choice.listedName ? "*" : " "
            let name = entry.name + String(repeating: " ", count: width - entry.name.count)
            let place = entry.path.map { "\($0)\(entry.summary.isEmpty ? "" : ": ")" } ?? ""
            Console.print("\(mark) \(name)  \(place)\(entry.summary)")
        }
    }

    private static func document(_ entries: [ThemeEntry], inUse: String) -> JSONValue {
        .array(
            entries.map { entry in
                .object([
                    "name": .string(entry.name), "path": entry.path.map { .string($0) } ?? .null,
                    "summary": .string(entry.summary), "inUse": .bool(entry.name == inUse),
                ])
            })
    }
}

/// `cardstream themes show`: prints a theme's file.
struct ThemesShow: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Print a theme's file, to copy and change.")

    @OptionGroup var source: ThemesSource

    @Argument(help: "The theme's name, or a theme file.", completion: CompletionValues.themes)
    var theme: String

    func run() throws {
        let choice = try source.choice()
        var text = try ThemeLoader.text(of: theme, searchPaths: choice.searchPaths)
        if text.hasSuffix("\n") { text.removeLast() }
        Console.print(text)
    }
}
