import Basics
import Canvas
import Cards
import Support
import Testing

import struct Foundation.Date

@testable import AppCore

/// Choosing the order and the groups of the cards, and folding groups.
struct OrderTests {
    private func query(_ effects: [Effect]) -> FeedQuery? {
        for case .window(_, let query) in effects { return query }
        return nil
    }

    /// Types a line in the palette.
    private func write(_ line: String, _ state: inout AppState) {
        for character in line {
            _ = update(&state, .keyPressed(KeyChord(.character(character))), at: state.now)
        }
    }

    private static let finance = CardGroup.category("Finance")
    private static let ops = CardGroup.category("Ops")

    /// A window with the cards of two groups, each of which may be folded.
    private func grouped(finance: Int = 3, ops: Int = 3, folded: Set<CardGroup> = []) -> CardWindow {
        var items: [CardWindow.Item] = []
        for (group, name, count) in [(Self.finance, "f", finance), (Self.ops, "o", ops)] where count > 0 {
            let heading = CardHeading(group, count: count, isFolded: folded.contains(group))
            var cards =
                heading.isFolded
                ? [CardWindow.Item(id: group.itemID, version: 0, content: .foldedGroup)]
                : (0..<count).map { item(makeCard("\(name)\($0)"), delivery: .none) }
            cards[0].heading = heading
            items += cards
        }
        return CardWindow(items: items, totalCount: finance + ops, hasEverHadCard: true)
    }

    private func given(_ window: CardWindow, selecting: String, rows: Int = 20) -> AppState {
        var state = AppState.given(["f0", "o0"], selecting: "f0", rows: rows)
        _ = update(&state, .command(.chooseGrouping), at: state.now)
        _ = state.press("2")
        _ = state.arrive(window)
        state.containers[0].selection = CardID(stored: selecting)
        state.containers[0].scrollIntent = .revealSelection(edge: .nearest)
        state.draw()
        return state
    }

    // MARK: Choosing

    @Test func `the menu of orders opens on the current order`() throws {
        var state = AppState.given(["a", "b"])
        _ = state.press("O")
        let menu = try #require(state.menu)
        #expect(menu.items.map(\.label) == ["Feed", "Newest", "Expiring"])
        #expect(menu.items[0].detail == "in use" && menu.selected == 0)
        let effects = state.press("2")
        #expect(state.overlays.isEmpty && query(effects)?.order == .newest)
        _ = state.press("O")
        #expect(state.menu?.selected == 1)
    }

    @Test func `cards are grouped as chosen, with the days of the user's time zone`() throws {
        let zone = LocalZone(firstOffset: 3600)
        var state = AppState.given(.of(["a", "b"]), selecting: "b", zone: zone)
        _ = state.press("B")
        #expect(state.menu?.items.map(\.label) == ["No groups", "Category", "Day", "Priority"])
        let asked = try #require(query(state.press("3")))
        #expect(asked.groups == CardGroups(.day, in: zone) && asked.anchor == .card("b"))
        // Choosing the current grouping requests nothing.
        _ = state.press("B")
        #expect(state.press("enter") == [])
    }

    @Test(arguments: [
        ("sort newest", CardOrder.newest as CardOrder?, CardGrouping.none), ("sort EXPIRING", .expiring, .none),
        ("group day", .feed, .day), ("group category", .feed, .category), ("group priority", .feed, .priority),
    ])
    func `the palette accepts an order and a grouping by name`(line: String, order: CardOrder?, grouping: CardGrouping)
    {
        var state = AppState.given(["a", "b"])
        _ = state.press(":")
        write(line, &state)
        let asked = query(state.press("enter"))
        #expect(asked?.order == order && asked?.groups.grouping == grouping)
    }

    /// The choices that the last key saves, or nil.
    private func savedChoices(_ effects: [Effect]) -> ContainerChoices? {
        for case .keepChoices(main, let choices) in effects { return choices }
        return nil
    }

