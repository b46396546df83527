/// How a terminal can draw a picture.
package enum GraphicsProtocol: String, Sendable, CaseIterable {
    /// kitty's graphics protocol with Unicode placeholders: true pixels that scroll with the text.
    case kitty
    /// DEC's sixels: true pixels painted over the cells.
    case sixel
    /// Block and symbol characters in two colours a cell: in every terminal.
    case symbols
}

/// What pictures are made for.
package struct PictureSupport: Hashable, Sendable {
    /// Nil draws none.
    package var method: GraphicsProtocol?
    /// Pixels of one cell: what a picture is scaled for. 10 by 20 where the terminal does not tell.
    package var cellPixels: Size
    /// Whether there are letters of twice the size, too (``LargeText``).
    package var hasLargeText: Bool

    package init(
        method: GraphicsProtocol?, cellPixels: Size = Size(columns: 10, rows: 20), hasLargeText: Bool = false
    ) {
        self.method = method
        self.cellPixels = cellPixels
        self.hasLargeText = hasLargeText
    }

    package static let none = PictureSupport(method: nil)
    package static let symbols = PictureSupport(method: .symbols)
}
