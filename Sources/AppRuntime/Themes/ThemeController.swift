import AppCore
import Glibc
package import Theming

/// The theme in use, and those that may take its place.
package struct ThemeController {
    package private(set) var theme: Theme
    /// The name of the one that shall be in use: another one than that which is, while that one cannot be read.
    private(set) var wanted: String
    /// Whether the user has chosen one since the start, or looks at another one than the wanted: it is then shown everywhere.
    var isChosen: Bool { wasChosen || theme.name != wanted && !isBroken }
    private var wasChosen = false
    private let searchPaths: [String]
    private var appearance: Appearance
    private var depth: ColorDepth
    private let memory: AppearanceMemory?
    /// Read when something is first drawn in it.
    private var otherTheme: OtherTheme?
    /// The wanted theme as it was before its file had a mistake.
    private var sound: Theme
    /// Whether the wanted one could not be read, be it for a file that it inherits.
    private var isBroken: Bool

    /// - Parameters:
    ///   - theme: to begin with. Others are resolved for its number of colours.
    ///   - wanted: The name of the theme that shall be in use as soon as it can be read; nil for that one.
    ///   - appearance: The background that others are resolved for.
    ///   - memory: Where that is kept as the terminal reports it; nil where the terminal's word does not count.
    ///   - searchPaths: Folders of theme files, as for ``ThemeLoader``.
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

    /// Puts another theme in use; one that is only looked at takes nothing from the wish for another.
    ///
    /// - Returns: What of it was skipped and why.
    /// - Throws: when it cannot be used; the one in use stays so.
    mutating func use(_ name: String, isChosen: Bool = true) throws(ThemeError) -> [ThemeProblem] {
        // What was only looked at is judged again.
        let problems = name == theme.name && (!isChosen || name == wanted) ? [] : try load(name)
        // Who comes back to it from others finds it as it was.
        if !problems.isEmpty, name == sound.name { stay(sound) }
        if isChosen {
            wanted = name
            wasChosen = true
            isBroken = false
            sound = theme
        }
        return problems
    }

    /// Reads the theme's files again: of the one that shall be in use, or while that is in order of one that is looked
    /// at. While they hold a mistake the theme stays as it was.
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

    /// Takes over what the terminal reports about its background, and keeps it for the next start. The theme in use
    /// stays as it is where its files cannot be read any more.
    mutating func follow(_ appearance: Appearance) throws(ThemeError) {
        guard let memory, appearance != self.appearance else { return }
        self.appearance = appearance
        memory.write(appearance)
        _ = try load(theme.name)
        if theme.name == wanted { sound = theme }
    }

    /// Resolves themes for another number of colours from now on. The theme in use stays as it is where its files
    /// cannot be read any more.
    mutating func use(depth: ColorDepth) throws(ThemeError) {
        self.depth = depth
        _ = try load(theme.name)
        if theme.name == wanted { sound = theme }
    }

    /// The theme in use for the other background; nil where its files cannot be read any more.
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

    /// Another theme as this terminal shows it, for a part of the screen.
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

    /// The themes that can be chosen now. The folders are read on each call, so call this only when the user opens the
    /// list.
    var list: ThemeList {
        ThemeList(
            items: ThemeLoader.entries(searchPaths: searchPaths).map {
                ThemeList.Item(name: $0.name, isOwn: $0.path != nil, hasMistakes: hasMistakes($0))
            }, current: theme.name, currentListed: ThemeLoader.listedName(of: theme.name))
    }

    /// Whether a file of the user's cannot be read or has problems. Shipped themes have none.
    private func hasMistakes(_ entry: ThemeEntry) -> Bool {
        guard entry.path != nil else { return false }
        let problems = try? ThemeLoader.load(
            entry.name, searchPaths: searchPaths, appearance: appearance, depth: depth
        ).1
        return problems?.isEmpty != true
    }

    // MARK: Files

    /// Where the files are that the theme is made of, or could be.
    var folders: [String] {
        searchPaths
            + files.map { path in
                path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
            }
    }

    /// Whether the theme may look otherwise once a file of this name is written in one of ``folders``.
    func dependsOnFile(_ name: String) -> Bool {
        if isBroken, ThemeLoader.isThemeFile(name) { return true }
        return files.contains { $0 == name || $0.hasSuffix("/\(name)") }
            || theme.lineage.contains { ThemeLoader.fileNames(of: $0).contains(name) }
    }

    /// Those it is made of, and where links lead that stand for them.
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
