package import AppCore
import CardSession
import CardSources
import Cards
import Logging
import Theming

/// Containers with a theme that differs from the program's.
extension AppLoop {
    /// Starts to show themes of publishers: stored ones immediately, others when they arrive.
    package func showPublisherThemes() {
        ownThemes.showsPublished = true
        let streams = Set(state.containers.map(\.streamID))
        guard runner.session.isAdmitted else {
            // Until the session is open, the owner of the stored cards is unknown.
            let mailbox = runner.mailbox
            return runner.session.whenAdmitted { for stream in streams { mailbox.post(.themeChanged(stream)) } }
        }
        for stream in streams { readTheme(of: stream) }
    }

    /// Sets the places in the configuration that name the themes of containers, for messages.
    package func setThemePlaces(_ places: [ContainerID: String]) { ownThemes.places = places }

    /// Loads the stored theme of a stream. If it is not valid, the previous one is kept.
    func readTheme(of stream: StreamID) {
        guard ownThemes.showsPublished else { return }
        // If the card store cannot be read, the error is reported when its cards are read.
        guard let theme = try? runner.session.theme(of: stream)?.document else { return take(nil, of: stream) }
        take(theme, of: stream)
    }

    private func take(_ document: String?, of stream: StreamID) {
        do throws(ThemeProblem) {
            try ownThemes.set(document, of: stream)
            isDirty = true
        } catch { tell(Strings.Themes.refused(stream.rawValue, reason: error.brief)) }
    }

    /// The themes of containers that have their own.
    func containerThemes() -> [ContainerID: Theme] {
        var found: [ContainerID: Theme] = [:]
        // While the user tries out themes, and after choosing one, that theme is shown everywhere.
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
