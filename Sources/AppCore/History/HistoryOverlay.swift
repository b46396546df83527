package import Cards

/// The user's past actions, newest first. Refused actions can be sent again or discarded.
package struct HistoryOverlay: Hashable, Sendable {
    package private(set) var actions: [HistoryEntry]
    /// Position in ``actions``.
    package private(set) var selected = 0

    /// Selects the newest refused action, if there is one.
    package init(actions: [HistoryEntry]) {
        self.actions = actions
        selected = actions.firstIndex { $0.state == .refused } ?? 0
    }

    package var selectedAction: HistoryEntry? { actions.indices.contains(selected) ? actions[selected] : nil }

    /// Updates the list. The selection stays on its action.
    private mutating func update(to actions: [HistoryEntry]) {
        let id = selectedAction?.id
        self.actions = actions
        selected = actions.firstIndex { $0.id == id } ?? max(0, min(selected, actions.count - 1))
    }

    private mutating func move(by step: Int) {
        // Limits the step first, to avoid overflow.
        let step = min(max(step, -actions.count), actions.count)
        selected = max(0, min(selected + step, actions.count - 1))
    }
}

extension HistoryOverlay: OverlayComponent {
    package var overlay: Overlay { .history(self) }
    package var keyLayer: KeyLayer { .history }

    package mutating func handle(_ event: OverlayEvent, in state: AppState) -> [OverlayAction]? {
        switch event {
        case .answer(.history(.history(let actions))): update(to: actions)
        case .command(.retryAction): return settle(Strings.Toasts.retrying) { .retryAction($0, $1) }
        case .command(.discardAction): return settle(Strings.Toasts.discarded) { .discardAction($0, $1) }
        case .command(let command):
            guard let step = command.scrollStep(rows: state.frames.last.overlayRows) else { return nil }
            move(by: step)
        case .wheelTurned(let rows): move(by: rows)
        case .clicked(.menuItem(let position)): move(by: position - selected)
        default: return nil
        }
        return []
    }

    /// Retries or discards the selected action, which was refused.
    private func settle(_ words: String, _ effect: (CardID, StreamID) -> Effect) -> [OverlayAction] {
        guard let action = selectedAction else { return [] }
        return [.show(words, .information), .start(effect(action.cardID, action.streamID))]
    }
}
