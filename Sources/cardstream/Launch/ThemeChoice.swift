internal import AppRuntime
internal import Canvas
internal import CursesTerminal
internal import Theming

/// Which theme, in how many colours.
struct ThemeChoice {
    let name: String
    let appearance: Appearance
    let depth: ColorDepth
    let searchPaths: [String]

    /// - Parameter colors: what the terminal shows.
    init(_ setup: Setup, colors: ColorSupport) {
        name = setup.config.theme.isEmpty ? ThemeLoader.standard : setup.config.theme
        appearance =
            switch setup.config.appearance {
            case .auto: Self.appearance(setup.variables)
            case .dark: .dark
            case .light: .light
            }
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

    /// The name it has in the list of themes.
    var listedName: String { ThemeLoader.listedName(of: name) }

    /// As ``load()``, and the way to the other themes.
    func shelf() throws(ThemeError) -> (ThemeShelf, problems: [String]) {
        let (theme, problems) = try load()
        return (ThemeShelf(theme, wanted: name, appearance: appearance, searchPaths: searchPaths), problems)
    }

    /// Loads the theme. When the user's cannot be used the shipped one is, and the reason is returned.
    func load() throws(ThemeError) -> (Theme, problems: [String]) {
        do {
            let (theme, problems) = try ThemeLoader.load(
                name, searchPaths: searchPaths, appearance: appearance, depth: depth)
            return (theme, problems.map(\.description))
        } catch {
            let (theme, _) = try ThemeLoader.load(ThemeLoader.standard, appearance: appearance, depth: depth)
            return (theme, ["\(error)"])
        }
    }

    /// Terminals that say what their background is, say it in COLORFGBG: "foreground;background".
    private static func appearance(_ variables: [String: String]) -> Appearance {
        guard let background = variables["COLORFGBG"]?.split(separator: ";").last else { return .dark }
        return background == "7" || background == "15" ? .light : .dark
    }

    /// Colours that the user allows: none with NO_COLOR (no-color.org).
    static func allowed(_ variables: [String: String]) -> ColorSupport? {
        variables["NO_COLOR"].map { $0.isEmpty } ?? true ? nil : ColorSupport.none
    }
}
