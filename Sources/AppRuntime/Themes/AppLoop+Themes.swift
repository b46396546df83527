import Theming
import ViewModels

extension AppLoop {
    /// Draws everything in another theme, or says why not.
    func use(theme name: String, isChosen: Bool) {
        do {
            let problems = try themes.use(name)
            if let first = problems.first {
                send(
                    .theme(
                        .faulty(reason: Strings.Themes.mistakes(first.description, others: problems.count - 1)),
                        at: clock.now))
            }
            send(.theme(.used(name, isChosen: isChosen), at: clock.now))
        } catch {
            send(.theme(.refused(name, reason: error.description), at: clock.now))
        }
    }
}
