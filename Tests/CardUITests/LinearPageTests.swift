import AppCore
import Canvas
import CardUI
import Cards
import Support
import Testing
import Theming

/// The text that a screen reader receives.
struct LinearPageTests {
    private func page(_ card: Card) -> LinearPage {
        var state = AppState(
            size: Size(columns: 80, rows: 9), now: .fixed,
            containers: [ContainerModel(id: ContainerID("main"), streamID: StreamID("ops"))])
        _ = update(&state, .syncStatusChanged(SyncStatus(connection: .live, lastSyncedAt: .fixed)), at: .fixed)
        let window = CardWindow(
            items: [CardWindow.Item(id: card.id, version: 1, content: .card(card), delivery: .none)], totalCount: 1,
            hasEverHadCard: true)
        _ = update(&state, .feedArrived(ContainerID("main"), window), at: .fixed)
        var cache = LayoutCache()
        var surface = Surface(size: state.size)
        _ = state.adopt(draw(state, theme: .plain, cache: &cache, into: &surface))
        return LinearPage(state)
    }

    @Test func `the first card of a group names the group, and a folded group the command to unfold it`() throws {
        var state = AppState(
            size: Size(columns: 80, rows: 9), now: .fixed,
            containers: [ContainerModel(id: ContainerID("main"), streamID: StreamID("ops"))])
        _ = update(&state, .syncStatusChanged(SyncStatus(connection: .live, lastSyncedAt: .fixed)), at: .fixed)
        let group = CardGroup.category("Travel")
        var first = CardWindow.Item(id: card.id, version: 1, content: .card(card), delivery: .none)
        first.heading = CardHeading(.priority(1), count: 1)
        var folded = CardWindow.Item(id: group.itemID, version: 0, content: .foldedGroup)
        folded.heading = CardHeading(group, count: 4, isFolded: true)
        let window = CardWindow(items: [first, folded], totalCount: 5, hasEverHadCard: true)
        _ = update(&state, .feedArrived(ContainerID("main"), window), at: .fixed)
        #expect(LinearPage(state).heading.string.hasPrefix("Cards, card 1 of 5, Priority 1, 1 card, Travel"))
        _ = update(&state, .lineEntered("next"), at: .fixed)
        let page = LinearPage(state)
        #expect(page.heading.string == "Cards, Travel, 4 cards, folded")
        #expect(page.lines.map(\.string) == ["toggle-group unfolds the group"])
    }

    private let card = travel("Where to **stay**?")

    private static func travel(_ headline: String) -> Card {
        let components: [Card.Component] = [
            .category(Card.Category(text: "Travel", subText: "Berlin")),
            .headline(Card.Headline(text: headline)),
            .text(
                Card.TextBlock(
                    text: "See [the list](https://example.org/list) first.\n\n- near\n- quiet",
                    expand: Card.ClickToExpand(maxDisplayLines: 1))),
            .media(
                Card.Media(
                    kind: .video, url: "https://example.org/a.mp4", layout: .text, label: "The town", action: .doNothing
                )),
            .input(
                Card.Input(
                    name: "nights", label: "Nights",
                    kind: .stepper(
                        defaultValue: JSONNumber(2), minimum: JSONNumber(1), maximum: JSONNumber(9),
                        step: JSONNumber(1)), validation: [Card.ValidationRule(.required)])),
            .buttons(Card.ButtonContainer(buttons: [Card.Button(text: "Book", action: .dismiss)])),
        ]
        return makeCard("c1", body: makeBody(components: components))
    }

    @Test func `an icon is read out with its author's text`() {
        let icon = Card.Icon(name: "check", url: "https://example.org/a.svg", alternativeText: "The logo of Acme")
        let components: [Card.Component] = [
            .category(Card.Category(text: "Travel", icon: icon)),
            .headline(Card.Headline(text: "Where to stay?", icon: icon)),
            .text(Card.TextBlock(text: "Near.", icon: Card.Icon(url: "https://example.org/a.svg"))),
        ]
        let page = page(makeCard("c1", body: makeBody(components: components)))
        #expect(page.lines.map(\.string) == ["The logo of Acme Where to stay?", "Near."])
        #expect(page.heading.string.contains("The logo of Acme, Travel"))
    }

