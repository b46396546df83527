internal import AppRuntime
internal import ArgumentParser
internal import Cards
internal import CursesTerminal
internal import Theming

/// `cardstream themes`: lists, shows and checks themes.
struct ThemesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "themes",
        abstract: "List, preview and check themes.",
        discussion: """
            A theme of your own is a file NAME.toml in $XDG_CONFIG_HOME/cardstream/themes \
            (~/.config/cardstream/themes). Whatever the file does not set, it inherits from another theme. A Base16 or \
            Base24 scheme in that directory, NAME.yaml, is also a theme; `cardstream themes show` prints it in the \
            theme format.

            EXAMPLES
              cardstream themes                            list the themes
              cardstream themes preview --all              draw all themes
              cardstream themes preview ember --on light   draw ember on a light background
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

    func setup() throws(ConfigError) -> Setup { try ConfigOptions.load(file: config, flags: [:], reading: [.display]) }
    func choice() throws(ConfigError) -> ThemeChoice { ThemeChoice(try setup(), colors: .none) }
}

/// `cardstream themes list`: prints a line for each theme and marks the one in use.
struct ThemesList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List all themes; * marks the theme in use.")

    @OptionGroup var source: ThemesSource

    @Flag(help: "Print JSON.")
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
        commandName: "show", abstract: "Print a theme's file, as a starting point for your own theme.")

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
