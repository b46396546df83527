internal import Canvas

/// What a container looks like at the moment: a grid of cells, for hosts that do not use curses. Belongs to the container's
/// thread.
public struct ContainerPicture {
    private let surface: Surface
    /// In cells.
    public var columns: Int { surface.size.columns }
    /// In cells.
    public var rows: Int { surface.size.rows }

    init(_ surface: Surface) { self.surface = surface }

    /// Rows of text without trailing blanks, joined by line breaks.
    public var text: String { surface.plainText }

    /// The cell at a place; nil outside of the grid, and for the second half of a wide character.
    public subscript(row row: Int, column column: Int) -> Cell? {
        guard let cell = surface.cell(at: Point(column: column, row: row)), !cell.isContinuation else { return nil }
        return Cell(cell, text: surface.text(of: cell), link: surface.link(of: cell)?.address)
    }

    /// One place of the grid.
    public struct Cell: Hashable, Sendable {
        /// One character, free of control characters.
        public let text: String
        /// Columns that it takes: 1 or 2.
        public let width: Int
        /// Of the character.
        public let foreground: CellColor
        /// Behind it.
        public let background: CellColor
        /// Emphasis, as the terminal shows it.
        public let isBold: Bool
        /// Weaker than the rest.
        public let isDim: Bool
        /// Slanted.
        public let isItalic: Bool
        /// With a line below.
        public let isUnderlined: Bool
        /// With foreground and background exchanged.
        public let isReversed: Bool
        /// With a line through it.
        public let isStruckThrough: Bool
        /// Where a click on it leads; nil for nowhere.
        public let link: String?

        init(_ cell: Canvas.Cell, text: String, link: String?) {
            self.text = text
            width = Int(cell.width)
            foreground = CellColor(cell.style.foreground)
            background = CellColor(cell.style.background)
            let attributes = cell.style.attributes
            isBold = attributes.contains(.bold)
            isDim = attributes.contains(.dim)
            isItalic = attributes.contains(.italic)
            isUnderlined = attributes.contains(.underline)
            isReversed = attributes.contains(.reverse)
            isStruckThrough = attributes.contains(.strikethrough)
            self.link = link
        }
    }

    /// A colour, in what the terminal knows.
    public enum CellColor: Hashable, Sendable {
        /// The terminal's own.
        case standard
        /// One of the terminal's 256.
        case palette(UInt8)
        /// 24 bits.
        case rgb(red: UInt8, green: UInt8, blue: UInt8)

        init(_ color: Color) {
            self =
                switch color.value {
                case .default: .standard
                case .palette(let index): .palette(index)
                case .rgb(let red, let green, let blue): .rgb(red: red, green: green, blue: blue)
                }
        }
    }
}
