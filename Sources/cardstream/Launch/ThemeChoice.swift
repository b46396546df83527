internal import AppRuntime
internal import Canvas
internal import Cards
internal import CursesTerminal
internal import Theming

/// The theme and its colour depth.
struct ThemeChoice {
    let name: String
    /// The origin of the name, as a prefix for messages.
    private let originPrefix: String
    let appearance: Appearance
    let depth: ColorDepth
    let textSize: TextSize
    let searchPaths: [String]
    /// Remembers the terminal's appearance; nil if the appearance is configured.
    let memory: AppearanceMemory?

    /// - Parameter colors: The colours of the terminal.
    init(_ setup: Setup, colors: ColorSupport) {
        name = setup.config.theme.isEmpty ? ThemeLoader.standard : setup.config.theme
        originPrefix = setup.originPrefix(of: "theme")
        appearance =
            switch setup.config.appearance {
            case .auto: Self.appearance(setup)
            case .dark: .dark
            case .light: .light
            }
        textSize = setup.config.textSize
        memory = setup.config.appearance == .auto ? AppearanceMemory(path: setup.paths.appearanceFile) : nil
        depth =
            switch colors {
            case .none: .none
            case .eight, .sixteen: .ansi16
            case .palette: .indexed256
            case .direct: .direct
            }
        let shared = setup.variables["XDG_DATA_DIRS"].flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/share:/usr/share"
        searchPaths =
            [setup.paths.themes]
            + shared.split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/cardstream/themes" }
    }

    /// The theme's name in the list of themes.
    var listedName: String { ThemeLoader.listedName(of: name) }

    /// The theme, with a controller that can switch to others. If the configured theme cannot be used, the built-in
    /// default is used, and the problems contain the reason.
    func controller() throws -> (ThemeController, problems: [String]) {
        do {
            let (theme, problems) = try load { $0.brief }
            return (controller(of: theme), problems)
        } catch {
            let (theme, _) = try ThemeLoader.load(
                ThemeLoader.standard, appearance: appearance, depth: depth, textSize: textSize)
            return (controller(of: theme), [error.message])
        }
    }

    /// Like ``controller()``, but throws if the theme cannot be used, for output where a replacement would not be noticed.
    func requiredController() throws(CommandFailure) -> (ThemeController, problems: [String]) {
        let (theme, problems) = try load()
        return (controller(of: theme), problems)
    }

    /// Loads the theme and returns the problems in it.
    ///
    /// - Parameter words: The message for an error.
    func load(_ words: (ThemeError) -> String = { $0.description }) throws(CommandFailure) -> (
        Theme, problems: [String]
    ) { try load(name, named: originPrefix, words) }

    /// Loads a theme that the configuration names for a container.
    ///
    /// - Parameter origin: Where it names the theme.
    func load(_ name: String, namedAt origin: ConfigError.Origin?) throws(CommandFailure) -> (
        Theme, problems: [String]
    ) { try load(name, named: origin.map { "\($0.place): " } ?? "") { $0.description } }

    private func load(
        _ name: String, named originPrefix: String, _ words: (ThemeError) -> String
    ) throws(CommandFailure) -> (Theme, problems: [String]) {
        do throws(ThemeError) {
            let (theme, problems) = try ThemeLoader.load(
                name, searchPaths: searchPaths, appearance: appearance, depth: depth, textSize: textSize)
            return (theme, problems.map(\.description))
        } catch {
            // Only this error does not name the theme's file, so the message names the setting.
            guard case .notFound = error else { throw CommandFailure(error) }
            throw CommandFailure(.failure, originPrefix + words(error).escapingControls)
        }
    }

    private func controller(of theme: Theme) -> ThemeController {
        ThemeController(theme, wanted: name, appearance: appearance, memory: memory, searchPaths: searchPaths)
    }

    /// A guess until the terminal responds to the query after the first frame.
    private static func appearance(_ setup: Setup) -> Appearance {
        Appearance(colorFGBG: setup.variables["COLORFGBG"])
            ?? AppearanceMemory(path: setup.paths.appearanceFile).read() ?? .dark
    }
}
