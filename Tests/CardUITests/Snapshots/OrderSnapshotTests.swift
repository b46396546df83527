import Basics
import Canvas
import Cards
import Support
import Testing
import Theming

@testable import AppCore

/// Snapshots of cards in groups. `RECORD_SCREENS=1` records them again.
struct OrderSnapshotTests {
    /// The cards of several days. Each day can be folded.
    private func given(_ size: Size, folded: Set<CardGroup> = []) -> AppState {
        var state = Scene.one.state(size)
        var items: [CardWindow.Item] = []
        let days = Dictionary(grouping: Fixture.many) { state.settings.zone.civil($0.activeAt).daysSince1970 }
        for (day, cards) in days.sorted(by: { $0.key > $1.key }) {
            let group = CardGroup.day(day)
            let heading = CardHeading(group, count: cards.count, isFolded: folded.contains(group))
            var shown = cards.map { CardWindow.Item(id: $0.id, version: 1, content: .card($0)) }
            if heading.isFolded { shown = [CardWindow.Item(id: group.itemID, version: 0, content: .foldedGroup)] }
            shown[0].heading = heading
            items += shown
        }
        state.containers[0].sorting = CardSorting(order: .newest, groups: CardGroups(.day))
        state.containers[0].window = CardWindow(items: items, totalCount: Fixture.many.count, hasEverHadCard: true)
        state.containers[0].selection = items[0].id
        return state
    }

    private func day(_ distance: Int, _ state: AppState) -> CardGroup {
        .day(state.settings.zone.civil(.fixed).daysSince1970 - distance)
    }

    @Test func `headings are above the first card of each day`() throws {
        var state = given(Size(columns: 100, rows: 30))
        try expectScreen(draw(&state, theme: .scopes).0, named: "grouped.100x30")
    }

    @Test func `a folded group is a row`() throws {
        let size = Size(columns: 60, rows: 20)
        var state = given(size)
        let folded: Set<CardGroup> = [day(0, state), day(1, state), day(3, state)]
        state = given(size, folded: folded)
        state.containers[0].selection = day(1, state).itemID
        try expectScreen(draw(&state, theme: .scopes).0, named: "grouped-folded.60x20")
    }

    @Test func `counts and scroll bar include all cards`() throws {
        var state = given(Size(columns: 100, rows: 30))
        state = given(Size(columns: 100, rows: 30), folded: [day(1, state)])
        state.containers[0].selection = day(2, state).itemID
        let index = try #require(state.containers[0].window.position(of: day(2, state)))
        state.containers[0].selection = state.containers[0].window.items[index].id
        let latest = state.settings.zone.civil(.fixed).daysSince1970 - 2
        let before = Fixture.many.filter { state.settings.zone.civil($0.activeAt).daysSince1970 > latest }
        let surface = draw(&state, theme: .plain).0
        #expect(surface.plainText.contains("\(before.count + 1) / \(Fixture.many.count)"))
    }

    @Test func `a click on a heading toggles its group, and on the row below selects the card`() throws {
        var state = given(Size(columns: 60, rows: 20))
        let report = draw(&state, theme: .plain).1
        let container = try #require(report.containers.first)
        let first = try #require(container.cards.first)
        let corner = Point(column: container.viewport.minColumn, row: container.viewport.minRow + first.top)
        let target = report.hits.last { $0.rect.contains(corner) }?.target
        #expect(target == .group(container.id, day(0, state)))
        let below = Point(column: corner.column, row: corner.row + 1)
        #expect(report.hits.last { $0.rect.contains(below) }?.target == .card(container.id, first.id))
    }

    @Test func `a heading in a narrow container shows only its name`() throws {
        var state = given(Size(columns: 20, rows: 12))
        state.containers[0].window.items[0].heading?.group = .category("A category with a long 名前 indeed")
        let lines = draw(&state, theme: .plain).0.plainText.split(separator: "\n")
        let heading = try #require(lines.first { $0.contains("A category") })
        #expect(heading.contains("…") && !heading.contains("cards"))
    }
}
