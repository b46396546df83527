/// The format and size that a file claims, read from its first bytes without decoding.
///
/// The decoder is confined, but its input is checked first: a file of an unknown kind does not reach the decoder's many
/// other formats, and a file that would unpack to gigabytes is refused by its stated size.
package struct ImageHeader: Hashable, Sendable {
    package enum Kind: Sendable { case png, jpeg, gif, webp, svg }

    package var kind: Kind
    /// The size in pixels as displayed, after any EXIF rotation.
    package var width: Int
    package var height: Int

    /// The maximum number of pixels. It is enough for photos of current phones; four bytes per pixel fit into
    /// ``DecoderLimits`` with room to work.
    package static let maxPixels = 50_000_000
    /// The maximum width and height in pixels.
    package static let maxSide = 20_000

    init(kind: Kind, width: Int, height: Int) {
        self.kind = kind
        self.width = width
        self.height = height
    }

    package init(_ bytes: [UInt8]) throws(ImageProblem) {
        guard !bytes.isEmpty else { throw .empty }
        guard let found = Self.read(bytes) else { throw .wrongType }
        guard found.width > 0, found.height > 0 else { throw .unreadable }
        guard found.width <= Self.maxSide, found.height <= Self.maxSide, found.width * found.height <= Self.maxPixels
        else { throw .tooManyPixels(width: found.width, height: found.height) }
        self = found
    }

    /// Nil if the file has none of the formats; the size is zero if that part of the file is cut off.
    private static func read(_ bytes: [UInt8]) -> ImageHeader? {
        let file = ByteView(bytes)
        if file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            return ImageHeader(kind: .png, width: file.big32(16), height: file.big32(20))
        }
        if file.starts(with: "GIF87a".utf8) || file.starts(with: "GIF89a".utf8) {
            return ImageHeader(kind: .gif, width: file.little16(6), height: file.little16(8))
        }
        if file.starts(with: [0xFF, 0xD8, 0xFF]) { return jpeg(file) }
        if file.starts(with: "RIFF".utf8), file.has("WEBP", at: 8) { return webp(file) }
        return SVGHeader.read(bytes)
    }

    /// The first frame header among the segments (ITU T.81, B.1.1.3 and B.2.2).
    private static func jpeg(_ file: ByteView) -> ImageHeader {
        var position = 2
        var swapsSides = false
        while position + 4 <= file.count, file[position] == 0xFF {
            let marker = file[position + 1]
            switch marker {
            // Fill bytes, and markers without a length.
            case 0xFF: position += 1
            case 0x01, 0xD0...0xD8: position += 2
            // Start of frame, of any process; C4, C8 and CC are other markers.
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                let (width, height) = (file.big16(position + 7), file.big16(position + 5))
                return ImageHeader(
                    kind: .jpeg, width: swapsSides ? height : width, height: swapsSides ? width : height)
            default:
                let end = position + 2 + max(2, file.big16(position + 2))
                if marker == 0xE1 {
                    swapsSides = swapsSides || EXIFOrientation.swapsSides(file, segment: position + 4, end: end)
                }
                position = end
            }
        }
        return ImageHeader(kind: .jpeg, width: 0, height: 0)
    }

    /// The first chunk: lossy (RFC 6386, 9.1), lossless, or extended (RFC 9649, 2.7).
    private static func webp(_ file: ByteView) -> ImageHeader {
        var size = (width: 0, height: 0)
        if file.has("VP8 ", at: 12) {
            size = (file.little16(26) & 0x3FFF, file.little16(28) & 0x3FFF)
        } else if file.has("VP8L", at: 12) {
            let bits = file.little16(21) | file.little16(23) << 16
            size = ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
        } else if file.has("VP8X", at: 12), file.count >= 30 {
            size = (file.little24(24) + 1, file.little24(27) + 1)
        }
        return ImageHeader(kind: .webp, width: size.width, height: size.height)
    }
}

/// Reads numbers from bytes; bytes beyond the end are zero.
struct ByteView {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var count: Int { bytes.count }
    subscript(index: Int) -> Int { index < bytes.count ? Int(bytes[index]) : 0 }

    func starts(with prefix: some Sequence<UInt8>) -> Bool { bytes.starts(with: prefix) }
    func has(_ text: String, at index: Int) -> Bool { bytes.dropFirst(index).starts(with: text.utf8) }

    func big16(_ index: Int) -> Int { self[index] << 8 | self[index + 1] }
    func big32(_ index: Int) -> Int { big16(index) << 16 | big16(index + 2) }
    func little16(_ index: Int) -> Int { self[index] | self[index + 1] << 8 }
    func little32(_ index: Int) -> Int { little16(index) | little16(index + 2) << 16 }
    func little24(_ index: Int) -> Int { little16(index) | self[index + 2] << 16 }
}
