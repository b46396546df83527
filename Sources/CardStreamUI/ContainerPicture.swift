internal import Canvas

/// The current content of a container as a grid of cells, for hosts that do not use curses. Use it on the container's
/// thread.
public struct ContainerPicture {
    private let surface: Surface
    /// The width in cells.
    public var columns: Int { surface.size.columns }
    /// The height in cells.
    public var rows: Int { surface.size.rows }

    init(_ surface: Surface) { self.surface = surface }

    /// The rows of text without trailing blanks, joined by line breaks.
    public var text: String { surface.plainText }

    /// The cell at a position; nil outside of the grid, and for the second half of a wide character.
    public subscript(row row: Int, column column: Int) -> Cell? {
        guard let cell = surface.cell(at: Point(column: column, row: row)), !cell.isContinuation else { return nil }
        return Cell(cell, text: surface.text(of: cell), link: surface.link(of: cell)?.address)
    }

    /// A cell of the grid.
    public struct Cell: Hashable, Sendable {
        /// One character, never a control character.
        public let text: String
        /// The width in columns: 1 or 2.
        public let width: Int
        /// The colour of the character.
        public let foreground: CellColor
        /// The colour of the background.
        public let background: CellColor
        /// Whether the character is bold.
        public let isBold: Bool
        /// Whether the character is dim.
        public let isDim: Bool
        /// Whether the character is italic.
        public let isItalic: Bool
        /// Whether the character is underlined.
        public let isUnderlined: Bool
        /// Whether foreground and background are exchanged.
        public let isReversed: Bool
        /// Whether the character is struck through.
        public let isStruckThrough: Bool
        /// The URL of the link at this cell; nil if there is none.
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

    /// A colour in the terms of the terminal.
    public enum CellColor: Hashable, Sendable {
        /// The terminal's default colour.
        case standard
        /// One of the terminal's 256 colours.
        case palette(UInt8)
        /// A direct colour of 24 bits.
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
