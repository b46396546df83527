import AppCore
import Glibc
package import Theming

/// The theme in use, and the themes that can replace it.
package struct ThemeController {
    package private(set) var theme: Theme
    /// The name of the theme that should be in use. It differs from the current theme while it cannot be read.
    private(set) var wanted: String
    /// Whether the user has chosen a theme since the start, or is trying one out. That theme is then shown everywhere.
    var isChosen: Bool { wasChosen || theme.name != wanted && !isBroken }
    private var wasChosen = false
    private let searchPaths: [String]
    private var appearance: Appearance
    private var depth: ColorDepth
    private let memory: AppearanceMemory?
    /// Loaded when something is first drawn with it.
    private var otherTheme: OtherTheme?
    /// The last version of the wanted theme without mistakes.
    private var sound: Theme
    /// Whether the wanted theme could not be read, possibly because of a file that it inherits.
    private var isBroken: Bool

    /// - Parameters:
    ///   - theme: The initial theme. Others are resolved for its colour depth.
    ///   - wanted: The name of the theme that should be used as soon as it can be read; nil for the initial theme.
    ///   - appearance: The background that other themes are resolved for.
    ///   - memory: Stores the background that the terminal reports; nil to ignore these reports.
    ///   - searchPaths: Directories with theme files, as for ``ThemeLoader``.
    package init(
        _ theme: Theme, wanted: String? = nil, appearance: Appearance = .dark,
        memory: AppearanceMemory? = nil, searchPaths: [String] = []
    ) {
        self.theme = theme
        sound = theme
        self.wanted = wanted ?? theme.name
        self.appearance = appearance
        depth = theme.depth
        self.memory = memory
        self.searchPaths = searchPaths
        isBroken = self.wanted != theme.name
    }

    /// Switches to another theme. If it is only tried out, the wanted theme does not change.
    ///
    /// - Returns: The parts of the theme that were skipped, and why.
    /// - Throws: ``ThemeError`` if the theme cannot be used. The current one is then kept.
    mutating func use(_ name: String, isChosen: Bool = true) throws(ThemeError) -> [ThemeProblem] {
        // A theme that was only tried out is checked again.
        let problems = name == theme.name && (!isChosen || name == wanted) ? [] : try load(name)
        // When the user returns to the last valid theme, it is shown unchanged.
        if !problems.isEmpty, name == sound.name { stay(sound) }
        if isChosen {
            wanted = name
            wasChosen = true
            isBroken = false
            sound = theme
        }
        return problems
    }

    /// Reloads the files of the wanted theme or, if that has no mistakes, of a theme that is being tried out. While the
    /// files contain a mistake, the theme does not change.
    mutating func reload() throws(ThemeError) -> [ThemeProblem] {
        if theme.name != wanted, !isBroken { return try loadAgain(theme.name) }
        isBroken = true
        let problems = try loadAgain(wanted)
        isBroken = false
        return problems
    }

    private mutating func loadAgain(_ name: String) throws(ThemeError) -> [ThemeProblem] {
        let before = theme
        let problems = try load(name)
        if !problems.isEmpty, before.name == theme.name { stay(before) } else if name == wanted { sound = theme }
        return problems
    }

    private mutating func stay(_ theme: Theme) {
        self.theme = theme
        otherTheme = nil
    }

    /// Adopts the background that the terminal reports, and stores it for the next start. The current theme does not
    /// change if its files can no longer be read.
    mutating func follow(_ appearance: Appearance) throws(ThemeError) {
        guard let memory, appearance != self.appearance else { return }
        self.appearance = appearance
        memory.write(appearance)
        _ = try load(theme.name)
        if theme.name == wanted { sound = theme }
    }

    /// Resolves themes for another colour depth from now on. The current theme does not change if its files can no
    /// longer be read.
    mutating func use(depth: ColorDepth) throws(ThemeError) {
        self.depth = depth
        _ = try load(theme.name)
        if theme.name == wanted { sound = theme }
    }

    /// The current theme for the opposite background; nil if its files can no longer be read.
    mutating func other() -> Theme? {
        if let otherTheme { return otherTheme.theme }
        let other: Appearance = theme.appearance == .dark ? .light : .dark
        // Its problems were reported when the theme itself was read.
        let found = try? ThemeLoader.load(
            theme.name, searchPaths: searchPaths, appearance: other, depth: depth, textSize: theme.textSize
        ).0
        otherTheme = OtherTheme(theme: found)
        return found
    }

    /// Loads a theme for a part of the screen, resolved for this terminal.
    func load(_ name: String, for appearance: Appearance) throws(ThemeError) -> (Theme, [ThemeProblem]) {
        try ThemeLoader.load(
            name, searchPaths: searchPaths, appearance: appearance, depth: depth, textSize: theme.textSize)
    }

    private struct OtherTheme { var theme: Theme? }

    private mutating func load(_ name: String) throws(ThemeError) -> [ThemeProblem] {
        otherTheme = nil
        let problems: [ThemeProblem]
        (theme, problems) = try ThemeLoader.load(
            name, searchPaths: searchPaths, appearance: appearance, depth: depth, textSize: theme.textSize)
        return problems
    }

    /// The available themes. The directories are read on each call, so call this only when the user opens the list.
    var list: ThemeList {
        ThemeList(
            items: ThemeLoader.entries(searchPaths: searchPaths).map {
                ThemeList.Item(name: $0.name, isOwn: $0.path != nil, hasMistakes: hasMistakes($0))
            }, current: theme.name, currentListed: ThemeLoader.listedName(of: theme.name))
    }

    /// Whether a user's theme file cannot be read or has problems. Built-in themes have none.
    private func hasMistakes(_ entry: ThemeEntry) -> Bool {
        guard entry.path != nil else { return false }
        let problems = try? ThemeLoader.load(
            entry.name, searchPaths: searchPaths, appearance: appearance, depth: depth
        ).1
        return problems?.isEmpty != true
    }

    // MARK: Files

    /// The directories that contain the theme's files, or could contain them.
    var folders: [String] {
        searchPaths
            + files.map { path in
                path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
            }
    }

    /// Whether the theme may change when a file with this name is written in one of ``folders``.
    func dependsOnFile(_ name: String) -> Bool {
        if isBroken, ThemeLoader.isThemeFile(name) { return true }
        return files.contains { $0 == name || $0.hasSuffix("/\(name)") }
            || theme.lineage.contains { ThemeLoader.fileNames(of: $0).contains(name) }
    }

    /// The files of the theme, and the targets of those that are symbolic links.
    private var files: [String] {
        let named = theme.files + (ThemeLoader.isPath(wanted) ? [wanted] : [])
        return named
            + named.compactMap { path in
                guard let real = realpath(path, nil) else { return nil }
                defer { free(real) }
                return String(cString: real)
            }
    }
}
