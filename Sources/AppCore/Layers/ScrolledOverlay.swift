/// An overlay to read and scroll.
package protocol ScrolledOverlay: OverlayComponent {
    /// The first visible row.
    var scroll: Int { get set }
    /// The number of rows.
    var rowCount: Int { get }
}

extension ScrolledOverlay {
    package var keyLayer: KeyLayer { .help }

    package mutating func handle(_ event: OverlayEvent, in state: AppState) -> [OverlayAction]? {
        scrolled(by: event, in: state)
    }

    /// Scrolls in response to an event. Returns nil if the event does not scroll.
    mutating func scrolled(by event: OverlayEvent, in state: AppState) -> [OverlayAction]? {
        let shown = state.frames.last.overlayRows
        let rows: Int
        switch event {
        case .command(let command):
            guard let step = command.scrollStep(rows: shown) else { return nil }
            rows = step
        case .wheelTurned(let turned): rows = turned
        default: return nil
        }
        // Limits the step first, to avoid overflow.
        scroll = max(0, min(scroll + min(max(rows, -rowCount), rowCount), rowCount - max(1, shown)))
        return []
    }
}