    @Test func `order, grouping and folds are saved for the next start`() throws {
        var state = AppState.given(["f0", "o0"])
        var choices = try #require(savedChoices(state.press("O", "2")))
        #expect(choices.order == .newest && choices.grouping == nil && choices.folds == nil)
        choices = try #require(savedChoices(state.press("B", "2")))
        #expect(choices.order == .newest && choices.grouping == .category && choices.folds == nil)
        _ = state.arrive(grouped())
        choices = try #require(savedChoices(state.press("c")))
        #expect(choices.folds?.folds == CardGroups.Folds(exceptions: [Self.finance]))

        var next = AppState.starting()
        next.recall([main: choices])
        let query = next.containers[0].query
        #expect(query.order == .newest && query.groups.grouping == .category)
        #expect(query.groups.isFolded(Self.finance) && !query.groups.isFolded(Self.ops))
        #expect(next.containers[0].choices == choices)

        _ = state.arrive(grouped(folded: [Self.finance]))
        #expect(savedChoices(state.press("C"))?.folds?.folds == CardGroups.Folds(foldsAll: true))
        // Back to the defaults of the options: nothing is saved.
        _ = state.press("B", "1")
        #expect(savedChoices(state.press("O", "1"))?.isEmpty == true)
    }

    @Test func `folds of another grouping are ignored`() {
        var choices = ContainerChoices()
        choices.folds = ContainerChoices.Folds(.day, CardGroups.Folds(foldsAll: true))
        var state = AppState.starting()
        state.containers[0].sorting.groups.grouping = .priority
        state.recall([main: choices])
        #expect(!state.containers[0].sorting.groups.isFolded(.priority(1)))
    }

    @Test func `the feed's order has two names`() {
        var state = AppState.given(["a"])
        #expect(query(state.press(":")) == nil)
        write("sort newest", &state)
        _ = state.press("enter", ":")
        write("sort priority", &state)
        #expect(query(state.press("enter"))?.order == .feed)
    }

    @Test(arguments: [
        ("sort oldest", "feed, newest, expiring"), ("group stream", "none, category, day, priority"),
    ])
    func `an unknown name is refused with the valid names`(line: String, names: String) {
        var state = AppState.given(["a"])
        _ = state.press(":")
        write(line, &state)
        #expect(state.press("enter") == [])
        #expect(state.toast?.hasSuffix(names) == true)
    }

    @Test func `a line of text chooses an order as well`() {
        var state = AppState.given(["a", "b"])
        #expect(query(update(&state, .lineEntered("sort newest"), at: state.now))?.order == .newest)
        #expect(query(update(&state, .lineEntered("group priority"), at: state.now))?.groups.grouping == .priority)
        #expect(update(&state, .lineEntered("group nothing"), at: state.now) == [])
        #expect(state.toast?.hasSuffix("none, category, day, priority") == true)
    }

    @Test func `a container starts with its configured order`() {
        var options = ContainerOptions()
        (options.order, options.grouping) = (.expiring, .day)
        let zone = LocalZone(firstOffset: 7200)
        let state = AppState(
            size: Size(columns: 80, rows: 20), now: .fixed, zone: zone,
            containers: [ContainerModel(id: main, streamID: StreamID("ops"), options: options)])
        #expect(state.containers[0].query.order == .expiring)
        #expect(state.containers[0].query.groups == CardGroups(.day, in: zone))
    }

    @Test(arguments: [ContainerModel.Kind.horizontal, .single, .modal])
    func `only cards below each other are grouped`(kind: ContainerModel.Kind) {
        var options = ContainerOptions()
        (options.order, options.grouping) = (.newest, .day)
        let model = ContainerModel(id: main, kind: kind, streamID: StreamID("ops"), options: options)
        #expect(model.query.order == .newest && model.query.groups.grouping == .none)
    }

    // MARK: The place of the selected card

    @Test func `the selected card keeps its place when the order changes`() {
        var state = AppState.given(["a", "b", "c", "d", "e", "f", "g", "h"], selecting: "d", rows: 12)
        let row = state.selectedRow
        _ = state.press("O", "2")
        _ = state.arrive(.of(["h", "g", "f", "e", "d", "c", "b", "a"]))
        #expect(state.selection == "d" && state.selectedRow == row)
    }

    @Test func `a heading appears above its card`() {
        var state = AppState.given(["a", "b", "c", "d", "e", "f"], selecting: "c", rows: 12)
        let row = state.selectedRow ?? 0
        _ = state.press("B", "4")
        var window = CardWindow.of(["a", "b", "c", "d", "e", "f"])
        window.items[0].heading = CardHeading(.priority(1), count: 2)
        window.items[2].heading = CardHeading(.priority(2), count: 4)
        _ = state.arrive(window)
        // The heading is the first row of the card's item.
        #expect(state.selection == "c" && state.selectedRow == row - 1)
    }

