/// Box-drawing characters, drawn as shapes: the glyphs of a font rarely meet, which leaves gaps in frames.
enum LineGlyph: Equatable {
    /// Lines from the cell's centre to its edges.
    case lines(Edges)
    /// A quarter of a circle between two edges.
    case arc(Edges)
    /// A filled part of the cell, in eighths from its upper left corner.
    case block(columns: Range<Int>, rows: Range<Int>)
    /// Quarters of the cell that are filled.
    case quarters(Quarters)

    struct Edges: OptionSet {
        let rawValue: UInt8
        static let left = Edges(rawValue: 1)
        static let right = Edges(rawValue: 2)
        static let up = Edges(rawValue: 4)
        static let down = Edges(rawValue: 8)
    }

    struct Quarters: OptionSet {
        let rawValue: UInt8
        static let upperLeft = Quarters(rawValue: 1)
        static let upperRight = Quarters(rawValue: 2)
        static let lowerLeft = Quarters(rawValue: 4)
        static let lowerRight = Quarters(rawValue: 8)
    }

    init?(_ scalar: UInt32) {
        if let glyph = Self.table[scalar] {
            self = glyph
        } else if (0x2581...0x2588).contains(scalar) {
            self = .block(columns: 0..<8, rows: 8 - Int(scalar - 0x2580)..<8)
        } else if (0x2589...0x258F).contains(scalar) {
            self = .block(columns: 0..<Int(0x2590 - scalar), rows: 0..<8)
        } else if (0x2596...0x259F).contains(scalar) {
            self = .quarters(Self.quarters[Int(scalar - 0x2596)])
        } else {
            return nil
        }
    }

    /// U+2596 to U+259F.
    private static let quarters: [Quarters] = [
        .lowerLeft, .lowerRight, .upperLeft, [.upperLeft, .lowerLeft, .lowerRight], [.upperLeft, .lowerRight],
        [.upperLeft, .upperRight, .lowerLeft], [.upperLeft, .upperRight, .lowerRight], .upperRight,
        [.upperRight, .lowerLeft], [.upperRight, .lowerLeft, .lowerRight],
    ]

    private static let table: [UInt32: LineGlyph] = [
        0x2500: .lines([.left, .right]), 0x2502: .lines([.up, .down]),
        0x250C: .lines([.right, .down]), 0x2510: .lines([.left, .down]),
        0x2514: .lines([.right, .up]), 0x2518: .lines([.left, .up]),
        0x251C: .lines([.up, .down, .right]), 0x2524: .lines([.up, .down, .left]),
        0x252C: .lines([.left, .right, .down]), 0x2534: .lines([.left, .right, .up]),
        0x253C: .lines([.left, .right, .up, .down]),
        0x256D: .arc([.right, .down]), 0x256E: .arc([.left, .down]),
        0x2570: .arc([.right, .up]), 0x256F: .arc([.left, .up]),
        0x2580: .block(columns: 0..<8, rows: 0..<4), 0x2590: .block(columns: 4..<8, rows: 0..<8),
        0x2594: .block(columns: 0..<8, rows: 0..<1), 0x2595: .block(columns: 7..<8, rows: 0..<8),
    ]

    var isBlock: Bool {
        switch self {
        case .block, .quarters: true
        case .lines, .arc: false
        }
    }

    /// SVG path data for the glyph in a cell; lines are to be stroked, blocks to be filled.
    func path(x: Int, y: Int, width: Int, height: Int) -> String {
        // Offset by half a pixel, so that lines one pixel wide are sharp.
        let middle = "\(x + width / 2).5"
        let centre = "\(y + height / 2).5"
        switch self {
        case .lines(let edges):
            var path = ""
            if edges.contains([.left, .right]) {
                path += "M\(x) \(centre)H\(x + width)"
            } else if edges.contains(.left) {
                path += "M\(x) \(centre)H\(middle)"
            } else if edges.contains(.right) {
                path += "M\(middle) \(centre)H\(x + width)"
            }
            if edges.contains([.up, .down]) {
                path += "M\(middle) \(y)V\(y + height)"
            } else if edges.contains(.up) {
                path += "M\(middle) \(y)V\(centre)"
            } else if edges.contains(.down) {
                path += "M\(middle) \(centre)V\(y + height)"
            }
            return path
        case .arc(let edges):
            // From the upper or lower edge towards the centre, around it, and on to the side.
            let radius = width / 2
            let isDown = edges.contains(.down)
            let start = isDown ? y + height : y
            let turn = isDown ? y + height / 2 + radius : y + height / 2 - radius
            let side = edges.contains(.right) ? x + width / 2 + radius : x + width / 2 - radius
            let end = edges.contains(.right) ? x + width : x
            return "M\(middle) \(start)V\(turn).5Q\(middle) \(centre) \(side).5 \(centre)H\(end)"
        case .quarters(let quarters):
            return [
                (Quarters.upperLeft, 0..<4, 0..<4), (.upperRight, 4..<8, 0..<4), (.lowerLeft, 0..<4, 4..<8),
                (.lowerRight, 4..<8, 4..<8),
            ].filter { quarters.contains($0.0) }.map { _, columns, rows in
                LineGlyph.block(columns: columns, rows: rows).path(x: x, y: y, width: width, height: height)
            }.joined()
        case .block(let columns, let rows):
            let left = x + columns.lowerBound * width / 8, right = x + (columns.upperBound * width + 7) / 8
            let top = y + rows.lowerBound * height / 8, bottom = y + (rows.upperBound * height + 7) / 8
            return "M\(left) \(top)H\(right)V\(bottom)H\(left)z"
        }
    }
}
