import Canvas
import Testing

@Suite struct PictureTests {
    private let cells = (0..<6).map { Cell(glyph: UInt32(0x61 + $0), style: .default, width: 1) }

    private func symbols() -> Picture { Picture(size: Size(columns: 3, rows: 2), content: .cells(cells)) }

    private func pixels() throws -> Picture {
        let pixels = try #require(PicturePixels(width: 1, height: 1, bytes: [1, 2, 3, 255]))
        return Picture(size: Size(columns: 3, rows: 2), content: .pixels(pixels))
    }

    @Test func `symbols are cells, cut at the clip`() {
        var surface = Surface(size: Size(columns: 4, rows: 2))
        surface.painter().draw(symbols(), at: Point(column: 2, row: -1))
        #expect(surface.text(row: 0) == "  de")
        #expect(surface.text(row: 1) == "    ")
        #expect(surface.placements.map(\.visible) == [Rect(column: 2, row: 0, columns: 2, rows: 1)])
        surface.clear()
        #expect(surface.placements.isEmpty)
    }

    @Test func `a picture outside the clip has no placement`() {
        var surface = Surface(size: Size(columns: 4, rows: 2))
        surface.painter().draw(symbols(), at: Point(column: 4, row: 0))
        #expect(surface.placements.isEmpty)
    }

    @Test func `pixels become placeholders that name their row and column`() throws {
        var surface = Surface(size: Size(columns: 4, rows: 2))
        let picture = try pixels()
        surface.painter().draw(picture, at: Point(column: -1, row: 0))
        // Row 0 column 1 and row 1 column 2 of the picture: combining marks 0305, 030D, 030E.
        #expect(surface.text(at: .zero).unicodeScalars.map(\.value) == [0x10_EEEE, 0x305, 0x30D])
        #expect(
            surface.text(at: Point(column: 1, row: 1)).unicodeScalars.map(\.value) == [0x10_EEEE, 0x30D, 0x30E])
        #expect(surface.cell(at: .zero)?.style.foreground == PlaceholderGlyph.color(of: picture.id))
        #expect(surface.text(at: Point(column: 2, row: 0)) == " ")
        #expect(PlaceholderGlyph.limit == 297)
    }

    @Test func `a frame with the same picture at the same place has no changes`() throws {
        let picture = try pixels()
        var (old, new) = (Surface(size: Size(columns: 4, rows: 3)), Surface(size: Size(columns: 4, rows: 3)))
        old.painter().draw(picture, at: .zero)
        new.painter().draw(picture, at: .zero)
        #expect(SurfaceDiff(from: old, to: new).isEmpty)
        new.clear()
        new.painter().draw(picture, at: Point(column: 0, row: 1))
        #expect(SurfaceDiff(from: old, to: new).cellsChanged == 9)
        new.clear()
        new.painter().draw(try pixels(), at: .zero)
        #expect(SurfaceDiff(from: old, to: new).cellsChanged == 6)
    }

    @Test func `a partly covered picture is not whole`() {
        var surface = Surface(size: Size(columns: 4, rows: 2))
        let sixel = Array("\u{1B}Pq~\u{1B}\\".utf8)
        let picture = Picture(size: Size(columns: 3, rows: 2), content: .sixel(sixel, cells: cells))
        surface.painter().draw(picture, at: .zero)
        #expect(surface.isWhole(surface.placements[0]))
        surface.painter().write("x", at: Point(column: 2, row: 1), style: .default)
        #expect(!surface.isWhole(surface.placements[0]))
        surface.clear()
        surface.painter().draw(picture, at: Point(column: 2, row: 0))
        #expect(!surface.isWhole(surface.placements[0]))
    }

    @Test func `pixels must be as many as the size says`() {
        #expect(PicturePixels(width: 2, height: 1, bytes: [0, 0, 0, 0]) == nil)
        #expect(PicturePixels(width: 0, height: 0, bytes: []) == nil)
    }
}
