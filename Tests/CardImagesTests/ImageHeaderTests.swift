import Testing

@testable import CardImages

struct ImageHeaderTests {
    @Test(arguments: zip(Fixture.all, [ImageHeader.Kind.png, .gif, .jpeg, .webp, .webp, .webp, .svg]))
    func `type and size are read without decoding`(_ bytes: [UInt8], _ kind: ImageHeader.Kind) throws {
        let header = try ImageHeader(bytes)
        #expect(header == ImageHeader(kind: kind, width: 16, height: 10))
    }

    @Test func `a picture of too many pixels is refused by what its header says`() {
        #expect(throws: ImageProblem.tooManyPixels(width: 40_000, height: 40_000)) {
            try ImageHeader(Fixture.pngHeader(width: 40_000, height: 40_000))
        }
        #expect(throws: ImageProblem.tooManyPixels(width: Int(UInt32.max), height: 1)) {
            try ImageHeader(Fixture.pngHeader(width: .max, height: 1))
        }
        let svg = Array(#"<svg width="40000mm" height="1"/>"#.utf8)
        #expect(throws: ImageProblem.self) { try ImageHeader(svg) }
    }

    @Test func `a picture without pixels is damaged`() {
        #expect(throws: ImageProblem.unreadable) { try ImageHeader(Fixture.pngHeader(width: 0, height: 10)) }
        #expect(throws: ImageProblem.unreadable) { try ImageHeader(Array(#"<svg width="-3" height="1"/>"#.utf8)) }
    }

    @Test func `an empty file is not an image`() {
        #expect(throws: ImageProblem.empty) { try ImageHeader([]) }
    }

    @Test(arguments: [
        "%PDF-1.7", "<html><body>404</body></html>", "push graphic-context", "II*\0", "GIF", "#!/bin/sh",
        "P6 1 1 255 abc",
        "<?xml version='1.0'?><note>svg</note>",
    ])
    func `other types are refused, also those that the decoder knows`(_ text: String) {
        #expect(throws: ImageProblem.wrongType) { try ImageHeader(Array(text.utf8)) }
    }

    @Test func `files cut anywhere in their header are refused, and none crashes`() {
        for file in Fixture.all {
            for length in 0..<min(file.count, 200) {
                if let header = try? ImageHeader(Array(file[..<length])) {
                    #expect(header.width <= 300 && header.height <= 150)
                }
            }
        }
    }

    @Test(arguments: [
        (#"<svg viewBox="0 0 32 8"/>"#, 32, 8), (#"<svg viewBox='0,0,32,8' width='64'/>"#, 64, 16),
        (#"<svg height="20px" viewBox="0 0 32 8"/>"#, 80, 20), (#"<svg width="100%" height="100%"/>"#, 300, 150),
        (#"<svg stroke-width="9" width="1in" height = "72pt"/>"#, 96, 96), ("<svg>", 300, 150),
        ("\u{FEFF}<!-- a --><svg width='3' height='4'>", 3, 4),
        ("<!-- <svg width='9'> --><svg width='3' height='4'>", 3, 4),
        ("<svgs width='9'/><svg a='>' width='3' height='4'>", 3, 4),
    ])
    func `an SVG file states its size in many ways`(_ text: String, _ width: Int, _ height: Int) throws {
        #expect(try ImageHeader(Array(text.utf8)) == ImageHeader(kind: .svg, width: width, height: height))
    }
}
