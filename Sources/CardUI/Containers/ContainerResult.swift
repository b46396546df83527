internal import AppCore
internal import Canvas

/// What drawing a container found out.
struct ContainerResult {
    var report: ContainerReport
    var hits: [HitRegion] = []
    /// The pictures in sight, from the top.
    var pictures: [PictureRequest] = []
    var cursor: Point?
    /// Rows of the selected card above and below the viewport.
    var hiddenAbove = 0
    var hiddenBelow = 0
    /// Whether all cards beside each other are wholly in sight.
    var isWhole = false
    /// Positions in the window of the cards in sight, if only by a row.
    var visible = 0..<0

    /// Positions in the window of the cards whose title is in sight, and of those between them.
    var recognizable: Range<Int> {
        let rows = report.viewport.size.rows
        guard report.cards.count == visible.count,
            let first = report.cards.firstIndex(where: { $0.showsTitle(viewportHeight: rows) }),
            let last = report.cards.lastIndex(where: { $0.showsTitle(viewportHeight: rows) })
        else { return visible }
        return visible.lowerBound + first..<visible.lowerBound + last + 1
    }
}
