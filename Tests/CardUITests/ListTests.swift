import AppCore
import Canvas
import CardUI
import Cards
import Support
import Testing
import Theming

import struct Foundation.Date

/// The rows of a list, and the card next to it, as they are drawn.
struct ListTests {
    private func list(_ cards: [Card], _ size: Size) -> AppState {
        var state = AppState(
            size: size, now: .fixed,
            containers: [ContainerModel(id: ContainerID("main"), streamID: StreamID("ops"))],
            syncStatus: SyncStatus(connection: .live))
        state.launch = .ready
        state.containers[0].options.layout = .list
        state.show(cards)
        _ = draw(&state, theme: .plain)
        return state
    }

    private func numbered(_ count: Int) -> [Card] {
        (1...count).map { number in
            makeCard("c\(number)", createdAt: .fixed(-600), body: makeBody(title: "Title \(number)", text: "Text"))
        }
    }

    private func press(_ names: String..., state: inout AppState) throws {
        for name in names {
            _ = update(&state, .keyPressed(try #require(KeyChord(name: name))), at: state.now)
            repeat { _ = draw(&state, theme: .plain) } while state.awaitsLayout
        }
    }

    private func report(_ state: AppState) throws -> ContainerReport {
        try #require(state.frames.last.containers.first)
    }

    @Test func `a large screen shows more than forty cards and one of them in full`() throws {
        let state = list(numbered(80), Size(columns: 200, rows: 60))
        let report = try report(state)
        #expect(report.cards.count >= 40)
        #expect(report.cards.allSatisfy { $0.height == 1 })
        let preview = try #require(report.preview)
        #expect(preview.card.top == 0 && preview.card.height <= preview.viewport.size.rows)
    }

    @Test(arguments: [(109, 27, false), (110, 27, true), (60, 27, false), (60, 28, true), (200, 12, true)])
    func `the card stands beside or below the rows where there is room`(
        columns: Int, rows: Int, isShown: Bool
    ) throws {
        var state = list(numbered(30), Size(columns: columns, rows: rows))
        #expect((try report(state).preview != nil) == isShown)
        try press("enter", state: &state)
        let open = try report(state)
        #expect(open.preview?.card.id == CardID("c1"))
        #expect(open.cards.isEmpty != isShown)
    }

    @Test func `rows and card do not overlap, and stay in the container`() throws {
        for columns in stride(from: 20, through: 260, by: 3) {
            for rows in [8, 20, 27, 28, 40, 60] {
                let state = list(numbered(9), Size(columns: columns, rows: rows))
                let report = try report(state)
                guard let preview = report.preview, !report.cards.isEmpty else { continue }
                #expect(report.viewport.intersection(preview.viewport).isEmpty, "\(columns)x\(rows)")
                #expect(preview.viewport.maxColumn <= columns && report.viewport.size.columns <= 110)
            }
        }
    }

    @Test func `returning to the rows restores the scroll position of the list`() throws {
        var state = list(numbered(60), Size(columns: 100, rows: 30))
        for _ in 0..<30 { try press("j", state: &state) }
        try press("k", "k", "k", state: &state)
        let before = try report(state).cards.map(\.id)
        try press("enter", "esc", state: &state)
        #expect(try report(state).cards.map(\.id) == before)
        try press("enter", "J", "J", "esc", state: &state)
        #expect(try report(state).cards.map(\.id) == before)
        #expect(state.containers[0].selection == CardID("c30"))
    }

    @Test(arguments: [Size(columns: 100, rows: 30), Size(columns: 60, rows: 21), Size(columns: 130, rows: 30)])
    func `after any keys and wheel events, the selected row is visible from its first line`(size: Size) throws {
        var state = list(numbered(70), size)
        func check(_ what: String) throws {
            let report = try report(state)
            let selection = try #require(state.containers[0].selection)
            let row = try #require(report.card(selection), "\(what)")
            #expect(row.top >= 0 && row.top < report.viewport.size.rows, "\(what)")
            #expect(report.cards.first?.top == 0, "\(what)")
        }
        for key in ["ctrl-d", "ctrl-f", "j", "ctrl-f", "k", "ctrl-u", "G", "ctrl-b", "k", "g", "J", "J", "K"] {
            try press(key, state: &state)
            try check(key)
        }
        for rows in [1, 3, 3, 20, -1, -3, -40] {
            _ = update(&state, .wheelTurned(rows, over: Point(column: 8, row: 8)), at: state.now)
            repeat { _ = draw(&state, theme: .plain) } while state.awaitsLayout
            try check("wheel \(rows)")
        }
        try press("G", state: &state)
        let last = try report(state)
        #expect(last.cards.last?.id == CardID("c70"))
    }

    @Test func `the wheel always moves rows of two lines`() throws {
        var state = list(numbered(70), Size(columns: 60, rows: 21))
        let first = try report(state).cards.first?.id
        _ = update(&state, .wheelTurned(1, over: Point(column: 8, row: 8)), at: state.now)
        repeat { _ = draw(&state, theme: .plain) } while state.awaitsLayout
        #expect(try report(state).cards.first?.id != first)
    }

    @Test func `rows need no card layout, and each row is built once`() throws {
        var state = list(numbered(80), Size(columns: 100, rows: 28 - 1))
        var cache = LayoutCache()
        _ = draw(&state, theme: .plain, cache: &cache)
        #expect(cache.layoutsMade == 0)
        let made = cache.rowsMade
        #expect(made == (try report(state)).cards.count)
        _ = update(&state, .command(.nextCard), at: state.now)
        _ = draw(&state, theme: .plain, cache: &cache)
        #expect(cache.rowsMade == made && cache.layoutsMade == 0)
        // A new version of a card is drawn again.
        state.containers[0].window.items[0].version = 2
        _ = draw(&state, theme: .plain, cache: &cache)
        #expect(cache.rowsMade == made + 1)
    }

    @Test func `rows next to the visible ones are built before the next key`() throws {
        var state = list(numbered(80), Size(columns: 60, rows: 21))
        var cache = LayoutCache()
        _ = draw(&state, theme: .plain, cache: &cache)
        let shown = try report(state).cards.count
        #expect(cache.rowsMade == shown)
        while cache.hasRequests { cache.layOutAhead() }
        #expect(cache.rowsMade == shown + 1)
        _ = update(&state, .wheelTurned(1, over: Point(column: 8, row: 8)), at: state.now)
        repeat { _ = draw(&state, theme: .plain, cache: &cache) } while state.awaitsLayout
        #expect(cache.rowsMade == shown + 1)
    }

    @Test func `only the open card is laid out, and its neighbours before the next key`() throws {
        var state = list(numbered(80), Size(columns: 160, rows: 40))
        var cache = LayoutCache()
        try press("j", state: &state)
        _ = draw(&state, theme: .plain, cache: &cache)
        #expect(cache.layoutsMade == 1)
        while cache.hasRequests { cache.layOutAhead() }
        #expect(cache.layoutsMade == 3)
        _ = update(&state, .command(.nextCard), at: state.now)
        _ = draw(&state, theme: .plain, cache: &cache)
        #expect(cache.layoutsMade == 3)
    }

    @Test func `a card without a headline is named by its first text, one without a text by its category`() throws {
        let cards = [
            makeCard(
                "text",
                body: makeBody(components: [
                    .category(Card.Category(text: "Kind")),
                    .text(Card.TextBlock(text: "\n**First** line\nSecond line")),
                ])),
            makeCard("category", body: makeBody(components: [.category(Card.Category(text: "Alone"))])),
            makeCard("empty", body: makeBody(components: [])),
        ]
        var state = list(cards, Size(columns: 100, rows: 20))
        let text = draw(&state, theme: .plain).0.plainText
        #expect(text.contains("First line") && !text.contains("Second") && !text.contains("**"))
        #expect(text.contains("Alone"))
        #expect(text.contains("This card is empty"))
        state = list([makeCard("map", body: makeBody(components: [.unknown(type: "map", [:])]))], state.size)
        #expect(draw(&state, theme: .plain).0.plainText.contains("This version of cardstream can't show this card"))
    }

    @Test func `the second line of a card without text shows its buttons`() throws {
        let buttons = ["Approve", "Reject"].map { Card.Button(text: $0, action: .dismiss) }
        let body = makeBody(components: [
            .headline(Card.Headline(text: "Release")), .buttons(Card.ButtonContainer(buttons: buttons)),
        ])
        var state = list([makeCard("c1", body: body)], Size(columns: 60, rows: 20))
        #expect(draw(&state, theme: .plain).0.plainText.contains("Approve · Reject"))
    }

    @Test(arguments: [60, 100]) func `rows do not repeat the category of their group`(columns: Int) throws {
        let cards = (1...2).map { number in
            makeCard(
                "c\(number)",
                body: makeBody(components: [
                    .category(Card.Category(text: "Kind")), .headline(Card.Headline(text: "Title \(number)")),
                ]))
        }
        var state = list(cards, Size(columns: columns, rows: 20))
        #expect(draw(&state, theme: .plain).0.plainText.contains("Kind"))
        _ = update(&state, .command(.chooseGrouping), at: state.now)
        try press("2", state: &state)
        #expect(state.containers[0].sorting.groups.grouping == .category)
        #expect(!draw(&state, theme: .plain).0.plainText.contains("Kind"))
    }

    @Test func `long and wide titles leave the other columns where they are`() throws {
        let titles = [
            "Short", String(repeating: "long ", count: 60), String(repeating: "出張費", count: 60), "👩‍👩‍👧‍👦🙏🏽 x",
            "الموافقة على الطلب",
        ]
        let cards = titles.enumerated().map { index, title in
            makeCard(
                "c\(index)", createdAt: .fixed(-Double(index + 1) * 60),
                body: makeBody(components: [.headline(Card.Headline(text: title))], priority: 1 + index))
        }
        for size in [Size(columns: 100, rows: 20), Size(columns: 60, rows: 20)] {
            var state = list(cards, size)
            let (surface, report) = draw(&state, theme: .plain)
            let viewport = report.containers[0].viewport
            for (index, row) in report.containers[0].cards.enumerated() {
                let line = surface.text(row: viewport.minRow + row.top)
                #expect(line.contains("\(index + 1) min"), "\(line)")
                #expect(TextLayout.width(of: SafeText(line)) == size.columns, "\(line)")
                #expect(surface.plainText.contains("P\(index + 1)") == (index + 1 != CardBody.defaultPriority))
            }
        }
    }

    @Test func `a row shows an unsent or refused answer`() throws {
        var state = list(numbered(3), Size(columns: 100, rows: 20))
        state.containers[0].window.items[0].delivery = .waiting
        state.containers[0].window.items[1].delivery = .refused(reason: "no")
        let text = draw(&state, theme: .plain).0.plainText
        #expect(text.contains("◌ \(Strings.Lists.sending)") && text.contains("✗ \(Strings.Lists.refused)"))
    }

    @Test func `buttons of the card beside the rows are pressed by Tab and Enter, a digit, a letter or a click`() throws
    {
        var state = list([Fixture.expense, Fixture.deploy], Size(columns: 160, rows: 40))
        try press("tab", state: &state)
        #expect(state.containers[0].focus != nil)
        try press("esc", state: &state)
        let one = update(&state, .keyPressed(KeyChord(.character("1"))), at: .fixed(5))
        #expect(one.contains { if case .respond(Fixture.expense.id, _, .submit) = $0 { true } else { false } })
        state = list([Fixture.expense, Fixture.deploy], Size(columns: 160, rows: 40))
        let button = try #require(
            state.frames.last.hits.last { if case .element(_, _, .button(1)) = $0.target { true } else { false } })
        #expect(button.rect.minColumn > (try report(state)).viewport.maxColumn)
        state.settleForClick()
        let two = update(&state, .clicked(button.rect.origin), at: .fixed(5))
        #expect(two.contains { if case .respond(Fixture.expense.id, _, .submit) = $0 { true } else { false } })
    }
}
