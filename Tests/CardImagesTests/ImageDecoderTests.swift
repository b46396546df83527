import Canvas
import Foundation
import Support
import Testing

@testable import CardImages

/// The real chafa, confined.
struct ImageDecoderTests {
    private let decoder = ImageDecoder(path: "/usr/local/bin:/usr/bin:/bin")
    private let box = Size(columns: 8, rows: 4)
    private let cell = Size(columns: 8, rows: 16)

    private func decode(
        _ bytes: [UInt8], _ form: ImageDecoder.Form, box: Size? = nil, isFilling: Bool = false
    ) async throws(ImageProblem) -> DecodedImage {
        try await decoder.decode(
            bytes, to: ImageDecoder.Target(box: box ?? self.box, isFilling: isFilling, form: form))
    }

    @Test(arguments: Fixture.all)
    func `every format becomes coloured characters`(_ bytes: [UInt8]) async throws {
        let image = try await decode(bytes, .symbols(.direct), box: Size(columns: 4, rows: 4))
        guard case .symbols(let symbols) = image else { throw ImageProblem.unreadable }
        #expect(symbols.rows.allSatisfy { $0.count == 4 } && symbols.rows.count <= 2)
        let row = try #require(symbols.rows.first)
        #expect(isReddish(row[0].style) && !isBlueish(row[0].style))
        #expect(isBlueish(row[3].style) && !isReddish(row[3].style))
    }

    private func isReddish(_ style: Style) -> Bool { channels(style).contains { $0.red > 100 && $0.blue < 60 } }
    private func isBlueish(_ style: Style) -> Bool { channels(style).contains { $0.blue > 100 && $0.red < 60 } }

    private func channels(_ style: Style) -> [(red: UInt8, blue: UInt8)] {
        [style.foreground, style.background].compactMap { color in
            if case .rgb(let red, _, let blue) = color.value { (red, blue) } else { nil }
        }
    }

    @Test func `every format becomes pixels`() async throws {
        for bytes in Fixture.all {
            guard case .pixels(let image) = try await decode(bytes, .pixels(cell: cell)) else {
                throw ImageProblem.unreadable
            }
            // At most twice as large as the file.
            #expect(image.width == 32)
            #expect((16...24).contains(image.height))
            #expect(image.rgba.count == image.width * image.height * 4)
            let middle = image.height / 2 * image.width * 4
            #expect(image.rgba[middle + 4] > 120 && image.rgba[middle + 6] < 120)
            let end = middle + (image.width - 2) * 4
            #expect(image.rgba[end] < 120 && image.rgba[end + 2] > 120)
        }
    }

    @Test func `every format becomes sixels`() async throws {
        for bytes in Fixture.all {
            guard case .sixels(let image) = try await decode(bytes, .sixels(cell: cell)) else {
                throw ImageProblem.unreadable
            }
            #expect(image.width == 32)
            #expect((12...24).contains(image.height))
            #expect(SixelOutput(image.bytes, width: image.width, height: image.height) != nil)
        }
    }

    @Test func `without colours, a picture consists of shapes only`() async throws {
        guard case .symbols(let image) = try await decode(Fixture.png, .symbols(.none)) else {
            throw ImageProblem.unreadable
        }
        #expect(image.rows.joined().allSatisfy { $0.style == .default })
    }

    @Test func `a picture that fills its box has its size exactly`() async throws {
        let banner = Size(columns: 16, rows: 2)
        guard
            case .symbols(let symbols) = try await decode(
                Fixture.png, .symbols(.indexed256), box: banner, isFilling: true),
            case .pixels(let pixels) = try await decode(Fixture.png, .pixels(cell: cell), box: banner, isFilling: true),
            case .sixels(let sixels) = try await decode(Fixture.png, .sixels(cell: cell), box: banner, isFilling: true)
        else { throw ImageProblem.unreadable }
        #expect(symbols.rows.count == 2 && symbols.rows.allSatisfy { $0.count == 16 })
        #expect(pixels.width == 128 && pixels.height == 32)
        #expect(sixels.width == 128 && sixels.height == 30)
        #expect(SixelOutput(sixels.bytes, width: 128, height: 30) != nil)
        let tall = Size(columns: 4, rows: 4)
        guard case .symbols(let part) = try await decode(Fixture.png, .symbols(.indexed256), box: tall, isFilling: true)
        else { throw ImageProblem.unreadable }
        #expect(part.rows.count == 4 && part.rows.allSatisfy { $0.count == 4 })
    }

    @Test func `a damaged file is distinguished from a valid one`() async {
        for file in [Fixture.png, Fixture.jpeg, Fixture.webp] {
            await #expect(throws: ImageProblem.unreadable) {
                _ = try await decode(Array(file[..<(file.count / 2)]), .symbols(.direct))
            }
        }
        await #expect(throws: ImageProblem.unreadable) {
            _ = try await decode(Array("<svg width='9' height='9'><rect".utf8), .symbols(.direct))
        }
    }

    @Test func `a small file may unpack to a large picture`() async throws {
        let svg = Array("<svg width='7000' height='7000'><rect width='9' height='9'/></svg>".utf8)
        guard case .symbols = try await decode(svg, .symbols(.none)) else { throw ImageProblem.unreadable }
    }

    @Test func `a file that needs more memory than allowed is refused with the reason`() async {
        let small = ImageDecoder(
            program: decoder.program, limits: DecoderLimits(memoryBytes: 128 << 20))
        let svg = Array("<svg width='7000' height='7000'><rect width='9' height='9'/></svg>".utf8)
        await #expect(throws: ImageProblem.unreadable) {
            _ = try await small.decode(svg, to: ImageDecoder.Target(box: box, form: .symbols(.none)))
        }
    }

    @Test func `without the decoder program, there is a reason`() async {
        let missing = ImageDecoder(path: "/nowhere:relative")
        #expect(missing.program == nil)
        await #expect(throws: ImageProblem.noDecoder) {
            _ = try await missing.decode(Fixture.png, to: ImageDecoder.Target(box: box, form: .symbols(.none)))
        }
    }

    @Test func `a drawing cannot read other files`() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/secret.png"
        try Data(Fixture.png).write(to: URL(fileURLWithPath: path))
        let svg = """
            <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="16" height="10">\
            <image width="16" height="10" xlink:href="file://\(path)"/></svg>
            """
        guard case .pixels(let image) = try await decode(Array(svg.utf8), .pixels(cell: cell)) else {
            throw ImageProblem.unreadable
        }
        #expect(image.rgba.allSatisfy { $0 == 0 })
    }
}
