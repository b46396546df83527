package import Canvas
import Cards

/// The progress that the terminal shows in its tab or task bar.
extension AppState {
    /// The progress of files that are being sent, otherwise of the first load, otherwise an indication that cards wait
    /// for an answer while the terminal is not focused.
    package var terminalProgress: TerminalProgress {
        for case .upload(let sending) in overlays where sending.isShown(at: now) { return .percent(sending.percent) }
        if launch == .loading, !settings.isEmbedded { return settings.reducesMotion ? .none : .indeterminate }
        return !notifications.isTerminalFocused && awaitsAnswer ? .waiting : .none
    }

    /// Whether a loaded card has a submit button and is not answered.
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
