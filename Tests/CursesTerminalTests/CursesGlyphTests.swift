import CCurses
import Canvas
import Testing

@testable import CursesTerminal

@Suite struct CursesGlyphTests {
    @Test(
        arguments: [
            ("e\u{301}", 1, "e\u{301}"), ("👩‍💻", 2, "👩"), ("👍🏽", 2, "👍"), ("❤️", 2, "❤ "), ("1️⃣", 2, "1 "),
            ("🇩🇪", 2, "DE"), ("漢", 2, "漢"), ("漢", 1, " "), ("नी", 2, "नी"),
            ("\u{1112}\u{1161}\u{11AB}", 2, "\u{1112}\u{1161}\u{11AB}"),
            ("\u{1FAE9}", 2, "\u{FFFD} "), ("☰", 2, "☰ "),
        ])
    func `grapheme clusters are drawn so that every terminal measures the same width`(
        _ text: String, _ width: Int, _ shown: String
    ) {
        #expect(ccurses_use_utf8())
        let pieces = CursesGlyph.pieces(of: text, width: width)
        var scalars = String.UnicodeScalarView()
        for value in pieces.flatMap(\.text) where value != 0 {
            Unicode.Scalar(UInt32(value)).map { scalars.append($0) }
        }
        #expect(width == 1 && text == "漢" ? true : scalars.elementsEqual(shown.unicodeScalars), "\(String(scalars))")
        #expect(pieces.reduce(0) { $0 + $1.width } == width)
        for piece in pieces { #expect(Int(ccurses_width(UInt32(piece.text[0]))) == piece.width) }
    }
}
