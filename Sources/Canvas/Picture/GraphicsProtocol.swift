/// A way for a terminal to draw pictures.
package enum GraphicsProtocol: String, Sendable, CaseIterable {
    /// kitty's graphics protocol with Unicode placeholders: true pixels that scroll with the text.
    case kitty
    /// DEC's sixels: true pixels painted over the cells.
    case sixel
    /// Block and symbol characters with two colours a cell, which every terminal supports.
    case symbols
}

/// The terminal's support for pictures.
package struct PictureSupport: Hashable, Sendable {
    /// How pictures are drawn; nil means that no pictures are drawn.
    package var method: GraphicsProtocol?
    /// The size of one cell in pixels, for scaling; 10 by 20 if the terminal does not report it.
    package var cellPixels: Size
    /// Whether the terminal can also show letters of twice the size (``LargeText``).
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
