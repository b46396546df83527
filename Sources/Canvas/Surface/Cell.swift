/// One column of one row: its glyph and style. Sixteen bytes, no padding, no references.
///
/// A glyph is a scalar value, or for a cluster of several scalars the index of its text in the
/// surface that owns the cell (offset by `firstCluster`); ask the surface for the text.
package struct Cell: Equatable, Sendable, BitwiseCopyable {
    package var glyph: UInt32
    package var style: Style
    /// The number of columns: 1; 2 for the left half of a wide glyph; 0 for its right half.
    package var width: UInt8
    /// The number of the link in the surface that owns the cell; 0 for no link.
    package var link: UInt8

    /// The lowest glyph value that is a cluster index; all scalars are lower.
    @inlinable package static var firstCluster: UInt32 { 0x11_0000 }

    package static let blank = Cell(glyph: 0x20, style: .default, width: 1)

    package init(glyph: UInt32, style: Style, width: UInt8, link: UInt8 = 0) {
        self.glyph = glyph
        self.style = style
        self.width = width
        self.link = link
    }

    /// The right half of a wide glyph.
    @inlinable package var isContinuation: Bool { width == 0 }

    /// Whether both are blanks that look the same. Foreground colour, bold and dim are invisible on blanks.
    func isBlank(like other: Cell) -> Bool {
        glyph == 0x20 && other.glyph == 0x20 && width == 1 && other.width == 1 && link == 0 && other.link == 0
            && style.background == other.style.background
            && style.attributes.union(other.style.attributes).isSubset(of: [.bold, .dim])
    }

    /// Whether the cell shows a part of a picture that the terminal draws.
    package var isPlaceholder: Bool { glyph >= PlaceholderGlyph.first }
    @inlinable package var isCluster: Bool { glyph >= Cell.firstCluster }
}
