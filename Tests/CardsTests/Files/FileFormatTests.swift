import Cards
import Testing

@Suite struct FileFormatTests {
    /// Symbols: file-convert
    @Test(
        arguments: [
            ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0], FileFormat.png),
            ([0xFF, 0xD8, 0xFF, 0xE0], .jpeg), (Array("GIF89a".utf8), .gif),
            (Array("RIFF\0\0\0\0WEBPVP8 ".utf8), .webp),
            (Array("BM".utf8) + Array(repeating: 0, count: 12) + [40, 0, 0, 0], .bmp), ([0x4D, 0x4D, 0, 0x2A], .tiff),
            (Array("\0\0\0\u{20}ftypavif".utf8), .avif), (Array("\0\0\0\u{18}ftypheic".utf8), .heic),
            (Array("<?xml version=\"1.0\"?>\n<!-- <b> -->\n<svg xmlns=\"x\">".utf8), .svg),
            (Array("\u{FEFF}<!DOCTYPE svg>\n<svg>".utf8), .svg),
        ] as [([UInt8], FileFormat)])
    func `the format is detected from the first bytes`(bytes: [UInt8], format: FileFormat) {
        #expect(FileFormat(sniffing: bytes) == format)
    }

    @Test(arguments: [
        "", "BM", "BMW has wheels and doors", "<html><svg>", "<!-- never closed", "RIFF\0\0\0\0WAVE", "\u{FF}",
    ])
    func `a file that is not a picture has no format`(text: String) {
        #expect(FileFormat(sniffing: Array(text.utf8)) == nil)
    }

    @Test func `formats are found by their media types`() {
        for format in FileFormat.allCases { #expect(FileFormat(mediaType: format.mediaType) == format) }
        #expect(FileFormat(mediaType: "IMAGE/PNG") == .png)
        #expect(FileFormat(mediaType: "text/html") == nil)
    }
}
