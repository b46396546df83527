import Testing

@testable import CardUI

struct CarouselResolverTests {
    /// Ten cards of 40 columns, 2 columns apart, in a viewport of 100 columns.
    private func carousel(
        _ selection: Int, anchor: (Int, Int)? = nil, snaps: Bool = true, isRevealing: Bool = true, count: Int = 10,
        columns: Int = 100
    ) -> CarouselResolver {
        CarouselResolver(
            count: count, columns: columns, width: 40, gap: 2, selection: selection,
            anchor: anchor.map { (index: $0.0, column: $0.1) }, snaps: snaps, isRevealing: isRevealing)
    }

    @Test(arguments: [(0, 0), (1, 12), (2, 54), (5, 180), (8, 306), (9, 318)])
    func `the selected card is centred, without empty space before the first and after the last card`(
        selection: Int, offset: Int
    ) {
        #expect(carousel(selection).offset == offset)
    }

    @Test func `parts of the neighbouring cards are visible at both edges`() {
        let carousel = carousel(5)
        #expect(carousel.visible == 4..<7)
        #expect(carousel.start(of: 4) - carousel.offset == -12)
    }

    /// Symbols: scroll-mode
    @Test(arguments: [(1, 0, 0), (2, 0, 24), (3, 0, 66), (0, 0, 0)])
    func `free scrolling moves no further than needed`(selection: Int, anchorColumn: Int, offset: Int) {
        #expect(carousel(selection, anchor: (0, anchorColumn), snaps: false).offset == offset)
    }

    @Test func `free scrolling keeps the position of its anchor`() {
        #expect(carousel(4, anchor: (4, 7), snaps: false, isRevealing: false).offset == 161)
    }

    @Test func `a card wider than the viewport starts at its left edge`() {
        let carousel = carousel(3, snaps: false, columns: 30)
        #expect(carousel.offset == carousel.start(of: 3))
        #expect(carousel.visible == 3..<4)
        #expect(carousel.fitting == 1)
    }

    @Test func `few cards are aligned to the left`() {
        let carousel = carousel(1, count: 2)
        #expect(carousel.offset == 0 && carousel.visible == 0..<2)
    }

    @Test func `the selected card is always visible`() {
        for columns in 1...90 {
            for selection in 0..<10 {
                for snaps in [true, false] {
                    let carousel = carousel(selection, anchor: (0, 0), snaps: snaps, columns: columns)
                    #expect(carousel.visible.contains(selection), "\(columns) columns, card \(selection)")
                }
            }
        }
    }
}
