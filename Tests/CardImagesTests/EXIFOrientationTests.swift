import Canvas
import Foundation
import Testing

@testable import CardImages

/// A photo is upright, however the camera was held.
struct EXIFOrientationTests {
    /// 32 by 16 pixels. The corners, starting at the top left: red, green, blue, white.
    private static let stored = Array(
        Data(
            base64Encoded:
                "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAx"
                + "NDQ0Hyc5PTgyPC4zNDL/2wBDAQkJCQwLDBgNDRgyIRwhMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIy"
                + "MjIyMjIyMjL/wAARCAAQACADAREAAhEBAxEB/8QAFwABAQEBAAAAAAAAAAAAAAAAAAcGCP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/"
                + "xAAYAQEAAwEAAAAAAAAAAAAAAAAABgcIBf/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AMWjK8QFKRpi8BBmvFmA"
                + "O4lHOmA//9k=")!)

    /// The visible corners, row by row, for each orientation. EXIF 2.32, 4.6.4 A defines on which side of the scene the
    /// first row and column of the stored picture are.
    private static let corners: [Int: String] = [
        1: "RGBW", 2: "GRWB", 3: "WBGR", 4: "BWRG", 5: "RBGW", 6: "BRWG", 7: "WGBR", 8: "GWRB",
    ]

    private static func photo(_ orientation: Int, isBig: Bool = true) -> [UInt8] {
        func number(_ value: Int, _ bytes: Int) -> [UInt8] {
            let big = (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * (bytes - 1 - $0))) }
            return isBig ? big : big.reversed()
        }
        var tiff = Array((isBig ? "MM" : "II").utf8) + number(42, 2) + number(8, 4) + number(2, 2)
        // First another tag, then the orientation; no further directory.
        tiff += number(0x010F, 2) + number(2, 2) + number(1, 4) + [0, 0, 0, 0]
        tiff += number(0x0112, 2) + number(3, 2) + number(1, 4) + number(orientation, 2) + [0, 0]
        tiff += number(0, 4)
        let content = Array("Exif\0\0".utf8) + tiff
        let length = content.count + 2
        return stored[..<2] + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + content + stored[2...]
    }

    private let decoder = ImageDecoder(path: "/usr/local/bin:/usr/bin:/bin")

    @Test(arguments: 1...8, [true, false])
    func `all eight orientations are shown upright, in either byte order`(orientation: Int, isBig: Bool) async throws {
        let file = Self.photo(orientation, isBig: isBig)
        let header = try ImageHeader(file)
        let isTurned = orientation > 4
        #expect(header.width == (isTurned ? 16 : 32) && header.height == (isTurned ? 32 : 16))
        let target = ImageDecoder.Target(
            box: Size(columns: 32, rows: 32), form: .pixels(cell: Size(columns: 1, rows: 1)))
        guard case .pixels(let pixels) = try await decoder.decode(file, to: target) else {
            Issue.record("no pixels")
            return
        }
        #expect((pixels.width > pixels.height) == !isTurned)
        let (left, right) = (pixels.width / 4, pixels.width * 3 / 4)
        let (top, bottom) = (pixels.height / 4, pixels.height * 3 / 4)
        let shown = [(left, top), (right, top), (left, bottom), (right, bottom)].map { colour(pixels, $0, $1) }
        #expect(String(shown) == Self.corners[orientation])
    }

    private func colour(_ pixels: PixelOutput, _ x: Int, _ y: Int) -> Character {
        let start = (y * pixels.width + x) * 4
        return switch pixels.rgba[start..<start + 3].map({ $0 > 127 }) {
        case [true, false, false]: "R"
        case [false, true, false]: "G"
        case [false, false, true]: "B"
        case [true, true, true]: "W"
        default: "?"
        }
    }

    @Test(arguments: 1...8)
    func `a rotated photo fills a banner`(orientation: Int) async throws {
        let request = PictureRequest(
            address: "a", box: Size(columns: 20, rows: 6), isFilling: true, support: .symbols)
        let picture = try await decoder.picture(Self.photo(orientation), for: request, colors: .direct)
        #expect(picture.size.columns == 20 && picture.size.rows == 6)
    }

    @Test(arguments: 1...8)
    func `a photo made into another JPEG stays upright`(orientation: Int) async throws {
        let jpeg = try await JPEGConverter(path: "/usr/local/bin:/usr/bin:/bin").convert(Self.photo(orientation))
        let header = try ImageHeader(jpeg)
        #expect((header.width > header.height) == (orientation <= 4))
    }

    @Test func `a damaged orientation tag is ignored`() throws {
        let file = Self.photo(6)
        for cut in 6..<50 {
            var part = file
            part[cut] ^= 0xFF
            let header = try ImageHeader(part)
            #expect([16, 32].contains(header.width))
        }
        #expect(try ImageHeader(Self.photo(0)).width == 32 && ImageHeader(Self.photo(9)).width == 32)
    }
}
