/// A picture of a surface as an SVG document that looks the same in every browser. Text is placed word by word, so that
/// columns stay aligned in any font, and frames are drawn as lines.
package struct SVGPicture {
    private let surface: Surface
    private let palette: PicturePalette
    /// The title that screen readers read aloud in place of the picture.
    private let title: SafeText

    // A cell of 9 by 20 pixels fits text of 15 pixels in common fixed-width fonts, which are 0.6 as wide as high.
    private static let cell = (width: 9, height: 20)
    private static let fontSize = 15
    /// The distance from the top of the cell to the baseline.
    private static let baseline = 15
    private static let padding = 18
    private static let fonts =
        "ui-monospace,'SF Mono',Menlo,'Cascadia Mono',Consolas,'DejaVu Sans Mono','Noto Sans Mono','Liberation Mono',"
        + "monospace,'Apple Color Emoji','Segoe UI Emoji','Noto Color Emoji'"

    package init(_ surface: Surface, palette: PicturePalette, title: SafeText) {
        self.surface = surface
        self.palette = palette
        self.title = title
    }

    /// The whole document. It contains no script, no link and no address other than XML namespaces.
    package var document: String {
        let width = surface.size.columns * Self.cell.width + 2 * Self.padding
        let height = surface.size.rows * Self.cell.height + 2 * Self.padding
        var body = SVGBody(surface: surface, palette: palette, cell: Self.cell, baseline: Self.baseline)
        for row in 0..<surface.size.rows { body.add(row: row) }
        let edge = palette.background.mixed(with: palette.foreground, by: 0.2).hex
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
            viewBox="0 0 \(width) \(height)" role="img">
            <title>\(SVGBody.escaped(title.string))</title>
            <rect x="0.5" y="0.5" width="\(width - 1)" height="\(height - 1)" rx="8" \
            fill="\(palette.background.hex)" stroke="\(edge)"/>
            <g transform="translate(\(Self.padding) \(Self.padding))" font-family="\(Self.fonts)" \
            font-size="\(Self.fontSize)">
            \(body.markup)</g>
            </svg>

            """
    }
}

/// Collects the elements of a picture. Backgrounds precede shapes and shapes precede text; elements of the same style
/// share one path, which keeps the document small.
private struct SVGBody {
    let surface: Surface
    let palette: PicturePalette
    let cell: (width: Int, height: Int)
    let baseline: Int
    private var backgrounds = Paths()
    private var fills = Paths()
    private var strokes = Paths()
    private var texts = ""

    /// Path data by attribute, in the order of first use.
    private struct Paths {
        private var order: [String] = []
        private var data: [String: String] = [:]

        mutating func add(_ path: String, _ look: String) {
            if data[look] == nil { order.append(look) }
            data[look, default: ""] += path
        }

        var markup: String { order.map { "<path \($0) d=\"\(data[$0] ?? "")\"/>\n" }.joined() }
    }

    init(surface: Surface, palette: PicturePalette, cell: (width: Int, height: Int), baseline: Int) {
        self.surface = surface
        self.palette = palette
        self.cell = cell
        self.baseline = baseline
    }

    var markup: String {
        backgrounds.markup + SVGImages(surface: surface, cell: cell).markup + fills.markup + strokes.markup + texts
    }

    mutating func add(row: Int) {
        let cells = surface.withRow(row) { Array($0) }
        var column = 0
        while column < cells.count {
            let end = word(in: cells, from: column)
            addBackground(cells[column].style, column..<end, row: row)
            addLines(cells[column].style, column..<end, row: row)
            let first = cells[column]
            if let glyph = LineGlyph(first.glyph) {
                add(glyph, first.style, column: column, row: row)
            } else if first.glyph != 0x20, !first.isPlaceholder {
                addText(cells[column..<end], columns: column..<end, row: row)
            }
            column = end
        }
    }

    // MARK: Splitting

    /// The kind of content of a cell. Neighbouring cells of one kind form a run, except those of kind `single`.
    private enum Kind { case blank, letters, rightToLeft, single }

    private func kind(_ cell: Cell) -> Kind {
        if cell.glyph == 0x20 { return .blank }
        guard let scalar = surface.text(of: cell).unicodeScalars.first else { return .single }
        switch scalar.value {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF: return .rightToLeft
        case ..<0x2000: return cell.width == 1 ? .letters : .single
        default: return .single
        }
    }

    /// The end of the run that begins at a column: of one style and one kind. Right-to-left text stays together across
    /// single blanks, since its words are reordered.
    private func word(in cells: [Cell], from start: Int) -> Int {
        let first = kind(cells[start])
        var end = start + max(1, Int(cells[start].width))
        guard first != .single else { return min(end, cells.count) }
        while end < cells.count, cells[end].style == cells[start].style {
            let next = kind(cells[end])
            if next != first {
                let isJoint =
                    first == .rightToLeft && next == .blank && end + 1 < cells.count
                    && cells[end + 1].style == cells[start].style && kind(cells[end + 1]) == .rightToLeft
                guard isJoint else { break }
            }
            end += max(1, Int(cells[end].width))
        }
        return min(end, cells.count)
    }

    // MARK: Adding

    private mutating func addBackground(_ style: Style, _ columns: Range<Int>, row: Int) {
        guard let color = palette.colors(of: style).background else { return }
        backgrounds.add(rect(columns, row: row), "fill=\"\(color.hex)\" shape-rendering=\"crispEdges\"")
    }

    private func rect(_ columns: Range<Int>, row: Int) -> String {
        let top = row * cell.height
        let right = columns.upperBound * cell.width
        return "M\(columns.lowerBound * cell.width) \(top)H\(right)V\(top + cell.height)"
            + "H\(columns.lowerBound * cell.width)z"
    }

    /// Underlines and strikes through a run, blanks included, as terminals do.
    private mutating func addLines(_ style: Style, _ columns: Range<Int>, row: Int) {
        let color = palette.colors(of: style).foreground.hex
        for (attribute, offset) in [(Attributes.underline, baseline + 2), (.strikethrough, baseline - 5)]
        where style.attributes.contains(attribute) {
            let path =
                "M\(columns.lowerBound * cell.width) \(row * cell.height + offset).5H\(columns.upperBound * cell.width)"
            strokes.add(path, "fill=\"none\" stroke=\"\(color)\"")
        }
    }

    private mutating func add(_ glyph: LineGlyph, _ style: Style, column: Int, row: Int) {
        let color = palette.colors(of: style).foreground.hex
        let path = glyph.path(
            x: column * cell.width, y: row * cell.height, width: cell.width, height: cell.height)
        if glyph.isBlock {
            fills.add(path, "fill=\"\(color)\" shape-rendering=\"crispEdges\"")
        } else {
            let width = style.attributes.contains(.bold) ? " stroke-width=\"2\"" : ""
            strokes.add(path, "fill=\"none\" stroke=\"\(color)\"\(width)")
        }
    }

    private mutating func addText(_ cells: ArraySlice<Cell>, columns: Range<Int>, row: Int) {
        guard let first = cells.first else { return }
        var text = ""
        for cell in cells { text += surface.text(of: cell) }
        var attributes = "fill=\"\(palette.colors(of: first.style).foreground.hex)\""
        if first.style.attributes.contains(.bold) { attributes += " font-weight=\"bold\"" }
        if first.style.attributes.contains(.italic) { attributes += " font-style=\"italic\"" }
        let left = columns.lowerBound * cell.width
        let width = columns.count * cell.width
        switch kind(first) {
        case .letters where columns.count > 1, .rightToLeft where columns.count > 1:
            attributes = "x=\"\(left)\" textLength=\"\(width)\" " + attributes
        case .letters: attributes = "x=\"\(left)\" " + attributes
        // A symbol may come from another font and have any width, so it is centred in its cells.
        case .single, .rightToLeft, .blank:
            let middle = "\(left + width / 2)\(width % 2 == 0 ? "" : ".5")"
            attributes = "x=\"\(middle)\" text-anchor=\"middle\" " + attributes
        }
        texts += "<text y=\"\(row * cell.height + baseline)\" \(attributes)>\(Self.escaped(text))</text>\n"
    }

    /// Text escaped for XML. A surface contains no control characters; XML forbids two further characters.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\u{FFFE}", "\u{FFFF}", "\u{0}"..<"\u{20}": result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
