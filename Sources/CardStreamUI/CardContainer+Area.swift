internal import AppCore
internal import AppRuntime
internal import Canvas

/// The part of its area that a container uses.
extension CardContainer {
    /// A rectangle of cells.
    public struct Area: Hashable, Sendable {
        /// Columns to the left of it.
        public var column: Int
        /// Rows above it.
        public var row: Int
        /// Its width in cells.
        public var columns: Int
        /// Its height in cells.
        public var rows: Int

        /// Creates an area with these properties.
        public init(column: Int, row: Int, columns: Int, rows: Int) {
            self.column = column
            self.row = row
            self.columns = columns
            self.rows = rows
        }
    }

    /// A cell.
    public struct Position: Hashable, Sendable {
        /// Columns to the left of it.
        public var column: Int
        /// Rows above it.
        public var row: Int

        /// Creates a position with these properties.
        public init(column: Int, row: Int) {
            self.column = column
            self.row = row
        }
    }

    /// Whether the container shows content. Always true for a vertical container; for others, true while they show
    /// cards or a message. A toast alone does not count.
    public var isVisible: Bool { !ownArea.isEmpty }

    /// The part of its area that the container uses, in cells from the upper left corner: what ``paint(on:)`` writes,
    /// and everything in ``picture`` that is not blank. The host may use the rest. It has no rows while nothing is
    /// shown.
    ///
    /// A vertical container uses all of its area. A horizontal or single one uses the rows from the top that its cards
    /// need, a modal one its card's frame. A toast uses rows below that, and an open menu or sheet uses the whole area.
    /// ``Event/sizeChanged(columns:rows:)`` reports changes of the size.
    public var usedArea: Area {
        Area(column: used.minColumn, row: used.minRow, columns: used.size.columns, rows: used.size.rows)
    }

    /// The rows of ``usedArea``.
    public var usedRows: Int { used.size.rows }

    var used: Rect { ownArea.union(loop.state.frames.last.toast ?? .zero) }

    private var ownArea: Rect {
        let state = loop.state
        let all = Rect(origin: .zero, size: state.size)
        guard state.overlays.isEmpty, kind != .vertical, let id = state.containers.first?.id else { return all }
        return state.frames.last.areas[id]?.intersection(all) ?? .zero
    }

    /// Reports the used size to the host if it has changed.
    func reportSize() {
        let size = used.size
        guard size != reportedSize else { return }
        reportedSize = size
        log.events.append(.sizeChanged(columns: size.columns, rows: size.rows))
    }
}
