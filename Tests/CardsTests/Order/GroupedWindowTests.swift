import Cards
import Support
import Testing

/// Ranks and headings in a window with groups.
struct GroupedWindowTests {
    private func item(_ id: String, _ heading: CardHeading? = nil) -> CardWindow.Item {
        var item = CardWindow.Item(id: CardID(id), version: 1, content: .card(makeCard(id)))
        item.heading = heading
        return item
    }

    private func folded(_ group: CardGroup, _ count: Int) -> CardWindow.Item {
        var item = CardWindow.Item(id: group.itemID, version: 0, content: .foldedGroup)
        item.heading = CardHeading(group, count: count, isFolded: true)
        return item
    }

    /// A window that begins inside the first group, after three of its cards.
    private var window: CardWindow {
        CardWindow(
            items: [
                item("a", CardHeading(.priority(1), count: 5, isFirst: false)), item("b"), folded(.priority(2), 10),
                item("c", CardHeading(.priority(3), count: 2)), item("d"),
            ],
            hasMoreBefore: true, totalCount: 17, hasEverHadCard: true, offset: 3)
    }

    @Test func `a folded group counts for all of its cards`() {
        #expect((0...5).map(window.rank) == [3, 4, 5, 15, 16, 17])
        #expect((3...16).map { window.index(ofRank: $0) } == [0, 1] + Array(repeating: 2, count: 10) + [3, 4])
        #expect(window.index(ofRank: 0) == 0 && window.index(ofRank: 99) == 4)
    }

    @Test func `with an unknown offset, ranks are unknown`() {
        var window = window
        window.offset = nil
        #expect(window.rank(of: 1) == nil && window.index(ofRank: 5) == nil)
        #expect(CardWindow().index(ofRank: 0) == nil)
    }

    @Test func `every item is under a heading`() {
        #expect((0..<5).map { window.heading(of: $0)?.group } == [1, 1, 2, 3, 3].map { .priority($0) })
        #expect(CardWindow(items: [item("x")]).heading(of: 0) == nil)
    }

    @Test func `a group is at the position of its first card`() {
        #expect(window.position(of: .priority(3)) == 3)
        #expect(window.position(of: .priority(2)) == 2)
        // The first group begins before the window.
        #expect(window.position(of: .priority(1)) == nil)
    }

    @Test func `a window with a folded group does not hold all cards`() {
        var window = window
        #expect(!window.isWhole)
        window.hasMoreBefore = false
        #expect(!window.isWhole && window.hasFoldedGroup)
        window.items.remove(at: 2)
        #expect(window.isWhole && !window.hasFoldedGroup)
    }
}
