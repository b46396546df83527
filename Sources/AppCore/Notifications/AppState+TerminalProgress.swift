package import Canvas
import Cards

/// What the terminal's tab or task bar shows of the viewer's work.
extension AppState {
    /// Files on their way, else the first load, else that cards wait for an answer while the user is elsewhere.
    package var terminalProgress: TerminalProgress {
        for case .sending(let sending) in overlays where sending.isShown(at: now) { return .percent(sending.percent) }
        if launch == .loading, !settings.isEmbedded { return settings.reducesMotion ? .none : .indeterminate }
        return !notifications.isTerminalFocused && awaitsAnswer ? .waiting : .none
    }

    /// Whether a card at hand has a button that submits it, and is not answered.
    private var awaitsAnswer: Bool {
        containers.contains { container in
            container.window.items.contains { item in
                guard item.delivery == .none, answers.versions[item.id] == nil, case .card(let card) = item.content
                else {
                    return false
                }
                return FocusTarget.buttons(in: card.body.components).contains {
                    if case .submit = $0.action { true } else { false }
                }
            }
        }
    }
}
