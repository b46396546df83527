import Foundation
import FoundationXML
import Testing

@testable import Canvas

/// The elements that an XML parser finds in a picture.
private final class Elements: NSObject, XMLParserDelegate {
    struct Element {
        var name: String
        var attributes: [String: String]
        var text = ""
    }

    private(set) var all: [Element] = []
    private var open: [Int] = []

    /// - Throws: The parser's error if the document is not well-formed.
    init(_ document: String) throws {
        super.init()
        let parser = XMLParser(data: Data(document.utf8))
        parser.delegate = self
        guard parser.parse() else { throw parser.parserError ?? CocoaError(.propertyListReadCorrupt) }
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        open.append(all.count)
        all.append(Element(name: name, attributes: attributes))
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        if let last = open.last { all[last].text += string }
    }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) { open.removeLast() }

    func named(_ name: String) -> [Element] { all.filter { $0.name == name } }
}

@Suite struct SVGPictureTests {
    private func picture(
        _ rows: [(SafeText, Style)], columns: Int = 30, palette: PicturePalette = .dark, title: SafeText = "T"
    ) throws -> Elements {
        var surface = Surface(size: Size(columns: columns, rows: rows.count))
        let painter = surface.painter()
        for (row, line) in rows.enumerated() {
            painter.write(line.0, at: Point(column: 0, row: row), style: line.1)
        }
        return try Elements(SVGPicture(surface, palette: palette, title: title).document)
    }

    @Test func `words are placed at their columns, and are as wide as their cells`() throws {
        let texts = try picture([("", .default), ("ab  cde f", .default)]).named("text")
        #expect(texts.map(\.text) == ["ab", "cde", "f"])
        #expect(texts.map { $0.attributes["x"] } == ["0", "36", "72"])
        #expect(texts.map { $0.attributes["textLength"] } == ["18", "27", nil])
        #expect(texts.allSatisfy { $0.attributes["y"] == "35" })
    }

    @Test func `hostile text stays text, both in the picture and in its title`() throws {
        let hostile = SafeText("</text><script>alert('&\"')</script>")
        let elements = try picture([(hostile, .default)], columns: 60, title: hostile)
        #expect(Set(elements.all.map(\.name)) == ["svg", "title", "rect", "g", "text"])
        #expect(elements.named("text").map(\.text).joined() == hostile.string)
        #expect(elements.named("title").map(\.text) == [hostile.string])
    }

    @Test(arguments: Array(0...0x3FF) + [0x200B, 0x202E, 0x2028, 0xFEFF, 0xFFFE, 0xFFFF, 0x1FFFE, 0x10FFFF])
    func `any scalar results in a well-formed document`(value: Int) throws {
        let scalar = try #require(Unicode.Scalar(UInt32(value)))
        _ = try picture([(SafeText("a" + String(scalar) + "b"), .default)])
    }

    @Test func `a wide glyph is centred in its two cells`() throws {
        let texts = try picture([("漢字a👩‍👩‍👧‍👦", .default)]).named("text")
        #expect(texts.map(\.text) == ["漢", "字", "a", "👩‍👩‍👧‍👦"])
        #expect(texts.map { $0.attributes["x"] } == ["9", "27", "36", "54"])
        #expect(texts.map { $0.attributes["text-anchor"] } == ["middle", "middle", nil, "middle"])
    }

    @Test func `words from right to left stay in one element, so that they can be reordered`() throws {
        #expect(try picture([("a שלום עולם b", .default)]).named("text").map(\.text) == ["a", "שלום עולם", "b"])
    }

    @Test func `styles become colours, weights and lines`() throws {
        let red = Style(foreground: .palette(1), attributes: [.bold, .italic])
        let link = Style(attributes: [.underline, .strikethrough])
        let elements = try picture([("red", red), ("a b", link)])
        let word = try #require(elements.named("text").first).attributes
        #expect(word["fill"] == "#e06c75" && word["font-weight"] == "bold" && word["font-style"] == "italic")
        // Lines continue under the blank between two words.
        let lines = try #require(elements.named("path").first?.attributes["d"])
        #expect(lines == "M0 37.5H9M0 30.5H9M9 37.5H18M9 30.5H18M18 37.5H27M18 30.5H27")
    }

