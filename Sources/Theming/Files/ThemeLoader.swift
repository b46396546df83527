import Basics
internal import Canvas

/// Finds, reads and resolves themes. Does not read the environment: the caller builds the search path from
/// `$XDG_CONFIG_HOME/cardstream/themes` and the `cardstream/themes` of each `$XDG_DATA_DIRS` entry.
package enum ThemeLoader {
    /// The names of the built-in themes.
    package static var builtIn: [String] { EmbeddedThemes.names }

    /// The default theme.
    package static let standard = "terminal"

    /// Loads a theme and the themes that it inherits from.
    ///
    /// - Parameters:
    ///   - name: A theme's name, or the path of a file if it contains a `/` or ends in `.toml`, `.yaml` or `.yml`.
    ///     "dark" and "light" are the default theme for that background, unless there is a file with that name.
    ///   - searchPaths: Folders that may contain `NAME.toml` or a scheme `NAME.yaml`, in order of precedence. Built-in
    ///     themes come last.
    ///   - appearance: The background to resolve for.
    ///   - depth: The colour depth of the terminal.
    ///   - textSize: The user's text size.
    /// - Returns: The theme, and problems with parts that were skipped.
    /// - Throws: ``ThemeError`` if the theme cannot be loaded; the caller keeps its current one.
    package static func load(
        _ name: String, searchPaths: [String] = [], appearance: Appearance = .dark, depth: ColorDepth,
        textSize: TextSize = .standard
    ) throws(ThemeError) -> (Theme, [ThemeProblem]) {
        var appearance = appearance
        var chain: [String] = []
        var files: [ThemeFile] = []
        var next: String? = name
        while let wanted = next {
            // A user's `ink.toml` may inherit the built-in `ink`: files already in the chain are skipped.
            let file: ThemeFile?
            do throws(ThemeError) {
                file = try find(wanted, searchPaths: searchPaths, skipping: files.map(\.source))
            } catch {
                guard case .notFound(_, _, _, _, let nearest) = error, let heir = files.last else { throw error }
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

    /// The parsed file; nil if all candidates were already used.
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

    /// The error for a missing theme, with the most similar name.
    static func notFound(_ name: String, searchPaths: [String]) -> ThemeError {
        guard !isPath(name) else { return .notFound(name: name, searched: [], builtIn: builtIn) }
        let entries = entries(searchPaths: searchPaths)
        return .notFound(
            name: name, searched: searchPaths, builtIn: builtIn,
            inFiles: entries.filter { $0.path != nil }.map(\.name),
            nearest: Spelling.nearest(to: name, among: entries.map(\.name)))
    }

    /// The extensions of theme files: themes, and Base16 and Base24 schemes.
    private static let endings = [".toml", ".yaml", ".yml"]

    /// Whether it is a path rather than a theme name.
    package static func isPath(_ name: String) -> Bool { name.contains("/") || isThemeFile(name) }

    /// Whether a file with this name may be a theme.
    package static func isThemeFile(_ name: String) -> Bool { endings.contains { name.hasSuffix($0) } }

    /// The possible names of a theme's file in a folder, in order of precedence.
    package static func fileNames(of name: String) -> [String] { endings.map { "\(name)\($0)" } }

    /// The name of the theme in a file.
    static func name(ofFile name: String) -> String? {
        endings.first { name.hasSuffix($0) }.map { String(name.dropLast($0.count)) }
    }

    /// The possible paths of a theme's file, in order of precedence.
    static func paths(of name: String, searchPaths: [String]) -> [String] {
        isPath(name)
            ? [name] : searchPaths.flatMap { folder in fileNames(of: name).map { "\(folder)/\($0)" } }
    }

    /// The text of a theme file, or of the theme for a scheme; nil if the file does not exist.
    static func themeText(_ path: String) throws(ThemeError) -> String? {
        guard let text = try TextFile.read(path) else { return nil }
        if path.hasSuffix(".toml") || !isThemeFile(path) { return text }
        return try Base16Scheme(file: path, text: text).themeText
    }
}
