import Canvas
import Cards
import Support
import Testing

@testable import AppCore

/// A vertical container shown as a list: what its keys do, with frame reports like those that drawing produces.
struct CardListTests {
    private static let rows = Rect(column: 0, row: 2, columns: 58, rows: 20)
    private static let beside = Rect(column: 60, row: 2, columns: 50, rows: 20)

    /// A list of the given cards, with the first one selected.
    private func list(_ ids: [String], card: Int? = nil) -> AppState {
        var state = AppState.given(.of(ids.map { AppCoreTests.card($0, .headline(Card.Headline(text: $0)), yes) }))
        _ = update(&state, .command(.toggleList), at: state.now)
        show(&state, cardHeight: card)
        return state
    }

    private let yes = buttons(("Yes", .submit(.init(buttonName: "yes"))))

    /// Adopts a frame with all rows of the list and, beside them, the selected card, which is `cardHeight` rows tall
    /// and has its button in its last row. With `isAlone`, the frame has only the open card.
    private func show(_ state: inout AppState, cardHeight: Int?, top: Int = 0, isAlone: Bool = false) {
        let container = state.containers[0]
        var report = ContainerReport(id: main, viewport: Self.rows, selection: container.selection)
        report.isList = true
        if !isAlone {
            report.cards = container.window.items.enumerated().map { index, item in
                CardReport(id: item.id, top: index, height: 1)
            }
        }
        if let cardHeight, let selection = container.selection {
            let outline = CardOutline(
                frameRows: 1, title: 0,
                elements: [.init(target: .button(0), rows: cardHeight - 3..<cardHeight - 2)])
            report.preview = ContainerReport.Preview(
                viewport: Self.beside,
                card: CardReport(id: selection, top: top, height: cardHeight, outline: outline))
        }
        _ = state.adopt(FrameReport(size: state.size, containers: [report]))
        state.framePresented()
    }

