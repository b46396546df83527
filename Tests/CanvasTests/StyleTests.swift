import Canvas
import Testing

@Suite struct StyleTests {
    @Test func `colours are decoded as they were encoded`() {
        #expect(Color.default.value == .default)
        #expect(Color.palette(255).value == .palette(255))
        #expect(Color.rgb(1, 2, 255).value == .rgb(red: 1, green: 2, blue: 255))
        #expect(Color.palette(0) != .default)
    }

    @Test func `merging overrides the properties that the upper style sets`() {
        let lower = Style(foreground: .palette(1), background: .palette(2), attributes: .bold)
        let upper = Style(background: .palette(3), attributes: .underline)
        #expect(
            lower.merging(upper)
                == Style(foreground: .palette(1), background: .palette(3), attributes: [.bold, .underline]))
    }

    @Test func `a cell is sixteen bytes and trivial`() {
        #expect(MemoryLayout<Cell>.size == 16)
        #expect(MemoryLayout<Cell>.stride == 16)
        #expect(MemoryLayout<Style>.size == 10)
    }

    @Test func `rectangles cut, move and centre`() {
        let rect = Rect(column: 2, row: 1, columns: 10, rows: 5)
        #expect(
            rect.intersection(Rect(column: 0, row: 0, columns: 5, rows: 3))
                == Rect(column: 2, row: 1, columns: 3, rows: 2))
        #expect(rect.intersection(Rect(column: 50, row: 0, columns: 5, rows: 3)).isEmpty)
        #expect(rect.inset(columns: 1, rows: 2) == Rect(column: 3, row: 3, columns: 8, rows: 1))
        #expect(rect.centered(Size(columns: 4, rows: 99)) == Rect(column: 5, row: 1, columns: 4, rows: 5))
    }
}
