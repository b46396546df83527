package import Canvas

/// Coloured block characters, as chafa prints them (`-f symbols`).
package struct SymbolOutput {
    package struct Cell: Equatable, Sendable {
        package var scalar: Unicode.Scalar
        package var style: Style
    }

    /// All rows have the same length.
    package private(set) var rows: [[Cell]]

    /// Nil if the output is not rows of coloured block elements within `most`.
    init?(_ output: [UInt8], most: Size) {
        var reader = DecoderOutputScanner(output)
        var rows: [[Cell]] = []
        var row: [Cell] = []
        var rendition = GraphicRendition()
        while let byte = reader.next {
            switch byte {
            case 0x1B: guard rendition.take(&reader) else { return nil }
            case 0x0A:
                _ = reader.take()
                rows.append(row)
                row = []
                guard rows.count <= most.rows else { return nil }
            default:
                guard let scalar = reader.scalar(), Self.isDrawn(scalar), row.count < most.columns else { return nil }
                row.append(Cell(scalar: scalar, style: rendition.style(of: scalar)))
            }
        }
        if !row.isEmpty { rows.append(row) }
        let columns = rows.map(\.count).max() ?? 0
        guard columns > 0, rows.count <= most.rows else { return nil }
        // chafa may omit blanks at a row's end.
        self.rows = rows.map {
            $0 + Array(repeating: Cell(scalar: " ", style: .default), count: columns - $0.count)
        }
    }

    /// The centre of the picture, cropped to this size.
    func cropped(to most: Size) -> SymbolOutput {
        var part = self
        let columns = rows[0].count
        part.rows = Array(rows.dropFirst(max(0, rows.count - most.rows) / 2).prefix(most.rows))
        if columns > most.columns {
            part.rows = part.rows.map { Array($0.dropFirst((columns - most.columns) / 2).prefix(most.columns)) }
        }
        return part
    }

    /// Blanks, lines and blocks: each takes one column in every terminal.
    private static func isDrawn(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || (0x2580...0x259F).contains(scalar.value)
    }
}

/// The current colours, set by the only accepted control sequence: "select graphic rendition".
private struct GraphicRendition {
    private var foreground = Color.default
    private var background = Color.default
    private var isReversed = false

    func style(of scalar: Unicode.Scalar) -> Style {
        guard isReversed else { return Style(foreground: foreground, background: background) }
        // Reversed default colours cannot be expressed as a colour pair.
        return foreground == .default || scalar == " "
            ? Style(foreground: background, background: foreground)
            : Style(foreground: foreground, background: background, attributes: .reverse)
    }

    mutating func take(_ reader: inout DecoderOutputScanner) -> Bool {
        guard reader.take("\u{1B}[") else { return false }
        var numbers: [Int] = []
        repeat {
            guard numbers.count < 16, let number = reader.number() else { return false }
            numbers.append(number)
        } while reader.take(";")
        guard reader.take("m") else { return false }
        var rest = numbers[...]
        while let first = rest.popFirst() {
            guard apply(first, &rest) else { return false }
        }
        return true
    }

    private mutating func apply(_ number: Int, _ rest: inout ArraySlice<Int>) -> Bool {
        switch number {
        case 0: self = GraphicRendition()
        case 7: isReversed = true
        case 27: isReversed = false
        case 30...37: foreground = .palette(UInt8(number - 30))
        case 39: foreground = .default
        case 40...47: background = .palette(UInt8(number - 40))
        case 49: background = .default
        case 90...97: foreground = .palette(UInt8(number - 82))
        case 100...107: background = .palette(UInt8(number - 92))
        case 38, 48:
            guard let color = Self.color(&rest) else { return false }
            if number == 38 { foreground = color } else { background = color }
        default: return false
        }
        return true
    }

    private static func color(_ rest: inout ArraySlice<Int>) -> Color? {
        func byte() -> UInt8? { rest.popFirst().flatMap { UInt8(exactly: $0) } }
        switch rest.popFirst() {
        case 5: return byte().map { .palette($0) }
        case 2:
            guard let red = byte(), let green = byte(), let blue = byte() else { return nil }
            return .rgb(red, green, blue)
        default: return nil
        }
    }
}
