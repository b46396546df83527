import Testing

@testable import Canvas

struct LineGlyphTests {
    /// Unicode's names of the characters (Block Elements, U+2596 to U+259F) define which quarters are filled.
    @Test(
        arguments: [
            (0x2596, [.lowerLeft]), (0x2597, [.lowerRight]), (0x2598, [.upperLeft]),
            (0x2599, [.upperLeft, .lowerLeft, .lowerRight]), (0x259A, [.upperLeft, .lowerRight]),
            (0x259B, [.upperLeft, .upperRight, .lowerLeft]), (0x259C, [.upperLeft, .upperRight, .lowerRight]),
            (0x259D, [.upperRight]), (0x259E, [.upperRight, .lowerLeft]),
            (0x259F, [.upperRight, .lowerLeft, .lowerRight]),
        ] as [(UInt32, LineGlyph.Quarters)])
    func `quarters are filled where their character has them`(scalar: UInt32, quarters: LineGlyph.Quarters) throws {
        let glyph = try #require(LineGlyph(scalar))
        #expect(glyph == .quarters(quarters) && glyph.isBlock)
        let squares: [(LineGlyph.Quarters, String)] = [
            (.upperLeft, "M80 32H84V40H80z"), (.upperRight, "M84 32H88V40H84z"), (.lowerLeft, "M80 40H84V48H80z"),
            (.lowerRight, "M84 40H88V48H84z"),
        ]
        let path = glyph.path(x: 80, y: 32, width: 8, height: 16)
        #expect(path == squares.filter { quarters.contains($0.0) }.map(\.1).joined())
    }

    @Test func `other characters are no quarters`() {
        #expect(LineGlyph(0x2595) == .block(columns: 7..<8, rows: 0..<8))
        #expect(LineGlyph(0x25A0) == nil)
    }
}
