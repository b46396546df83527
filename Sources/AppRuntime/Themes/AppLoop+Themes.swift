import AppCore
import Canvas
import Logging
package import Theming

extension AppLoop {
    /// Draws everything in another theme, or says why not.
    func use(theme name: String, isChosen: Bool) {
        let before = themes
        var (isFaulty, isMissing) = (false, false)
        load(name) { themes throws(ThemeError) in
            do throws(ThemeError) {
                let problems = try themes.use(name, isChosen: isChosen)
                isFaulty = !problems.isEmpty
                return problems
            } catch {
                if case .notFound = error { isMissing = true }
                throw error
            }
        }
        // As by its name in the palette: the menu shows those there are.
        if isMissing, isChosen { return listThemes() }
        if !isFaulty {
            if themes.theme.name == name { emit(.used(name, isChosen: isChosen)) }
        } else if isChosen, before.wanted != name {
            // It could be looked at; as of a file that is saved with a mistake, the old one stays.
            themes = before
            load(before.wanted) { themes throws(ThemeError) in
                _ = try themes.use(before.wanted, isChosen: false)
                // Told when it was read first.
                return nil
            }
        }
        // It may be made of files elsewhere.
        if themeFiles != nil { watchThemes() }
    }

    /// Draws everything in a theme that the host has loaded.
    package func use(_ theme: Theme) {
        themes = ThemeController(theme)
        isDirty = true
    }

    func listThemes() {
        emit(.listed(themes.list))
        // Who makes the folder of themes while the viewer runs looks here next.
        if themeFiles != nil { watchThemes() }
    }

    func nameThemes() { emit(.named(themes.list.items.filter { !$0.hasMistakes }.map(\.name))) }

    /// The terminal reports its background.
    func follow(_ scheme: InputEvent.Scheme) {
        load(themes.theme.name) { themes throws(ThemeError) in
            try themes.follow(scheme == .dark ? .dark : .light)
            // Told when it was read first.
            return nil
        }
    }

    /// The terminal has 24-bit colours: the theme is drawn in its own.
    func useTrueColor() {
        needsFullFrame = true
        load(themes.theme.name) { themes throws(ThemeError) in
            try themes.use(depth: .direct)
            // Told when it was read first.
            return nil
        }
    }

    /// From now on a theme whose file is saved is shown at once. Not before the first frame, which needs none of it.
    package func watchThemes() {
        if themeFiles == nil {
            themeFiles = FileWatch()
            if themeFiles == nil {
                runner.logger.warning(
                    "theme files are not watched: the limit on inotify instances is reached; raise fs.inotify.max_user_instances"
                )
            }
            sources.watch(themeFiles?.descriptor)
        }
        for folder in themes.folders { themeFiles?.add(folder) }
    }

    /// Reads the theme again if it is of a file that was written. Returns whether it is.
    func reloadTheme() -> Bool {
        let names = themeFiles?.drain()
        guard names.map({ $0.contains(where: themes.dependsOnFile) }) ?? true else { return false }
        let name = themes.wanted
        load(name) { themes throws(ThemeError) in try themes.reload() }
        return true
    }

    /// - Parameter action: Returns what is wrong with the theme that is in use from now on; nil for nothing new.
    private func load(
        _ name: String, _ action: (inout ThemeController) throws(ThemeError) -> [ThemeProblem]?
    ) {
        do throws(ThemeError) {
            let problems = try action(&themes)
            isDirty = true
            guard let problems else { return }
            guard let first = problems.first else { return emit(.sound) }
            let told = homeFolder.shortening(first.description)
            emit(.faulty(reason: Strings.Themes.mistakes(told, others: problems.count - 1)))
        } catch {
            emit(.refused(name, reason: homeFolder.shortening(error.brief)))
        }
    }

    private var homeFolder: HomeFolder { HomeFolder(runner.environment) }

    private func emit(_ event: ThemeEvent) { send(.theme(event)) }
}
