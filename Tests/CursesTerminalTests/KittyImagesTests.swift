import CCurses
import Canvas
import Testing

@testable import CursesTerminal

@Suite struct KittyImagesTests {
    /// A picture of `columns` by `rows` cells, and its placement on a surface.
    private func placement(columns: Int = 2, rows: Int = 1, pixels: Int = 1) throws -> PicturePlacement {
        let content = try #require(
            PicturePixels(width: pixels, height: 1, bytes: [UInt8](repeating: 7, count: 4 * pixels)))
        let size = Size(columns: columns, rows: rows)
        var surface = Surface(size: size)
        surface.painter().draw(Picture(size: size, content: .pixels(content)), at: .zero)
        return try #require(surface.placements.first)
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test func `a picture is sent once in kitty's protocol`() throws {
        var images = KittyImages(process: 5, isInTmux: false)
        let shown = try placement()
        let number = 5 << 24 | 16
        #expect(
            text(images.bytes(for: [shown]))
                == "\u{1B}_Ga=T,U=1,q=2,f=32,s=1,v=1,i=\(number),c=2,r=1,m=0;BwcHBw==\u{1B}\\")
        #expect(images.bytes(for: [shown]) == [])
        #expect(images.look(of: shown.picture.id, colors: .palette)?.color == .palette(16))
        #expect(images.look(of: shown.picture.id, colors: .direct)?.color == .rgb(0, 0, 16))
        #expect(images.look(of: shown.picture.id, colors: .eight) == nil)
        #expect(text(images.deleteAll()) == "\u{1B}_Ga=d,d=I,q=2,i=\(number)\u{1B}\\")
        #expect(images.isEmpty)
        #expect(!images.bytes(for: [shown]).isEmpty)
    }

    @Test func `large pictures are sent in chunks of 4096 bytes`() throws {
        var images = KittyImages(process: 1, isInTmux: false)
        let sequences = text(images.bytes(for: [try placement(pixels: 2000)])).split(separator: "\u{1B}\\")
        // 8,000 bytes are 10,668 characters of base64.
        let payloads = sequences.compactMap { $0.split(separator: ";").last }
        #expect(payloads.map(\.utf8.count) == [4096, 4096, 2476])
        #expect(sequences[0].contains("m=1;") && sequences[1].hasPrefix("\u{1B}_Gq=2,m=1;"))
        #expect(sequences[2].hasPrefix("\u{1B}_Gq=2,m=0;"))
    }

    @Test func `sequences are wrapped for tmux`() throws {
        var images = KittyImages(process: 1, isInTmux: true)
        let bytes = text(images.bytes(for: [try placement()]))
        #expect(bytes.hasPrefix("\u{1B}Ptmux;\u{1B}\u{1B}_Ga=T,"))
        #expect(bytes.hasSuffix("m=0;BwcHBw==\u{1B}\u{1B}\\\u{1B}\\"))
    }

    @Test func `if there are more pictures than slots, the least recently shown are removed`() throws {
        var images = KittyImages(process: 1, isInTmux: false)
        let all = try (0..<KittyImages.slots.count).map { _ in try placement() }
        for shown in all { _ = images.bytes(for: [shown]) }
        let next = try placement()
        // The first image is needed again, so the second is deleted.
        let bytes = text(images.bytes(for: [next, all[0]]))
        let deletion = "\u{1B}_Ga=d,d=I,q=2,i=\(1 << 24 | 17)\u{1B}\\"
        #expect(bytes.hasPrefix("\(deletion)\u{1B}_Ga=T,"), "\(bytes.debugDescription)")
        #expect(images.look(of: next.picture.id, colors: .palette)?.color == .palette(17))
        #expect(images.look(of: all[0].picture.id, colors: .palette)?.color == .palette(16))
        #expect(images.look(of: all[1].picture.id, colors: .palette) == nil)
    }

    @Test func `the pictures in a terminal are limited to its share of memory`() throws {
        var images = KittyImages(process: 1, isInTmux: false)
        let large = try (0..<3).map { _ in try placement(pixels: 3 << 20) }
        _ = images.bytes(for: [large[0]])
        _ = images.bytes(for: [large[1]])
        // Each image has 12 MiB; three would exceed the limit of 32 MiB.
        let bytes = images.bytes(for: [large[2]])
        #expect(text(Array(bytes.prefix(40))).hasPrefix("\u{1B}_Ga=d,d=I,q=2,i=\(1 << 24 | 16)\u{1B}\\"))
    }

    @Test func `every placeholder mark has width zero, and its base character one column`() throws {
        #expect(ccurses_use_utf8())
        #expect(ccurses_width(PlaceholderGlyph.character.value) == 1)
        for number in 0..<256 {
            let mark = PlaceholderGlyph.mark(number)
            #expect(ccurses_width(mark) == 0, "mark \(number), \(String(mark, radix: 16))")
        }
    }
}
