import AppCore
import CardSession
import CardSources
import Cards
import Logging
import Theming

/// Containers with another theme than the program.
extension AppLoop {
    /// Shows themes of publishers from now on: those that are stored at once, and others when they arrive.
    package func showPublisherThemes() {
        ownThemes.showsPublished = true
        let streams = Set(state.containers.map(\.streamID))
        guard runner.session.isAdmitted else {
            // Before a connection, the owner of the stored cards is not known.
            let mailbox = runner.mailbox
            return runner.session.whenAdmitted { for stream in streams { mailbox.post(.themeChanged(stream)) } }
        }
        for stream in streams { readTheme(of: stream) }
    }

    /// Reads the stored theme of a stream. While it cannot be shown, the one before stays.
    func readTheme(of stream: StreamID) {
        guard ownThemes.showsPublished else { return }
        // A store that cannot be read is reported when its cards are read.
        guard let theme = try? runner.session.theme(of: stream)?.document else { return take(nil, of: stream) }
        take(theme, of: stream)
    }

    private func take(_ document: String?, of stream: StreamID) {
        do throws(ThemeProblem) {
            try ownThemes.set(document, of: stream)
            isDirty = true
        } catch { tell(Strings.Themes.refused(stream.rawValue, reason: error.brief)) }
    }

    /// The themes of containers that have one of their own.
    func containerThemes() -> [ContainerID: Theme] {
        var found: [ContainerID: Theme] = [:]
        // While the user looks at themes, and from a choice on, that one is shown everywhere.
        guard !themes.isChosen else { return found }
        for container in state.containers {
            let wanted = state.appearance(of: container).map { $0 == .dark ? Appearance.dark : .light }
            found[container.id] = ownThemes.theme(of: container, on: wanted ?? themes.theme.appearance, themes)
        }
        for problem in ownThemes.drainProblems() { tell(HomeFolder(runner.environment).shortening(problem)) }
        return found
    }

    private func tell(_ problem: String) {
        runner.logger.warning("\(problem)")
        runner.mailbox.post(.noticed(problem))
    }
}
