import Canvas
import Testing

@Suite struct SixelGrammarTests {
    @Test(arguments: ["\u{1B}Pq\u{1B}\\", "\u{1B}P0;1;0q\"1;1;10;20#0;2;100;0;0#0!10~$-#1?@~\u{1B}\\"])
    func `valid sixels are accepted`(_ text: String) {
        #expect(SixelGrammar.accepts(Array(text.utf8)))
    }

    @Test(
        arguments: [
            "", "\u{1B}Pq", "\u{1B}P\u{1B}\\", "q~\u{1B}\\", "\u{1B}Pq~\u{1B}[2J\u{1B}\\", "\u{1B}Pq~\u{1B}\\\u{1B}[2J",
            "\u{1B}Pq~\n\u{1B}\\", "\u{1B}P+q544e\u{1B}\\", "\u{1B}P$qm\u{1B}\\", "\u{1B}Pq\u{07}\u{1B}\\",
            "\u{1B}Pq~\u{9C}\u{1B}\\", "\u{1B}P1$q~\u{1B}\\", "\u{1B}]52;c;AA\u{1B}\\",
        ])
    func `anything but valid sixels is refused`(_ text: String) {
        #expect(!SixelGrammar.accepts(Array(text.utf8)))
    }

    @Test func `a picture keeps no bytes beyond the grammar`() {
        let cells = [Cell(glyph: 0x61, style: .default, width: 1)]
        let hostile = Array("\u{1B}Pq~\u{1B}\\\u{1B}]52;c;AA\u{07}".utf8)
        let picture = Picture(size: Size(columns: 1, rows: 1), content: .sixel(hostile, cells: cells))
        guard case .cells(let kept) = picture.content else {
            Issue.record("kept \(picture.content)")
            return
        }
        #expect(kept == cells)
    }
}
