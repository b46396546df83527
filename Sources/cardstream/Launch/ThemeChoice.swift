internal import AppRuntime
internal import Canvas
internal import Cards
internal import CursesTerminal
internal import Theming

/// Which theme, in how many colours.
struct ThemeChoice {
    let name: String
    /// Where the name stands, to begin a message with.
    private let place: String
    let appearance: Appearance
    let depth: ColorDepth
    let textSize: TextSize
    let searchPaths: [String]
    /// Nil where the appearance is set by hand.
    let memory: AppearanceMemory?

    /// - Parameter colors: what the terminal shows.
    init(_ setup: Setup, colors: ColorSupport) {
        name = setup.config.theme.isEmpty ? ThemeLoader.standard : setup.config.theme
        place = setup.place(of: "theme")
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

    /// The name it has in the list of themes.
    var listedName: String { ThemeLoader.listedName(of: name) }

    /// The theme, and the way to the other ones. When the user's theme cannot be used the shipped one is, and the reason is
    /// among what there is to tell.
    func shelf() throws -> (ThemeController, problems: [String]) {
        do { return try wantedShelf() } catch {
            let (theme, _) = try ThemeLoader.load(
                ThemeLoader.standard, appearance: appearance, depth: depth, textSize: textSize)
            return (shelf(of: theme), [error.message])
        }
    }

    /// As ``shelf()``, but a theme that cannot be used is an error: where nobody would see that it is another one.
    func wantedShelf() throws(CommandFailure) -> (ThemeController, problems: [String]) {
        let (theme, problems) = try load()
        return (shelf(of: theme), problems)
    }

    /// Loads the theme; tells what in it is not used.
    func load() throws(CommandFailure) -> (Theme, problems: [String]) {
        do throws(ThemeError) {
            let (theme, problems) = try ThemeLoader.load(
                name, searchPaths: searchPaths, appearance: appearance, depth: depth, textSize: textSize)
            return (theme, problems.map(\.description))
        } catch {
            // A mistake in a theme names its own file.
            guard case .notFound = error else { throw CommandFailure(error) }
            throw CommandFailure(.failure, place + error.description.escapingControls)
        }
    }

    private func shelf(of theme: Theme) -> ThemeController {
        ThemeController(theme, wanted: name, appearance: appearance, memory: memory, searchPaths: searchPaths)
    }

    /// A guess: the viewer asks the terminal as soon as the first frame is out. Terminals that say what their background
    /// is without being asked, say it in COLORFGBG: "foreground;background".
    private static func appearance(_ setup: Setup) -> Appearance {
        guard let background = setup.variables["COLORFGBG"]?.split(separator: ";").last else {
            return AppearanceMemory(path: setup.paths.appearanceFile).read() ?? .dark
        }
        return background == "7" || background == "15" ? .light : .dark
    }
}