    @Test func `reversed text swaps both colours, and dim text moves towards its background`() throws {
        let reversed = try picture([("a", Style(attributes: .reverse))], palette: .light)
        #expect(reversed.named("path").first?.attributes["fill"] == "#383a42")
        #expect(reversed.named("text").first?.attributes["fill"] == "#fafafa")
        let dim = try picture([("a", Style(attributes: .dim))])
        #expect(dim.named("text").first?.attributes["fill"] == "#aaadb3")
    }

    @Test(arguments: [(UInt8(1), "#e06c75"), (16, "#000000"), (110, "#87afd7"), (231, "#ffffff"), (244, "#808080")])
    func `the first sixteen colours are the palette's, the others xterm's`(index: UInt8, hex: String) throws {
        let text = try picture([("a", Style(foreground: .palette(index)))]).named("text").first
        #expect(text?.attributes["fill"] == hex)
    }

    @Test func `frames are lines that meet`() throws {
        let elements = try picture([("╭─╮", .default), ("│▌│", .default)], columns: 3)
        #expect(elements.named("text").isEmpty)
        let paths = elements.named("path").map { $0.attributes["d"] ?? "" }
        #expect(paths[0] == "M9 20H14V40H9z")
        #expect(paths[1].hasPrefix("M4.5 20V14.5Q4.5 10.5 8.5 10.5H9"))
        #expect(paths[1].contains("M9 10.5H18"))
        #expect(paths[1].contains("M4.5 20V40"))
    }

    @Test func `the picture is as large as its cells and its padding`() throws {
        let root = try #require(try picture([("", .default)], columns: 10).named("svg").first)
        #expect(root.attributes["viewBox"] == "0 0 126 56")
    }

    @Test(arguments: [PicturePalette.dark, .light])
    func `plain and dim text can be read on the palette's background`(palette: PicturePalette) {
        for attributes in [Attributes(), .dim] {
            let color = palette.colors(of: Style(attributes: attributes)).foreground
            #expect(contrast(color, palette.background) >= 4.5)
        }
    }

    /// The contrast ratio of WCAG 2.1.
    private func contrast(_ left: PicturePalette.RGB, _ right: PicturePalette.RGB) -> Double {
        func luminance(_ color: PicturePalette.RGB) -> Double {
            let parts = [color.red, color.green, color.blue].map { channel in
                let value = Double(channel) / 255
                return value <= 0.03928 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
            }
            return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
        }
        let values = [luminance(left), luminance(right)].sorted()
        return (values[1] + 0.05) / (values[0] + 0.05)
    }
}

@Suite struct SurfaceTextTests {
    private func surface(_ rows: [[(SafeText, Style)]], columns: Int = 12) -> Surface {
        var surface = Surface(size: Size(columns: columns, rows: rows.count))
        let painter = surface.painter()
        for (row, parts) in rows.enumerated() {
            var column = 0
            for (text, style) in parts {
                column += painter.write(text, at: Point(column: column, row: row), style: style)
            }
        }
        return surface
    }

    @Test func `plain text has no blanks at the ends of its rows`() {
        let surface = surface([[(" a 漢 ", .default)], [], [("b", Style(attributes: .bold))]])
        #expect(surface.plainText == " a 漢\n\nb")
    }

    @Test func `each style is set once and ended with its row`() {
        let red = Style(foreground: .palette(1), background: .palette(100), attributes: [.bold, .reverse])
        let bright = Style(foreground: .palette(9), background: .rgb(1, 2, 3))
        let surface = surface([[("ab", red), ("c", .default)], [("d", bright)], [("e", .default)]])
        #expect(
            surface.ansiText == "\u{1B}[0;1;7;31;48;5;100mab\u{1B}[0mc\n\u{1B}[0;91;48;2;1;2;3md\u{1B}[0m\ne")
    }

    @Test func `a blank with a background colour is written`() {
        let filled = Style(background: .palette(2))
        #expect(surface([[("a ", filled)]], columns: 2).ansiText == "\u{1B}[0;42ma \u{1B}[0m")
    }

    @Test func `a part of a surface keeps its cells, and loses glyphs cut in half`() {
        let surface = surface([[("a漢字👩‍👩‍👧‍👦b", .default)]])
        let part = surface.cropped(to: Rect(column: 2, row: 0, columns: 5, rows: 3))
        #expect(part.size == Size(columns: 5, rows: 1))
        #expect(part.text(row: 0) == " 字👩‍👩‍👧‍👦")
    }
}
