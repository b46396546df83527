internal import AppCore
internal import Canvas

/// The result of drawing a container.
struct ContainerResult {
    var report: ContainerReport
    var hits: [HitRegion] = []
    /// The visible pictures, from top to bottom.
    var pictures: [PictureRequest] = []
    var cursor: Point?
    /// The rows of the selected card above and below the viewport.
    var hiddenAbove = 0
    var hiddenBelow = 0
    /// Whether all cards of a horizontal container are fully visible.
    var isWhole = false
    /// The positions in the window of the cards with at least one visible row.
    var visible = 0..<0

    /// The positions in the window of the cards whose title is visible, and of those between them.
    var recognizable: Range<Int> {
        let rows = report.viewport.size.rows
        guard report.cards.count == visible.count,
            let first = report.cards.firstIndex(where: { $0.showsTitle(viewportHeight: rows) }),
            let last = report.cards.lastIndex(where: { $0.showsTitle(viewportHeight: rows) })
        else { return visible }
        return visible.lowerBound + first..<visible.lowerBound + last + 1
    }
}
