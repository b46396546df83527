import Canvas
import Support
import Testing

@Suite struct SurfaceDiffTests {
    private func surface(_ rows: String...) -> Surface {
        var surface = Surface(size: Size(columns: 6, rows: rows.count))
        let painter = surface.painter()
        for (index, row) in rows.enumerated() {
            painter.write(SafeText(row), at: Point(column: 0, row: index), style: .default)
        }
        return surface
    }

    private func runs(_ before: String, _ after: String) -> [Range<Int>] {
        SurfaceDiff(from: surface(before), to: surface(after)).runs.map(\.columns)
    }

    @Test(
        arguments: [
            ("abc", "abc", []), ("abc", "axc", [1..<2]), ("abcdef", "xbcdey", [0..<1, 5..<6]),
            // A wide glyph that replaces another has the same right half; both cells must be sent.
            ("漢b", "字b", [0..<2]), ("a漢", "a字", [1..<3]),
            // A narrow glyph over a wide one clears the right half; a wide one over a narrow one takes the next cell.
            ("漢b", "a b", [0..<2]), ("a b", "漢b", [0..<2]), ("漢字", "a漢b", [0..<4]), ("a漢b", "漢字", [0..<4]),
            // Clusters are compared by their text.
            ("e\u{301}b", "e\u{302}b", [0..<1]), ("e\u{301}b", "e\u{301}c", [1..<2]), ("👩‍💻b", "👨‍💻b", [0..<2]),
        ] as [(String, String, [Range<Int>])])
    func `runs contain the changed cells and whole glyphs`(_ before: String, _ after: String, _ expected: [Range<Int>])
    {
        #expect(runs(before, after) == expected)
    }

    @Test func `a style change counts, and rows are found`() {
        var changed = surface("abc", "def")
        changed.painter().write("e", at: Point(column: 1, row: 1), style: Style(attributes: .bold))
        let diff = SurfaceDiff(from: surface("abc", "def"), to: changed)
        #expect(diff.runs == [SurfaceDiff.Run(row: 1, columns: 1..<2)])
        #expect(diff.cellsChanged == 1)
    }

    /// A surface of one row, with letters in one style at some columns and blanks in another style.
    private func row(_ letters: String, at columns: [Int], _ style: Style, blanks: Style) -> Surface {
        var surface = Surface(size: Size(columns: 30, rows: 1))
        surface.clear(style: blanks)
        for (letter, column) in zip(letters, columns) {
            surface.painter().write(SafeText(String(letter)), at: Point(column: column, row: 0), style: style)
        }
        return surface
    }

    @Test func `blanks that look the same are not a change, except few between changes`() {
        let dim = Style(attributes: .dim)
        let before = row("abcd", at: [2, 5, 14, 24], .default, blanks: .default)
        let after = row("abcd", at: [2, 5, 14, 24], dim, blanks: Style(foreground: .palette(3), attributes: .bold))
        #expect(SurfaceDiff(from: before, to: after).runs.map(\.columns) == [2..<15, 24..<25])
        #expect(SurfaceDiff(from: after, to: before).runs.map(\.columns) == [2..<15, 24..<25])
    }

    @Test(arguments: [
        Style(background: .palette(3)), Style(attributes: .underline), Style(attributes: .reverse),
        Style(attributes: [.dim, .strikethrough]), Style(attributes: .italic),
    ])
    func `a style that shows on a blank is a change`(style: Style) {
        let (plain, styled) = (Surface(size: Size(columns: 2, rows: 1)), row("", at: [], style, blanks: style))
        #expect(SurfaceDiff(from: plain, to: styled.cropped(to: plain.bounds)).cellsChanged == 2)
        #expect(SurfaceDiff(from: styled.cropped(to: plain.bounds), to: plain).cellsChanged == 2)
    }

    @Test func `another size changes everything`() {
        let diff = SurfaceDiff(from: Surface(size: Size(columns: 1, rows: 1)), to: surface("", ""))
        #expect(diff.cellsChanged == 12)
        #expect(SurfaceDiff(all: Surface(size: .zero)).isEmpty)
    }

    @Test func `the same clusters interned in another order are not a change`() {
        var first = Surface(size: Size(columns: 4, rows: 1))
        first.painter().write("e\u{301}o\u{301}", at: .zero, style: .default)
        var second = Surface(size: Size(columns: 4, rows: 1))
        second.painter().write("o\u{301}", at: Point(column: 1, row: 0), style: .default)
        second.painter().write("e\u{301}", at: .zero, style: .default)
        #expect(SurfaceDiff(from: first, to: second).isEmpty)
        #expect(first == second)
    }

    @Test func `applying a difference to the old surface gives the new one`() {
        var random = SeededGenerator(seed: 1)
        let texts: [SafeText] = ["a", "bc", "漢字", "👩‍💻", "e\u{301}", "ｱ", "🇩🇪x", "     ", "────", "x漢"]
        let terminal = MemoryTerminal(size: Size(columns: 9, rows: 4))
        var previous = Surface(size: terminal.size)
        for _ in 0..<3_000 {
            var next = previous
            if Bool.random(using: &random) { next.clear() }
            let painter = next.painter()
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                painter.write(
                    texts[Int.random(in: 0..<texts.count, using: &random)],
                    at: Point(column: .random(in: -2...9, using: &random), row: .random(in: 0..<4, using: &random)),
                    style: Style(
                        foreground: .palette(.random(in: 0...1, using: &random)),
                        attributes: Attributes(rawValue: .random(in: 0...15, using: &random))))
            }
            expectWholeGlyphs(next)
            terminal.present(Frame(surface: next), changes: SurfaceDiff(from: previous, to: next))
            #expect(looks(terminal.screen) == looks(next))
            previous = next
        }
    }

    /// The visible content of each cell; for most blanks that is only their background.
    private func looks(_ surface: Surface) -> [String] {
        surface.bounds.rows.flatMap { row in
            surface.bounds.columns.map { column in
                let point = Point(column: column, row: row)
                guard let cell = surface.cell(at: point) else { return "" }
                let isBlank =
                    cell.glyph == 0x20 && cell.width == 1 && cell.style.attributes.isSubset(of: [.bold, .dim])
                return isBlank ? "\(cell.style.background)" : "\(surface.text(at: point)) \(cell.width) \(cell.style)"
            }
        }
    }
}
