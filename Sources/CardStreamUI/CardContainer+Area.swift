internal import AppCore
internal import AppRuntime
internal import Canvas

/// What a container takes of the area it was given.
extension CardContainer {
    /// Whether there is something to act on: always in a vertical container, in others as long as they have cards to show or
    /// words in place of them. A toast alone is nothing to act on.
    public var isUp: Bool { !ownArea.isEmpty }

    /// What the container takes of its area, in cells from the upper left corner: what ``paint(on:)`` writes, and all that is
    /// not blank in ``picture``. The rest may be given to something else. Without rows while it shows nothing.
    ///
    /// A vertical container takes all of it. A horizontal or single one takes the rows from the top that its cards need, none
    /// until they are there, a modal one its card's frame. A toast takes its rows below that, and while a menu or a sheet is
    /// open it is all of the area. ``Event/sizeChanged(columns:rows:)`` tells when its size changes.
    public var usedArea: (column: Int, row: Int, columns: Int, rows: Int) {
        (used.minColumn, used.minRow, used.size.columns, used.size.rows)
    }

    /// The rows of ``usedArea``.
    public var usedRows: Int { used.size.rows }

    var used: Rect { ownArea.union(loop.state.lastFrame.toast ?? .zero) }

    private var ownArea: Rect {
        let state = loop.state
        let all = Rect(origin: .zero, size: state.size)
        guard state.overlays.isEmpty, kind != .vertical, let id = state.containers.first?.id else { return all }
        return state.lastFrame.areas[id]?.intersection(all) ?? .zero
    }

    /// Tells the host when another size is used than it was told last.
    func reportSize() {
        let size = used.size
        guard size != reportedSize else { return }
        reportedSize = size
        log.events.append(.sizeChanged(columns: size.columns, rows: size.rows))
    }
}
