import Basics
import Canvas
import Cards

extension AppState {
    /// Runs a command, or shows why it is not available now.
    mutating func runCommand(_ command: Command) -> [Effect] {
        start.hasInteracted = true
        if let reason = command.availability(in: self).reason {
            show(reason, .information)
            return []
        }
        if showPicture(for: command) { return [] }
        guard ensureVisible(toRun: command) else { return [] }
        if let effects = handleInOverlay(.command(command)) { return effects }
        return command.entry.perform?(&self) ?? []
    }

    /// Polls the server. After a failed first load, retries the load.
    mutating func refresh() -> [Effect] {
        if case .failed = launch { launch = .loading } else { show(Strings.Toasts.refreshing, .information) }
        gallery.forgetFailures()
        var effects: [Effect] = [.refresh]
        for index in containers.indices where !containers[index].skippedCards.isEmpty {
            containers[index].skippedCards = SkippedCards()
            effects.append(.window(containers[index].id, containers[index].query))
        }
        return effects + updateVariables()
    }
}
