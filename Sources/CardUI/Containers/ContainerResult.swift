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
    /// Positions in the window of the cards in sight.
    var visible = 0..<0
}