    @Test func `a card at the top moves down when it gets a heading`() {
        var state = AppState.given(["a", "b", "c", "d", "e", "f"], selecting: "c", rows: 12)
        _ = state.press("J", "K")
        state.containers[0].anchor = ScrollAnchor(card: "c", line: 0)
        state.draw()
        #expect(state.selectedRow == 0)
        _ = state.press("B", "4")
        var window = CardWindow.of(["a", "b", "c", "d", "e", "f"])
        window.items[2].heading = CardHeading(.priority(2), count: 4)
        _ = state.arrive(window)
        #expect(state.selection == "c" && state.selectedRow == 0)
    }

    @Test func `the hint for a group says what its key does`() {
        var state = given(grouped(), selecting: "f1")
        func words() -> [String] {
            KeyHint.all(for: state).filter { [.toggleGroup, .press].contains($0.command) }.map(\.word)
        }
        #expect(words() == ["fold", "focus"])
        _ = state.press("c")
        _ = state.arrive(grouped(folded: [Self.finance]))
        #expect(words() == ["unfold"])
    }

    @Test func `reordered cards are not new`() {
        var state = AppState.given(["a", "b", "c"], rows: 4)
        _ = state.arrive(.of(["a", "b", "c", "new"]))
        #expect(state.arrived == [0, 1])
        _ = state.press("O", "2")
        _ = state.arrive(.of(["x", "c", "b", "a"]))
        #expect(state.arrived == [0, 0])
        _ = state.arrive(.of(["x", "c", "b", "a", "y"]))
        #expect(state.arrived == [0, 1])
        _ = state.press("O", "1")
        // New cards stay new.
        _ = state.arrive(.of(["a", "b", "y", "c", "x"]))
        #expect(state.arrived == [0, 1])
    }

    // MARK: Folding

    @Test func `a group folds around its heading, which stays in its row`() throws {
        var state = given(grouped(), selecting: "o1", rows: 40)
        let heading = try #require(state.frames.last.container(main)?.card("o0")?.top)
        let asked = try #require(query(state.press("c")))
        #expect(asked.anchor == .card(Self.ops.itemID) && asked.groups.isFolded(Self.ops))
        #expect(!asked.groups.isFolded(Self.finance))
        _ = state.arrive(grouped(folded: [Self.ops]))
        #expect(state.selection == Self.ops.itemID.rawValue && state.selectedRow == heading)
    }

    @Test func `folding the group of an open card returns to the rows of the list`() {
        var state = given(grouped(), selecting: "f1")
        state.containers[0].list.chosenLayout = .list
        state.containers[0].list.isCardOpen = true
        #expect(state.containers[0].isReadingCard)
        _ = state.press("c")
        _ = state.arrive(grouped(folded: [Self.finance]))
        #expect(state.selection == Self.finance.itemID.rawValue)
        #expect(!state.containers[0].list.isCardOpen)
        // A step from an open card may select a folded group as well.
        state.containers[0].list.isCardOpen = true
        #expect(!state.containers[0].isReadingCard)
    }

    @Test(arguments: ["c", "enter"]) func `a folded group unfolds to its first card`(key: String) throws {
        var state = given(grouped(), selecting: "f1")
        _ = state.press("c")
        _ = state.arrive(grouped(folded: [Self.finance]))
        let asked = try #require(query(state.press(key)))
        #expect(!asked.groups.isFolded(Self.finance))
        _ = state.arrive(grouped())
        #expect(state.selection == "f0")
    }

    @Test func `all groups fold at once, and unfold`() throws {
        var state = given(grouped(), selecting: "o2")
        let folded = try #require(query(state.press("C")))
        #expect(folded.groups.isFolded(Self.finance) && folded.groups.isFolded(Self.ops))
        // A group that arrives later is folded too.
        #expect(folded.groups.isFolded(.category("Travel")))
        _ = state.arrive(grouped(folded: [Self.finance, Self.ops]))
        #expect(state.selection == Self.ops.itemID.rawValue)
        let unfolded = try #require(query(state.press("C")))
        #expect(unfolded.groups == CardGroups(.category))
        _ = state.arrive(grouped())
        #expect(state.selection == "o0")
    }

    @Test func `a click on a heading folds its group and leaves the selection in another one`() throws {
        var state = given(grouped(), selecting: "f1")
        let asked = try #require(query(state.activate(.group(main, Self.ops))))
        #expect(asked.groups.isFolded(Self.ops))
        _ = state.arrive(grouped(folded: [Self.ops]))
        #expect(state.selection == "f1")
    }

