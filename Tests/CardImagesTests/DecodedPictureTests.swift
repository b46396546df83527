import Canvas
import Foundation
import Testing

@testable import CardImages

/// Files as pictures for a terminal, decoded by the real chafa. They are larger than the fixtures and come from the
/// demo.
struct DecodedPictureTests {
    private let decoder = ImageDecoder(path: "/usr/local/bin:/usr/bin:/bin")

    static let files = ["dice.png", "film.svg", "fjord.jpg", "fjord.webp", "globe.gif", "logo.svg", "plan.svg"]

    private func file(_ name: String) throws -> [UInt8] {
        let folder = URL(filePath: #filePath).appending(path: "../../../Sources/cardstream/Demo/pictures/")
        return Array(try Data(contentsOf: folder.appending(path: name).standardizedFileURL))
    }

    /// On a screen with many pixels the picture is reduced, and must not take cells that it does not cover.
    @Test func `a sixel picture takes as many cells as its pixels cover`() async throws {
        let request = PictureRequest(
            address: "fjord.jpg", box: Size(columns: 120, rows: 40),
            support: PictureSupport(method: .sixel, cellPixels: Size(columns: 40, rows: 80)))
        let picture = try await decoder.picture(try file("fjord.jpg"), for: request, colors: .indexed256)
        guard case .sixel(let bytes, let cells) = picture.content else { throw ImageProblem.unreadable }
        let text = String(decoding: bytes.prefix(60), as: UTF8.self)
        let sides = try #require(text.firstMatch(of: /"1;1;(\d+);(\d+)/))
        let (width, height) = (try #require(Int(sides.1)), try #require(Int(sides.2)))
        #expect(picture.size == Size(columns: (width + 39) / 40, rows: (height + 79) / 80))
        #expect(cells.count == picture.size.columns * picture.size.rows)
    }

    @Test func `a picture file of many bytes is drawn like a small one`() async throws {
        var random = SystemRandomNumberGenerator()
        // Two opaque pixels in each number.
        let pixels = (0..<1200 * 600).map { _ in random.next() | 0xFF00_0000_FF00_0000 }
        let bytes = pixels.withUnsafeBytes { Array($0) }
        let file = PNG.encode(try #require(PicturePixels(width: 1200, height: 1200, bytes: bytes)))
        #expect(file.count > 4 << 20)
        let box = Size(columns: 20, rows: 10)
        guard case .symbols(let output) = try await decoder.decode(file, to: .init(box: box, form: .symbols(.none)))
        else { throw ImageProblem.unreadable }
        #expect(output.rows.count == 10)
    }

    @Test(arguments: files, [ImageDecoder.SymbolColors.none, .ansi16, .direct])
    func `no symbol is a box-drawing character`(_ name: String, _ colors: ImageDecoder.SymbolColors) async throws {
        let form = ImageDecoder.Form.symbols(colors)
        let box = Size(columns: 74, rows: 16)
        guard case .symbols(let output) = try await decoder.decode(try file(name), to: .init(box: box, form: form))
        else { throw ImageProblem.unreadable }
        let lines = output.rows.joined().map(\.scalar.value).filter { (0x2500...0x257F).contains($0) }
        #expect(lines.isEmpty)
    }

    @Test(arguments: files, GraphicsProtocol.allCases)
    func `every file is drawn with every graphics protocol`(_ name: String, _ method: GraphicsProtocol) async throws {
        for isFilling in [false, true] {
            let request = PictureRequest(
                address: name, box: Size(columns: 74, rows: 16), isFilling: isFilling,
                support: PictureSupport(method: method, cellPixels: Size(columns: 9, rows: 18)))
            let picture = try await decoder.picture(try file(name), for: request, colors: .indexed256)
            #expect((1...74).contains(picture.size.columns) && (1...16).contains(picture.size.rows))
            switch (method, picture.content) {
            case (.kitty, .pixels), (.sixel, .sixel), (.symbols, .cells): break
            default: Issue.record("\(name) as \(method) is \(picture.content)")
            }
        }
    }
}
