import Basics
import Canvas
import Testing

@Suite struct SVGImagesTests {
    private func picture(columns: Int, rows: Int) throws -> Picture {
        let pixels = try #require(PicturePixels(width: 1, height: 1, bytes: [1, 2, 3, 255]))
        return Picture(size: Size(columns: columns, rows: rows), content: .pixels(pixels))
    }

    private func document(_ surface: Surface) -> String {
        SVGPicture(surface, palette: .dark, title: "pictures").document
    }

    @Test func `pixels are an image at their cells, and their placeholders no text`() throws {
        var surface = Surface(size: Size(columns: 6, rows: 3))
        surface.painter().draw(try picture(columns: 4, rows: 2), at: Point(column: 1, row: 1))
        let svg = document(surface)
        #expect(
            svg.contains(
                "<image x=\"9\" y=\"20\" width=\"36\" height=\"40\" preserveAspectRatio=\"none\" href=\"data:image/png;base64,iVBORw0KGgo"
            ))
        #expect(!svg.contains("clip-path") && !svg.contains("<text"))
    }

    @Test func `text that is drawn over a picture is visible`() throws {
        var surface = Surface(size: Size(columns: 4, rows: 2))
        surface.painter().draw(try picture(columns: 3, rows: 2), at: .zero)
        surface.painter().write("x", at: Point(column: 1, row: 0), style: .default)
        let svg = document(surface)
        #expect(
            svg.contains(
                "<clipPath id=\"picture-0\"><path d=\"M0 0H9v20H0zM18 0H27v20H18zM0 20H27v20H0z\"/></clipPath>"))
        #expect(svg.contains("clip-path=\"url(#picture-0)\"") && svg.contains(">x</text>"))
    }

    @Test func `a part of a surface keeps its pictures`() throws {
        var surface = Surface(size: Size(columns: 6, rows: 4))
        surface.painter().draw(try picture(columns: 3, rows: 2), at: Point(column: 2, row: 1))
        let part = surface.cropped(to: Rect(column: 3, row: 1, columns: 3, rows: 3))
        #expect(part.placements.map(\.area) == [Rect(column: -1, row: 0, columns: 3, rows: 2)])
        #expect(part.placements.map(\.visible) == [Rect(column: 0, row: 0, columns: 2, rows: 2)])
        #expect(part.cell(at: .zero) == surface.cell(at: Point(column: 3, row: 1)))
        #expect(document(part).contains("<image x=\"-9\""))
        #expect(surface.cropped(to: Rect(column: 0, row: 0, columns: 2, rows: 4)).placements.isEmpty)
    }

    @Test func `a PNG file has the documented form`() throws {
        let pixels = try #require(PicturePixels(width: 1, height: 1, bytes: [1, 2, 3, 255]))
        // Generated with Python's zlib.crc32 and zlib.adler32 over the same chunks.
        #expect(
            Base64.encode(PNG.encode(pixels))
                == Array(
                    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAAD0lEQVR4AQEEAPv/AAECAwAOAActojPsAAAAAElFTkSuQmCC"
                        .utf8))
        let clear = try #require(PicturePixels(width: 1, height: 1, bytes: [1, 2, 3, 4]))
        #expect(
            Base64.encode(PNG.encode(clear))
                == Array(
                    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAAEElEQVR4AQEFAPr/AAECAwQAGQALubDj6wAAAABJRU5ErkJggg=="
                        .utf8))
    }
}
