import Canvas
import Support
import Testing

@Suite struct PainterTests {
    private let bold = Style(attributes: .bold)

    private func picture(_ columns: Int, _ rows: Int, _ draw: (Painter) -> Void) -> Screen {
        var surface = Surface(size: Size(columns: columns, rows: rows))
        draw(surface.painter())
        expectWholeGlyphs(surface)
        return Screen(surface)
    }

    @Test func `text is written and measured`() {
        let screen = picture(8, 2) { painter in
            #expect(painter.write("héllo", at: Point(column: 1, row: 0), style: bold) == 5)
            #expect(painter.write("漢字", at: Point(column: 0, row: 1), style: .default) == 4)
        }
        #expect(screen.glyphs == " héllo\n漢字")
        #expect(screen.styles == ".aaaaa\n")
        #expect(screen.legend == ["a default bold"])
    }

    @Test(
        arguments: ["plain", "café au lait", "cafe\u{301} x", "x\u{301}", "ab漢c 👩\u{200D}💻 d", "é", "• one"],
        [-2, 0, 1])
    func `painting a text equals painting its clusters one by one`(_ text: String, column: Int) {
        for limit in [0, 1, 2, 4, 5, 6, 40] {
            let whole = picture(9, 1) { painter in
                painter.write(SafeText(text), at: Point(column: column, row: 0), style: bold, limit: limit)
            }
            let pieces = picture(9, 1) { painter in
                var used = 0
                for character in text {
                    let width = TextLayout.width(of: character)
                    guard used + width <= limit else { break }
                    let point = Point(column: column + used, row: 0)
                    used += painter.write(SafeText(String(character)), at: point, style: bold)
                }
            }
            #expect(whole == pieces, "\(text) in \(limit)")
        }
    }

    @Test func `box-drawing and block characters are painted unchanged`() {
        for value in UInt32(0x2500)...0x259F {
            let scalar = Unicode.Scalar(value) ?? " "
            #expect(TextLayout.width(of: Character(scalar)) == 1 && SafeText(String(scalar)).string == String(scalar))
            let screen = picture(1, 1) { $0.write(scalar, at: .zero, style: .default) }
            #expect(screen.glyphs == String(scalar))
        }
    }

    @Test func `drawing is clipped on every side`() {
        let screen = picture(4, 3) { painter in
            let child = painter.clipped(to: Rect(column: 1, row: 1, columns: 2, rows: 1))
            child.fill(Rect(column: -9, row: -9, columns: 99, rows: 99), "#", style: .default)
            child.write("abcdef", at: Point(column: -1, row: 0), style: .default)
            child.write("zz", at: Point(column: 0, row: 1), style: .default)
            child.write("zz", at: Point(column: 0, row: -1), style: .default)
            child.border(Rect(column: -1, row: -1, columns: 4, rows: 3), .light, style: .default)
        }
        #expect(screen.glyphs == "\n bc\n")
    }

    @Test(arguments: [(-1, " 字　", "字"), (3, "x", "")])
    func `a wide glyph cut by an edge becomes a space`(_ column: Int, _ unused: String, _ rest: String) {
        let screen = picture(4, 1) { painter in
            painter.fill(painter.bounds, "x", style: .default)
            painter.write("漢字", at: Point(column: column, row: 0), style: .default)
        }
        #expect(screen.glyphs == (column < 0 ? " 字x" : "xxx"))
    }

    @Test func `overwriting half of a wide glyph leaves a space for the other half`() {
        let screen = picture(6, 2) { painter in
            painter.write("漢字漢", at: .zero, style: .default)
            painter.write("a", at: Point(column: 1, row: 0), style: .default)
            painter.write("b", at: Point(column: 4, row: 0), style: .default)
            painter.write("漢字漢", at: Point(column: 0, row: 1), style: .default)
            painter.write("字", at: Point(column: 1, row: 1), style: .default)
        }
        #expect(screen.glyphs == " a字b\n 字 漢")
    }

    @Test func `a limit keeps whole glyphs`() {
        let screen = picture(6, 1) { painter in
            #expect(painter.write("a漢字", at: .zero, style: .default, limit: 4) == 3)
        }
        #expect(screen.glyphs == "a漢")
    }

    @Test func `scrolled content appears where it should`() {
        let screen = picture(5, 2) { painter in
            let view = painter.clipped(to: Rect(column: 1, row: 0, columns: 4, rows: 2)).scrolled(rows: 3)
            for row in 0..<9 { view.write("row\(row)", at: Point(column: 0, row: row), style: .default) }
            #expect(view.visible == Rect(column: 0, row: 3, columns: 4, rows: 2))
        }
        #expect(screen.glyphs == " row3\n row4")
    }

    @Test(
        arguments: [
            (Border.none, "\n\n"), (.light, "┌──┐\n│  │\n└──┘"), (.rounded, "╭──╮\n│  │\n╰──╯"),
            (.heavy, "┏━━┓\n┃  ┃\n┗━━┛"), (.double, "╔══╗\n║  ║\n╚══╝"), (.ascii, "+--+\n|  |\n+--+"),
        ])
    func `borders are drawn`(_ border: Border, _ expected: String) {
        #expect(picture(4, 3) { $0.border($0.bounds, border, style: .default) }.glyphs == expected)
    }

    @Test func `a border without space is not drawn`() {
        #expect(
            picture(3, 3) { $0.border(Rect(column: 0, row: 0, columns: 1, rows: 3), .light, style: .default) }.glyphs
                == "\n\n")
    }

    @Test func `copies of a surface are independent`() {
        var surface = Surface(size: Size(columns: 2, rows: 1))
        let before = surface
        surface.painter().write("x", at: .zero, style: .default)
        #expect(before.text(row: 0) == "  ")
        #expect(surface.text(row: 0) == "x ")
        #expect(before != surface)
    }
}

/// Checks that every wide glyph has its right half, and that no right half is without a glyph.
func expectWholeGlyphs(_ surface: Surface, sourceLocation: SourceLocation = #_sourceLocation) {
    for row in 0..<surface.size.rows {
        surface.withRow(row) { cells in
            for column in cells.indices {
                let next = column + 1 < cells.count ? cells[column + 1].width : 9
                #expect((cells[column].width == 2) == (next == 0), sourceLocation: sourceLocation)
            }
            #expect(cells.first?.width != 0, sourceLocation: sourceLocation)
        }
    }
}
