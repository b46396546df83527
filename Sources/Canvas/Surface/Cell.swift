/// One column of one row: what is shown there and how. Sixteen bytes, no padding, no references.
///
/// A glyph is a scalar value, or for a cluster of several scalars the index of its text in the
/// surface that owns the cell (offset by `firstCluster`); ask the surface for the text.
package struct Cell: Equatable, Sendable, BitwiseCopyable {
    package var glyph: UInt32
    package var style: Style
    /// 1; 2 for the left half of a wide glyph; 0 for its right half.
    package var width: UInt8
    /// Keeps the sixteenth byte defined, so that rows compare as raw memory.
    private var reserved: UInt8 = 0

    /// Glyph values from here on are cluster indices; scalars end below.
    static let firstCluster: UInt32 = 0x11_0000

    package static let blank = Cell(glyph: 0x20, style: .default, width: 1)

    package init(glyph: UInt32, style: Style, width: UInt8) {
        self.glyph = glyph
        self.style = style
        self.width = width
    }

    /// The right half of a wide glyph.
    package var isContinuation: Bool { width == 0 }
    package var isCluster: Bool { glyph >= Cell.firstCluster }
}
