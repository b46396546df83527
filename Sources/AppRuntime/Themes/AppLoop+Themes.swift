import AppCore
import Canvas
import Logging
package import Theming

extension AppLoop {
    /// Draws everything with another theme, or reports why this fails.
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
        // The user entered a name in the palette: show the menu of existing themes.
        if isMissing, isChosen { return listThemes() }
        if !isFaulty {
            if themes.theme.name == name { emit(.used(name, isChosen: isChosen)) }
        } else if isChosen, before.wanted != name {
            // A chosen theme with mistakes can be tried out, but is not kept. The same applies if a theme file is saved
            // with a mistake.
            themes = before
            load(before.wanted) { themes throws(ThemeError) in
                _ = try themes.use(before.wanted, isChosen: false)
                // These problems were reported when the theme was first read.
                return nil
            }
        }
        // The theme's files may be in other directories.
        if themeFiles != nil { watchThemes() }
    }

    /// Draws everything with a theme that the host program loaded.
    package func use(_ theme: Theme) {
        themes = ThemeController(theme)
        isDirty = true
    }

    func listThemes() {
        emit(.listed(themes.list))
        // The user may have created the directory of themes while the viewer was running.
        if themeFiles != nil { watchThemes() }
    }

    func nameThemes() { emit(.named(themes.list.items.filter { !$0.hasMistakes }.map(\.name))) }

    /// Adopts the background that the terminal reports.
    func follow(_ scheme: InputEvent.Scheme) {
        load(themes.theme.name) { themes throws(ThemeError) in
            try themes.follow(scheme == .dark ? .dark : .light)
            // These problems were reported when the theme was first read.
            return nil
        }
    }

    /// Draws the theme with 24-bit colours, because the terminal supports them.
    func useTrueColor() {
        needsFullFrame = true
        load(themes.theme.name) { themes throws(ThemeError) in
            try themes.use(depth: .direct)
            // These problems were reported when the theme was first read.
            return nil
        }
    }

    /// Starts to watch theme files, so that a saved theme is shown immediately. Called after the first frame, which
    /// does not need this.
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

    /// Reloads the theme if one of its files was written. Returns whether it did.
    func reloadTheme() -> Bool {
        let names = themeFiles?.drain()
        guard names.map({ $0.contains(where: themes.dependsOnFile) }) ?? true else { return false }
        let name = themes.wanted
        load(name) { themes throws(ThemeError) in try themes.reload() }
        return true
    }

    /// - Parameter action: Returns the problems of the theme that is now in use; nil if there is nothing new to report.
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
