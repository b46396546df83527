import Basics
internal import Canvas

/// Finds, reads and resolves themes. Reads no environment: the search path comes from the caller, who builds it from
/// `$XDG_CONFIG_HOME/cardstream/themes` and then each `$XDG_DATA_DIRS` entry's `cardstream/themes`.
package enum ThemeLoader {
    /// The names of the themes inside the program.
    package static var builtIn: [String] { EmbeddedThemes.names }

    /// The theme of who names none.
    package static let standard = "terminal"

    /// Loads a theme and what it inherits.
    ///
    /// - Parameters:
    ///   - name: A theme's name, or the path of a file when it holds a `/` or ends in `.toml`, `.yaml` or `.yml`. "dark" and "light" are the
    ///     default theme for that background, unless there is a file of that name.
    ///   - searchPaths: Folders that may hold `NAME.toml` or a scheme `NAME.yaml`, most wanted first. Built-in themes come last.
    ///   - appearance: The background to resolve it for.
    ///   - depth: What the terminal shows.
    ///   - textSize: How large the user wants texts.
    /// - Returns: The theme, and what of it was skipped and why.
    /// - Throws: ``ThemeError`` when no theme can be made; the caller keeps the one it has.
    package static func load(
        _ name: String, searchPaths: [String] = [], appearance: Appearance = .dark, depth: ColorDepth,
        textSize: TextSize = .standard
    ) throws(ThemeError) -> (Theme, [ThemeProblem]) {
        var appearance = appearance
        var chain: [String] = []
        var files: [ThemeFile] = []
        var next: String? = name
        while let wanted = next {
            // A user's `ink.toml` may inherit the built-in `ink`: what is already in the chain is looked up below it.
            let file: ThemeFile?
            do throws(ThemeError) {
                file = try find(wanted, searchPaths: searchPaths, skipping: files.map(\.source))
            } catch {
                guard case .notFound(_, _, _, let nearest) = error, let heir = files.last else { throw error }
                throw .unknownInherited(
                    name: wanted, file: heir.source, line: heir.inheritsLine, nearest: nearest)
            }
            guard let file else { throw .inheritanceLoop(chain: chain + [wanted]) }
            chain.append(wanted)
            files.append(file)
            next = file.inherits
            if file.isBuiltIn, let named = Appearance(rawValue: wanted) { appearance = named }
        }
        var resolver = ThemeResolver(files: files, appearance: appearance, depth: depth, textSize: textSize)
        let theme = resolver.theme(name: name, lineage: chain)
        let problems = files.flatMap(\.problems) + resolver.problems
        return (theme, ThemeProblem.inOrder(problems, of: files.map(\.source)))
    }

    /// The parsed file; nil when every place that has it was already used.
    private static func find(
        _ name: String, searchPaths: [String], skipping used: [String]
    ) throws(ThemeError) -> ThemeFile? {
        var wasUsed = false
        for path in paths(of: name, searchPaths: searchPaths) {
            if used.contains(path) {
                wasUsed = true
            } else if let text = try themeText(path) {
                return try ThemeFile(source: path, text: text)
            }
        }
        if let text = EmbeddedThemes.text(of: name) {
            let source = "\(name)\(ThemeFile.builtInMark)"
            if !used.contains(source) { return try ThemeFile(source: source, text: text) }
            wasUsed = true
        }
        if wasUsed { return nil }
        throw notFound(name, searchPaths: searchPaths)
    }

    /// That there is no such theme, and which one was probably meant.
    static func notFound(_ name: String, searchPaths: [String]) -> ThemeError {
        guard !isPath(name) else { return .notFound(name: name, searched: [], builtIn: builtIn) }
        let names = entries(searchPaths: searchPaths).map(\.name)
        return .notFound(
            name: name, searched: searchPaths, builtIn: builtIn,
            nearest: Spelling.nearest(to: name, among: names))
    }

    /// What the names of theme files end in: themes, and Base16 and Base24 schemes.
    private static let endings = [".toml", ".yaml", ".yml"]

    /// Whether it names a file rather than a theme.
    package static func isPath(_ name: String) -> Bool { name.contains("/") || isThemeFile(name) }

    /// Whether a file of this name may be a theme.
    package static func isThemeFile(_ name: String) -> Bool { endings.contains { name.hasSuffix($0) } }

    /// What the file of a theme may be called in one of the folders, the one that counts first.
    package static func fileNames(of name: String) -> [String] { endings.map { "\(name)\($0)" } }

    /// The theme that a file of this name is.
    static func name(ofFile name: String) -> String? {
        endings.first { name.hasSuffix($0) }.map { String(name.dropLast($0.count)) }
    }

    /// Where the theme's file may be, the one that counts first.
    static func paths(of name: String, searchPaths: [String]) -> [String] {
        isPath(name)
            ? [name] : searchPaths.flatMap { folder in fileNames(of: name).map { "\(folder)/\($0)" } }
    }

    /// A theme file's text, a scheme's as the theme it stands for; nil when there is no such file.
    static func themeText(_ path: String) throws(ThemeError) -> String? {
        guard let text = try TextFile.read(path) else { return nil }
        if path.hasSuffix(".toml") || !isThemeFile(path) { return text }
        return try Base16Scheme(file: path, text: text).themeText
    }
}
