import AppCore
import Cards
import Testing

@testable import CardUI

struct ScrollResolverTests {
    /// Resolves scrolling for cards of the given heights in a viewport of ten rows, with `gap` rows between cards.
    private func resolve(
        _ heights: [Int], selection: Int?, at top: ScrollResolver.Position? = nil, _ intent: ScrollIntent?,
        focusRows: Range<Int>? = nil, gap: Int = 1
    ) -> (top: ScrollResolver.Position, selection: Int?) {
        var scroll = ScrollResolver(
            count: heights.count, rows: 10, gap: gap, selection: selection, anchor: top, height: { heights[$0] })
        if let intent { scroll.resolve(intent, focusRows: focusRows) }
        return (scroll.top, scroll.selection)
    }

    private func position(_ index: Int, _ line: Int) -> ScrollResolver.Position {
        ScrollResolver.Position(index: index, line: line)
    }

    @Test(arguments: [
        // Already visible: nothing moves.
        ([4, 4, 4, 4], 1, (0, 0), ScrollIntent.revealSelection(edge: .nearest), (0, 0), 1),
        // Below: the card's last row moves to the last row of the viewport.
        ([4, 4, 4, 4], 2, (0, 0), .revealSelection(edge: .nearest), (0, 4), 2),
        // Above: its first row moves to the top.
        ([4, 4, 4, 4], 0, (1, 2), .revealSelection(edge: .nearest), (0, 0), 0),
        // Taller than the viewport: aligned at the requested edge.
        ([4, 30, 4], 1, (0, 0), .revealSelection(edge: .top), (1, 0), 1),
        ([4, 30, 4], 1, (2, 0), .revealSelection(edge: .bottom), (1, 20), 1),
        ([4, 30, 4], 1, (1, 7), .revealSelection(edge: .nearest), (1, 7), 1),
        // By lines, into and across the gap, and never beyond either end.
        ([4, 4, 4, 4], 0, (0, 0), .lines(4), (0, 4), 1),
        ([4, 4, 4, 4], 0, (0, 0), .lines(5), (1, 0), 1),
        ([4, 4, 4, 4], 0, (0, 0), .lines(-3), (0, 0), 0),
        ([4, 4, 4, 4], 3, (2, 0), .lines(50), (1, 4), 3),
        ([4, 30, 4], 1, (1, 0), .lines(6), (1, 6), 1),
        // To the start and to the end.
        ([4, 4, 4, 4], 0, (2, 0), .toStart, (0, 0), 0),
        ([4, 4, 4, 4], 3, (0, 0), .toEnd, (1, 4), 3),
    ])
    func `a scroll intent is resolved with the least movement`(
        heights: [Int], selection: Int, top: (Int, Int), intent: ScrollIntent, expected: (Int, Int), selected: Int
    ) {
        let result = resolve(heights, selection: selection, at: position(top.0, top.1), intent)
        // The row after a card and the gap above the next card are the same position.
        #expect(flat(result.top, heights) == flat(position(expected.0, expected.1), heights))
        #expect(result.selection == selected)
    }

    /// The number of rows above the viewport, counted from the first card.
    private func flat(_ position: ScrollResolver.Position, _ heights: [Int]) -> Int {
        heights[..<position.index].reduce(0) { $0 + $1 + 1 } + position.line
    }

    @Test func `paging moves the view and keeps the selection's position on the screen`() {
        let heights = Array(repeating: 4, count: 20)
        let down = resolve(heights, selection: 1, at: position(0, 0), .halfPages(2))
        #expect(flat(down.top, heights) == 9)
        // Row 5 is now in the gap before card 3.
        #expect(down.selection == 3)
    }

    @Test func `paging at the end goes to the last card, and at the start to the first`() {
        let heights = [4, 4, 4]
        #expect(resolve(heights, selection: 1, at: position(1, -1), .halfPages(1)).selection == 2)
        #expect(resolve(heights, selection: 1, at: position(0, 0), .halfPages(-1)).selection == 0)
    }

    @Test func `without an anchor the selection is at the top, and without a selection the start`() {
        let heights = Array(repeating: 6, count: 9)
        #expect(resolve(heights, selection: 3, nil).top == position(3, 0))
        #expect(resolve(heights, selection: nil, nil).top == position(0, 0))
    }

    @Test func `an anchor past a card that became shorter is pulled back`() {
        let heights = [3, 20]
        #expect(resolve(heights, selection: 0, at: position(0, 12), nil).top == position(0, 2))
    }

    @Test func `a card that is held on a row of the viewport has earlier cards above it`() {
        let heights = Array(repeating: 4, count: 20)
        let held = resolve(heights, selection: 9, at: position(9, -6), nil)
        #expect(flat(held.top, heights) == flat(position(9, -6), heights))
        // There are not that many rows above.
        #expect(resolve(heights, selection: 1, at: position(1, -9), nil).top == position(0, 0))
    }

    @Test func `rows at the end are not blank while earlier cards could fill them`() {
        let heights = [4, 4, 4]
        let result = resolve(heights, selection: 2, at: position(2, 3), nil)
        #expect(flat(result.top, heights) == 4)
        #expect(resolve([2, 2], selection: 1, at: position(1, 1), nil).top == position(0, 0))
    }

    @Test func `scrolling shows the focused element of a tall card`() {
        let heights = [40, 4]
        let below = resolve(heights, selection: 0, at: position(0, 0), .revealFocus, focusRows: 18..<20)
        #expect(below.top == position(0, 10))
        let above = resolve(heights, selection: 0, at: position(0, 25), .revealFocus, focusRows: 18..<20)
        // One row above the element is left for the pinned title.
        #expect(above.top == position(0, 17))
        // After the card has changed, the rows before the element matter, so the element is put at the bottom.
        let kept = resolve(heights, selection: 0, at: position(0, 25), .keepFocus, focusRows: 18..<20)
        #expect(kept.top == position(0, 10))
        #expect(
            resolve(heights, selection: 0, at: position(0, 12), .keepFocus, focusRows: 18..<20).top == position(0, 12))
    }

    @Test func `resolving asks for few heights however many cards there are`() {
        var asked: Set<Int> = []
        let count = 100_000
        var scroll = ScrollResolver(
            count: count, rows: 10, gap: 1, selection: count / 2, anchor: .init(index: 10, line: 0),
            height: { index in
                asked.insert(index)
                return 4
            })
        scroll.resolve(.revealSelection(edge: .nearest), focusRows: nil)
        scroll.resolve(.toEnd, focusRows: nil)
        #expect(asked.count < 40)
    }
}
