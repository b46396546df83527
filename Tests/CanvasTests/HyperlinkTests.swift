import Canvas
import Testing

struct HyperlinkTests {
    @Test(arguments: [
        ("https://example.com/a?b=c#d", "https://example.com/a?b=c#d"),
        ("HTTP://EXAMPLE.com", "HTTP://EXAMPLE.com"),
        ("mailto:ana@example.com", "mailto:ana@example.com"),
        ("https://example.com/café x", "https://example.com/caf%C3%A9%20x"),
        ("https://example.com/\u{202E}gpj", "https://example.com/%E2%80%AEgpj"),
    ])
    func `an address is escaped so that it cannot end its escape sequence`(address: String, expected: String) {
        #expect(Hyperlink(address)?.address == expected)
    }

    @Test(arguments: [
        "", "javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "example.com", ":", "http", "ssh://host",
        "https://example.com/\u{1B}\\\u{1B}]0;x\u{07}", "https://example.com/\n", "https://example.com/\u{7F}",
        "https://example.com/" + String(repeating: "a", count: 2100),
        "https://example.com/" + String(repeating: "é", count: 700),
    ])
    func `other addresses are not links`(address: String) {
        #expect(Hyperlink(address) == nil)
    }

    @Test func `cells keep their link until they are painted over`() throws {
        var surface = Surface(size: Size(columns: 10, rows: 1))
        let link = try #require(Hyperlink("https://example.com"))
        let painter = surface.painter()
        painter.write("漢字ab", at: .zero, style: .default)
        // From the middle of a wide glyph to the middle of the next one.
        painter.link(Rect(column: 1, row: 0, columns: 2, rows: 1), to: link)
        func linked() -> [Int] {
            (0..<10).filter { column in
                surface.cell(at: Point(column: column, row: 0)).flatMap { surface.link(of: $0) } == link
            }
        }
        #expect(linked() == [0, 1, 2, 3])
        surface.painter().write("x", at: Point(column: 2, row: 0), style: .default)
        #expect(linked() == [0, 1])
        surface.clear()
        #expect(linked() == [])
        #expect(!surface.hasLinks)
    }

    @Test func `a changed link is a difference even if the text is the same`() throws {
        func surface(_ address: String?, after other: String? = nil) -> Surface {
            var surface = Surface(size: Size(columns: 8, rows: 2))
            let painter = surface.painter()
            painter.write("ab cd", at: .zero, style: .default)
            if let other = other.flatMap(Hyperlink.init) {
                painter.link(Rect(column: 0, row: 1, columns: 1, rows: 1), to: other)
            }
            if let link = address.flatMap(Hyperlink.init) {
                painter.link(Rect(column: 3, row: 0, columns: 2, rows: 1), to: link)
            }
            return surface
        }
        let run = SurfaceDiff.Run(row: 0, columns: 3..<5)
        #expect(SurfaceDiff(from: surface(nil), to: surface("http://a")).runs == [run])
        #expect(SurfaceDiff(from: surface("http://a"), to: surface(nil)).runs == [run])
        #expect(SurfaceDiff(from: surface("http://a"), to: surface("http://b")).runs == [run])
        #expect(SurfaceDiff(from: surface("http://a"), to: surface("http://a")).isEmpty)
        // The same address with another number is not a difference.
        let numbered = SurfaceDiff(from: surface("http://a"), to: surface("http://a", after: "http://c"))
        #expect(numbered.runs == [SurfaceDiff.Run(row: 1, columns: 0..<1)])
    }

    @Test func `links beyond the limit of a surface are plain text`() throws {
        var surface = Surface(size: Size(columns: 300, rows: 1))
        let painter = surface.painter()
        for column in 0..<300 {
            let link = try #require(Hyperlink("https://example.com/\(column)"))
            painter.link(Rect(column: column, row: 0, columns: 1, rows: 1), to: link)
        }
        let linked = (0..<300).filter { surface.cell(at: Point(column: $0, row: 0))?.link != 0 }
        #expect(linked == Array(0..<255))
    }
}