    private func key(_ name: String, _ state: inout AppState) throws -> [Effect] {
        update(&state, .keyPressed(try #require(KeyChord(name: name))), at: state.now).filter { !$0.isSeen }
    }

    @Test func `a key switches between cards and list, and the choice is saved`() throws {
        var state = AppState.given(["c1", "c2"], selecting: "c2")
        func kept(_ layout: ContainerOptions.Layout?) -> [Effect] {
            var choices = ContainerChoices()
            choices.layout = layout
            return [.keepChoices(main, choices)]
        }
        #expect(try key("p", &state) == kept(.list))
        #expect(state.containers[0].isList)
        #expect(state.selection == "c2")
        #expect(try key("p", &state) == kept(nil))
        #expect(!state.containers[0].isList)
        state.containers[0].options.layout = .list
        #expect(state.containers[0].isList)
        #expect(try key("p", &state) == kept(.cards))
    }

    @Test func `the saved choice overrides the configuration, and only vertical containers can be lists`() {
        var state = AppState.given(["c1"])
        var choices = ContainerChoices()
        choices.layout = .list
        state.recall([main: choices], withLayout: false)
        #expect(!state.containers[0].isList)
        state.recall([main: choices, ContainerID("gone"): choices])
        #expect(state.containers[0].isList)
        for kind in ContainerModel.Kind.allCases where kind != .vertical {
            state.containers[0].kind = kind
            #expect(!state.containers[0].isList)
            #expect(!Command.toggleList.availability(in: state).isEnabled)
        }
    }

    @Test func `the window has as many cards as a large screen has rows`() throws {
        var state = AppState.given(.slice(0..<61, of: 1000), rows: 100)
        let effects = try key("p", &state)
        let query = try #require(
            effects.compactMap { if case .window(main, let query) = $0 { query } else { nil } }.first)
        #expect(query.after >= 100 && query.before >= 100)
        // With these cards loaded, the container requests no more until the viewport nears their end.
        _ = update(&state, .feedArrived(main, .slice(0..<200, of: 1000)), at: state.now)
        show(&state, cardHeight: 8)
        #expect(try key("j", &state) == [])
    }

    @Test func `in the rows, j and k move by one card, regardless of the height of the open card`() throws {
        var state = list(["c1", "c2", "c3"], card: 60)
        _ = try key("j", &state)
        #expect(state.selection == "c2")
        _ = try key("k", &state)
        #expect(state.selection == "c1")
    }

    @Test func `Enter focuses the card, in which j and pages scroll, and Esc focuses the rows`() throws {
        var state = list(["c1", "c2", "c3"], card: 60)
        _ = try key("enter", &state)
        #expect(state.containers[0].list.isCardOpen)
        #expect(state.focus == nil)
        _ = try key("j", &state)
        #expect(state.selection == "c1")
        #expect(state.containers[0].list.scrollIntent == .lines(1))
        show(&state, cardHeight: 60, top: -1)
        #expect(state.containers[0].list.scrollIntent == nil)
        _ = try key("ctrl-d", &state)
        #expect(state.containers[0].list.scrollIntent == .halfPages(1))
        show(&state, cardHeight: 60, top: -40)
        // The end of the card is visible, so the key selects the next card, which is open as well.
        _ = try key("j", &state)
        #expect(state.selection == "c2")
        #expect(state.containers[0].list.isCardOpen)
        _ = try key("esc", &state)
        #expect(!state.containers[0].list.isCardOpen)
        #expect(state.selection == "c2")
    }

    @Test func `the second Enter focuses the first button of an open card, and Esc goes back step by step`()
        throws
    {
        var state = list(["c1", "c2"])
        _ = try key("enter", &state)
        show(&state, cardHeight: 8, isAlone: true)
        _ = try key("enter", &state)
        #expect(state.focus == .button(0))
        _ = try key("esc", &state)
        #expect(state.focus == nil && state.containers[0].isReadingCard)
        _ = try key("esc", &state)
        #expect(!state.containers[0].isReadingCard)
    }

    @Test func `Tab opens a card that is not shown in full, and otherwise focuses one of its elements`() throws {
        var state = list(["c1"])
        _ = try key("tab", &state)
        #expect(state.containers[0].list.isCardOpen && state.focus == nil)
        state = list(["c1"], card: 8)
        _ = try key("tab", &state)
        #expect(state.focus == .button(0) && !state.containers[0].list.isCardOpen)
    }

    @Test func `a card whose row is visible can be dismissed, even if the card is not shown in full`() throws {
        for height in [nil, 60] {
            var state = list(["c1", "c2"], card: height)
            #expect(try key("d", &state) == [.responded("c1", .dismiss)])
        }
    }

    @Test func `a digit first opens a card whose buttons are not visible`() throws {
        var state = list(["c1", "c2"])
        #expect(try key("1", &state) == [])
        #expect(state.containers[0].list.isCardOpen)
        #expect(state.toast == Strings.Toasts.elementShown)
        show(&state, cardHeight: 8, isAlone: true)
        #expect(try !key("1", &state).isEmpty)
    }

    @Test func `a digit first scrolls to a button that is below the viewport of the card`() throws {
        var state = list(["c1", "c2"], card: 60)
        #expect(try key("1", &state) == [])
        #expect(!state.containers[0].list.isCardOpen)
        show(&state, cardHeight: 60, top: -40)
        #expect(try !key("1", &state).isEmpty)
    }

    @Test func `an open card of which only the end is visible is shown before it is dismissed`() throws {
        var state = list(["c1", "c2"])
        _ = try key("enter", &state)
        show(&state, cardHeight: 60, top: -59, isAlone: true)
        #expect(try key("d", &state) == [])
        show(&state, cardHeight: 60, top: -20, isAlone: true)
        #expect(try key("d", &state) == [.responded("c1", .dismiss)])
    }

    @Test func `only the card that is shown in full counts as seen, not the rows`() throws {
        var state = list(["c1", "c2", "c3"], card: 8)
        let effects = update(&state, .timePassed, at: .fixed(5))
        #expect(effects == [.recordSeen([CardID("c1")], ops)])
    }

    @Test func `the wheel scrolls the rows or the card under the pointer`() {
        var state = list(["c1", "c2", "c3"], card: 60)
        state.frames.last.places = [
            Arrangement.Place(container: main, rect: Rect(column: 0, row: 0, columns: 120, rows: 24))
        ]
        _ = update(&state, .wheelTurned(3, over: Point(column: 5, row: 5)), at: state.now)
        #expect(state.containers[0].scrollIntent == .lines(3))
        _ = update(&state, .wheelTurned(3, over: Point(column: 70, row: 5)), at: state.now)
        #expect(state.containers[0].list.scrollIntent == .lines(3))
    }

    @Test func `a click on a row selects it, and a second click opens its card`() {
        var state = list(["c1", "c2"], card: 8)
        state.frames.last.hits = [
            HitRegion(rect: Rect(column: 0, row: 3, columns: 58, rows: 1), target: .card(main, CardID("c2")))
        ]
        _ = update(&state, .clicked(Point(column: 4, row: 3)), at: .fixed(10))
        #expect(state.selection == "c2" && !state.containers[0].list.isCardOpen)
        _ = update(&state, .clicked(Point(column: 4, row: 3)), at: .fixed(12))
        #expect(state.containers[0].list.isCardOpen)
    }

    @Test func `the hints name the commands of Enter and Esc`() throws {
        func words(_ state: AppState) -> [String] { KeyHint.all(for: state).map(\.word) }
        var state = list(["c1", "c2"], card: 8)
        #expect(words(state).contains("open") && !words(state).contains("list"))
        _ = try key("enter", &state)
        #expect(!words(state).contains("open") && words(state).contains("list") && words(state).contains("focus"))
    }
}
