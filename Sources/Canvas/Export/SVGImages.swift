import Basics

/// The pictures of a surface as images embedded in an SVG document.
struct SVGImages {
    private let surface: Surface
    private let cell: (width: Int, height: Int)

    init(surface: Surface, cell: (width: Int, height: Int)) {
        self.surface = surface
        self.cell = cell
    }

    /// The elements of all pictures, to be placed above backgrounds and below text. Empty if there are no pixel
    /// pictures.
    var markup: String {
        surface.placements.enumerated().map { image($1, number: $0) }.joined()
    }

    private func image(_ placement: PicturePlacement, number: Int) -> String {
        guard case .pixels(let pixels) = placement.picture.content else { return "" }
        let runs = visibleRuns(placement)
        if runs.isEmpty { return "" }
        let area = placement.area
        let isWhole = runs.reduce(0) { $0 + $1.columns.count } == area.size.columns * area.size.rows
        let clip = isWhole ? "" : " clip-path=\"url(#picture-\(number))\""
        let image =
            "<image x=\"\(area.minColumn * cell.width)\" y=\"\(area.minRow * cell.height)\""
            + " width=\"\(area.size.columns * cell.width)\" height=\"\(area.size.rows * cell.height)\""
            + " preserveAspectRatio=\"none\"\(clip) href=\"data:image/png;base64,"
            + Base64.text(PNG.encode(pixels)) + "\"/>\n"
        if isWhole { return image }
        let path = runs.map { run in
            let (left, right) = (run.columns.lowerBound * cell.width, run.columns.upperBound * cell.width)
            return "M\(left) \(run.row * cell.height)H\(right)v\(cell.height)H\(left)z"
        }.joined()
        return "<clipPath id=\"picture-\(number)\"><path d=\"\(path)\"/></clipPath>\n" + image
    }

    /// The cells that still show the picture and were not drawn over.
    private func visibleRuns(_ placement: PicturePlacement) -> [SurfaceDiff.Run] {
        let color = PlaceholderGlyph.color(of: placement.picture.id)
        var runs: [SurfaceDiff.Run] = []
        for row in placement.visible.rows {
            surface.withRow(row) { cells in
                var first: Int?
                for column in placement.visible.columns {
                    let isShown = cells[column].isPlaceholder && cells[column].style.foreground == color
                    if isShown, first == nil { first = column }
                    if !isShown, let start = first {
                        runs.append(SurfaceDiff.Run(row: row, columns: start..<column))
                        first = nil
                    }
                }
                if let first { runs.append(SurfaceDiff.Run(row: row, columns: first..<placement.visible.maxColumn)) }
            }
        }
        return runs
    }
}
