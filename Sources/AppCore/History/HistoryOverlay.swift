package import Cards

/// What the user did, newest first, to read and scroll.
package struct HistoryOverlay: Hashable, Sendable {
    package var actions: [HistoryEntry]
    /// The first row in sight.
    package var scroll = 0

    package init(actions: [HistoryEntry]) { self.actions = actions }
}

extension HistoryOverlay: ScrolledOverlay {
    package var overlay: Overlay { .history(self) }
    package var rowCount: Int { actions.count }

    package mutating func handle(_ event: OverlayEvent, in state: AppState) -> [OverlayAction]? {
        guard case .answer(.history(.history(let actions))) = event else { return scrolled(by: event, in: state) }
        self.actions = actions
        return []
    }
}