    @Test(arguments: ["d", "s", "+", "m", "1", "tab", "y", "i", "e", "space", "v", "|"])
    func `actions on a card do not apply to a folded group, and a message says so`(key: String) {
        var state = given(grouped(), selecting: "f1")
        _ = state.press("c")
        _ = state.arrive(grouped(folded: [Self.finance]))
        #expect(state.press(key) == [])
        #expect(state.overlays.isEmpty && state.containers[0].marks.isEmpty)
        #expect(state.toast == "This group is folded: enter to unfold it")
    }

    @Test func `without groups, the fold keys show a message`() {
        var state = AppState.given(["a"])
        #expect(state.press("c") == [])
        #expect(state.toast == "The cards are not grouped: B to group them")
    }

    // MARK: Counts, marks and new cards

    @Test func `marking all cards includes folded groups`() {
        var state = given(grouped(folded: [Self.ops]), selecting: "f0")
        let effects = state.press("V")
        guard case .marks(.read(_, let query, from: nil, to: nil, joining: [])) = effects.first else {
            Issue.record("\(effects)")
            return
        }
        #expect(query.groups.grouping == .category)
        let all: Set<CardID> = ["f0", "f1", "f2", "o0", "o1", "o2"]
        _ = update(&state, .marks(.read(main, .read(all))), at: state.now)
        #expect(state.containers[0].markedCount == 6)
        // The cards stay marked although the window does not hold them.
        _ = state.arrive(grouped(folded: [Self.ops]))
        #expect(state.containers[0].markedCount == 6)
        _ = state.press("V")
        #expect(state.containers[0].marks.isEmpty)
    }

    @Test func `a range over a folded group includes its cards`() throws {
        var window = grouped(folded: [Self.finance])
        window.items = [item(makeCard("p0"), delivery: .none)] + window.items
        window.items[0].heading = CardHeading(.category("A"), count: 1)
        window.items += grouped(finance: 0).items
        var state = given(window, selecting: "p0")
        _ = state.press("v", "j")
        // A folded group at the end of the range is not part of it.
        #expect(state.containers[0].markedCount == 1)
        _ = state.press("j")
        #expect(state.selection == "o0" && state.containers[0].markedCount == 5)
        let effects = state.press("v")
        guard case .marks(.read(_, _, from: "p0", to: "o0", joining: ["p0", "o0"]))? = effects.first else {
            Issue.record("\(effects)")
            return
        }
    }

    @Test func `a card that arrives in a folded group counts as new in that group`() {
        var state = given(grouped(folded: [Self.ops]), selecting: "f0", rows: 6)
        #expect(state.arrived == [0, 0])
        var window = grouped(ops: 4, folded: [Self.ops])
        if let group = window.position(of: Self.ops.itemID) { window.items[group].unseenCount = 1 }
        _ = state.arrive(window)
        #expect(state.arrived == [0, 1] && state.marker == [0, 1])
        _ = state.press("n")
        #expect(state.selection == Self.ops.itemID.rawValue)
        #expect(state.arrived == [0, 0] && state.marker == [0, 0])
    }

    @Test func `the day of a heading changes at midnight`() {
        var state = AppState.given(["a"])
        let before = state.nextDeadline
        _ = state.press("B", "3")
        let midnight = state.settings.zone.date(state.settings.zone.civil(state.now).at(hour: 0).adding(days: 1))
        #expect((state.nextDeadline ?? .distantFuture) <= midnight && (before ?? midnight) <= midnight)
    }

    // MARK: Words

    @Test func `a day is named by its distance, its weekday or its date`() {
        // Day 20,000 is a Friday.
        let today = 20_000
        let now = LocalZone.utc.date(CivilDate(daysSince1970: today).at(hour: 15))
        let words = [
            (0, "Today"), (-1, "Yesterday"), (-2, "Wednesday"), (-6, "Saturday"), (-7, "27 September"),
            (-400, "31 August 2023"),
        ]
        for (distance, expected) in words {
            #expect(Strings.Order.heading(.day(today + distance), at: now, in: .utc) == expected)
        }
        #expect(Strings.Order.heading(.category(nil), at: now, in: .utc) == "No category")
        #expect(Strings.Order.heading(.priority(2), at: now, in: .utc) == "Priority 2")
    }
}