    @Test func `in line mode, the last line says who answered`() {
        var answered = makeCard("c1", body: makeBody(components: [.headline(Card.Headline(text: "Release?"))]))
        answered.body.answered = Answered(by: "bo", at: .fixed(-86_400), button: "Yes")
        #expect(page(answered).lines.map(\.string) == ["Release?", "✓ Answered by bo 14 Jan 09:00: Yes"])
    }

    @Test func `in line mode, the last line says that an answer is sent immediately`() {
        var waiting = makeCard(
            "c1",
            body: makeBody(components: [
                .headline(Card.Headline(text: "Release?")),
                .buttons(
                    Card.ButtonContainer(buttons: [Card.Button(text: "Yes", action: .submit(.init(buttonName: "yes")))])
                ),
            ]))
        waiting.body.allowsUndo = false
        let lines = ["Release?", "1. Button: Yes", "Answers are sent at once and can't be undone"]
        #expect(page(waiting).lines.map(\.string) == lines)
        waiting.body.isUnattended = true
        waiting.expiresAt = .fixed(600)
        let note =
            "No one is waiting for the answer now; you can still answer until 09:10, and the server keeps your answer"
        #expect(page(waiting).lines.map(\.string).last == note)
        waiting.body.components.removeLast()
        #expect(page(waiting).lines.map(\.string) == ["Release?"])
    }

    @Test func `a card is read out from top to bottom, with a number before each element that can be chosen`() {
        let page = page(card)
        #expect(page.heading.string.hasPrefix("Cards, card 1 of 1, Travel, Berlin"))
        #expect(
            page.lines.map(\.string) == [
                "Where to stay?", "See the list first.", "• near", "• quiet", "1. Link: https://example.org/list",
                "▷ The town ↗", "2. Open: The town", "3. Field: Nights, number from 1 to 9, required: 2",
                "4. Button: Book",
            ])
    }

    @Test func `hostile text is read out without control characters`() {
        let page = page(
            makeCard("c1", body: makeBody(components: [.headline(Card.Headline(text: "a\u{1B}[2Jb\u{202E}c"))])))
        let text = page.text.map(\.string).joined()
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
    }

    @Test func `only changes are read out`() {
        let before = page(card)
        let after = page(Self.travel("Where to sleep?"))
        #expect(after.changes(since: before).map(\.string) == ["Where to sleep?"])
        #expect(before.changes(since: before).isEmpty)
    }

    private func page(_ event: AppEvent.Kind) -> LinearPage {
        var state = AppState(
            size: Size(columns: 80, rows: 9), now: .fixed,
            containers: [ContainerModel(id: ContainerID("main"), streamID: StreamID("ops"))])
        state.launch = .ready
        _ = update(&state, .lineEntered("history"), at: .fixed)
        _ = update(&state, event, at: .fixed)
        return LinearPage(state)
    }

    @Test func `a filter without matches does not say that there are no more cards`() throws {
        var state = AppState(
            size: Size(columns: 80, rows: 9), now: .fixed,
            containers: [ContainerModel(id: ContainerID("main"), streamID: StreamID("ops"))])
        state.launch = .ready
        state.containers[0].window.hasEverHadCard = true
        #expect(LinearPage(state).lines.map(\.string) == ["All caught up"])
        state.containers[0].typedFilter = try TypedFilter("zzz")
        #expect(LinearPage(state).lines.map(\.string) == ["No card matches “zzz”", "back shows all cards"])
    }

    @Test func `an empty history says so`() {
        #expect(page(.history(.history([]))).lines.first?.string == Strings.History.nothing)
    }
}
