package import Theming
import ViewModels

/// The theme in use, and those that may take its place.
package struct ThemeShelf {
    package private(set) var theme: Theme
    private let searchPaths: [String]
    private let appearance: Appearance

    /// - Parameters:
    ///   - theme: to begin with. Others are resolved for its number of colours.
    ///   - appearance: The background that others are resolved for.
    ///   - searchPaths: Folders of theme files, as for ``ThemeLoader``.
    package init(_ theme: Theme, appearance: Appearance = .dark, searchPaths: [String] = []) {
        self.theme = theme
        self.appearance = appearance
        self.searchPaths = searchPaths
    }

    /// Puts another theme in use.
    ///
    /// - Returns: What of it was skipped and why.
    /// - Throws: when it cannot be used; the one in use stays so.
    mutating func use(_ name: String) throws(ThemeError) -> [ThemeProblem] {
        guard name != theme.name else { return [] }
        let problems: [ThemeProblem]
        (theme, problems) = try ThemeLoader.load(
            name, searchPaths: searchPaths, appearance: appearance, depth: theme.depth)
        return problems
    }

    /// What there is now: a folder is looked into only when somebody wants to choose.
    var list: ThemeList {
        ThemeList(
            items: ThemeLoader.entries(searchPaths: searchPaths).map {
                ThemeList.Item(name: $0.name, isOwn: $0.path != nil)
            }, current: theme.name, currentListed: ThemeLoader.listedName(of: theme.name))
    }
}
