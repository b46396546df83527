import Canvas
import Testing

@testable import CardImages

struct SVGTintTests {
    private static func drawing(_ attributes: String, root: String = "") -> [UInt8] {
        Array(
            """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"\(root)>\
            <rect width="16" height="16" \(attributes)/></svg>
            """.utf8)
    }

    /// The colour of the first cell when the real decoder draws the file.
    private func colour(_ file: [UInt8], ink: PictureInk) async throws -> Color {
        let decoder = ImageDecoder(path: "/usr/local/bin:/usr/bin:/bin")
        let request = PictureRequest(address: "a", box: Size(columns: 2, rows: 1), ink: ink)
        let picture = try await decoder.picture(file, for: request, colors: .direct)
        let style = try #require(picture.cells?.first).style
        return style.background == .default ? style.foreground : style.background
    }

    private let light = PictureInk(.rgb(0xF0, 0xE0, 0xD0), isOnDark: true)
    private let dark = PictureInk(.rgb(0x10, 0x20, 0x30), isOnDark: false)

    /// Symbols: icons
    @Test func `the current colour of a drawing is the ink`() async throws {
        #expect(try await colour(Self.drawing("fill='currentColor'"), ink: light) == light.color)
        #expect(try await colour(Self.drawing("fill='currentColor'"), ink: dark) == dark.color)
        let own = Self.drawing("fill='currentColor'", root: " color='#ff0000'")
        #expect(try await colour(own, ink: light) == .rgb(255, 0, 0))
    }

    @Test func `explicit colours of a drawing stay`() async throws {
        #expect(try await colour(Self.drawing("fill='#00ff00'"), ink: light) == .rgb(0, 255, 0))
    }

    @Test func `a drawing without colours is black, or the ink where black would be invisible`() async throws {
        #expect(try await colour(Self.drawing(""), ink: dark) == .rgb(0, 0, 0))
        #expect(try await colour(Self.drawing(""), ink: light) == light.color)
    }

    @Test(arguments: ["fill = '#00ff00'", "data-a='>' fill='#00ff00'", "style = 'fill: #00ff00' color\n= '#00ff00'"])
    func `an existing attribute is not added again`(attributes: String) async throws {
        let file = Self.drawing("", root: " " + attributes)
        #expect(try await colour(file, ink: light) == .rgb(0, 255, 0))
    }

    @Test func `a comment that looks like the root element is ignored`() async throws {
        #expect(try await colour(Array("<!-- <svg -->".utf8) + Self.drawing(""), ink: light) == light.color)
    }

    @Test func `other files stay as they are`() {
        for file in [Fixture.png, Fixture.gif, Fixture.jpeg, [], Array("<svg".utf8).dropLast()] {
            #expect(SVGTint.apply(light, to: Array(file)) == Array(file))
        }
    }
}
