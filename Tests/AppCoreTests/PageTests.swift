import Canvas
import Cards
import Support
import Testing

@testable import AppCore

/// Content that loads more inside a card.
@Suite struct PageTests {
    private func text(_ text: String) -> Card.Component { Self.text(text) }
    private static func text(_ text: String) -> Card.Component { .text(Card.TextBlock(text: text)) }
    private static func more(_ page: String) -> Card.Component { .loadMore(Card.LoadMore(text: "Older", page: page)) }
    private static func fold(_ text: String) -> Card.Component {
        .text(Card.TextBlock(text: text, expand: Card.ClickToExpand(maxDisplayLines: 1)))
    }
    private static let talk = card("c1", text("a"), more("p1"), fold("b"), buttons(("Go", .dismiss)))

    private func request(_ page: String, of card: String = "c1") -> PageRequest {
        PageRequest(container: main, card: CardID(card), stream: ops, name: page)
    }

    private func load(_ page: String, _ components: [Card.Component], _ state: inout AppState) {
        _ = update(&state, .page(PageEvent(request(page), .loaded(components))), at: .fixed)
        state.draw()
    }

    private func texts(_ state: AppState) -> [String] {
        state.selectedSubject?.components.compactMap { component in
            switch component {
            case .text(let block): block.text
            case .loadMore(let element): "[\(element.page)]"
            default: nil
            }
        } ?? []
    }

    @Test func `enter requests a page once, and the page replaces its element`() {
        var state = AppState.given(Self.talk)
        _ = state.press("tab")
        #expect(state.focus == .loadMore(page: "p1"))
        #expect(state.press("enter") == [.page(.load(request("p1")))])
        #expect(state.containers[0].pages["c1"]?.pending["p1"] == .loading)
        #expect(state.press("enter") == [])
        load("p1", [Self.more("p2"), text("older")], &state)
        #expect(texts(state) == ["a", "[p2]", "older", "b"])
        #expect(state.focus == .loadMore(page: "p2"))
        #expect(state.press("enter") == [.page(.load(request("p2")))])
        load("p2", [text("oldest")], &state)
        #expect(texts(state) == ["a", "oldest", "older", "b"])
        // The focus stays where the last page was loaded, also in a new version of the card, because the next button is
        // far below.
        var next = Self.talk
        next.body.components.append(text("new"))
        _ = state.arrive(
            CardWindow(items: [item(next, version: 2, delivery: .none)], totalCount: 1, hasEverHadCard: true))
        #expect(state.press("enter") == [] && state.focus == .loadMore(page: "p2"))
        #expect(state.toast == "Everything is loaded")
        _ = state.press("tab")
        #expect(state.focus == .button(0))
    }

    @Test func `a subview loads its first page when it is opened`() {
        var opened = card("c1", buttons(("Open", .openSubview(id: "s"))))
        opened.body.subviews["s"] = Card.Subview(
            title: "S",
            components: [.loadMore(Card.LoadMore(text: "Text", page: "p1", loadsOnOpen: true)), Self.more("p2")])
        var state = AppState.given(opened)
        #expect(state.press("1").contains(.page(.load(request("p1")))))
        load("p1", [text("loaded")], &state)
        #expect(texts(state) == ["loaded", "[p2]"])
        // The page stays loaded. A page that failed to load would be loaded again.
        #expect(!state.press("esc", "1").contains(.page(.load(request("p1")))))
    }

    @Test func `a subview that loads when it is opened is shown from its beginning`() {
        var opened = card("c1", buttons(("Open", .openSubview(id: "s"))))
        opened.body.subviews["s"] = Card.Subview(
            title: "S", components: [.loadMore(Card.LoadMore(text: "Text", page: "p1", loadsOnOpen: true))])
        var state = AppState.given(opened)
        _ = state.press("1")
        _ = update(&state, .page(PageEvent(request("p1"), .loaded([text("long")]))), at: .fixed)
        #expect(state.containers[0].scrollIntent == .revealSelection(edge: .top))
        // The user has moved to another card in the meantime.
        state = AppState.given(.of([opened, Self.card2]))
        _ = state.press("1")
        _ = state.press("j")
        state.draw()
        _ = update(&state, .page(PageEvent(request("p1"), .loaded([text("long")]))), at: .fixed)
        #expect(state.containers[0].scrollIntent != .revealSelection(edge: .top))
    }

    private static let card2 = card("c2", text("other"))

    @Test func `one enter shows and loads an element that is not visible`() {
        var state = AppState.given(.of([Self.talk]), heights: ["c1": 60])
        _ = state.press("tab", heights: ["c1": 60])
        state.containers[0].anchor = ScrollAnchor(card: "c1", line: 45)
        state.draw(["c1": 60])
        #expect(state.press("enter") == [.page(.load(request("p1")))])
    }

    @Test func `a failure is shown in place of the element, and enter retries`() {
        var state = AppState.given(Self.talk)
        for failure in [PageFailure.offline, .other(reason: "The card does not have this page.")] {
            #expect(state.press("tab", "enter") == [.page(.load(request("p1")))])
            _ = update(&state, .page(PageEvent(request("p1"), .failed(failure))), at: .fixed)
            #expect(state.containers[0].pages["c1"]?.pending["p1"] == .failed(failure))
            #expect(state.focus == .loadMore(page: "p1"))
            #expect(state.press("enter") == [.page(.load(request("p1")))])
            _ = update(&state, .page(PageEvent(request("p1"), .failed(failure))), at: .fixed)
            _ = state.press("esc")
        }
        #expect(texts(state) == ["a", "[p1]", "b"])
    }

    @Test func `an element that the source cannot load gets no focus, unless the card contains the page`() {
        var status = SyncStatus.online
        status.capabilities = SourceCapabilities(actions: [.dismiss])
        var state = AppState.given(Self.talk)
        _ = update(&state, .syncStatusChanged(status), at: .fixed)
        _ = state.press("tab")
        #expect(state.focus == .button(0))

        var whole = Self.talk
        whole.body.pages = ["p1": [text("older")]]
        state = .given(whole)
        _ = update(&state, .syncStatusChanged(status), at: .fixed)
        #expect(state.press("tab", "enter") == [])
        #expect(texts(state) == ["a", "older", "b"])
    }

    @Test func `a new version keeps loaded pages that it names, with the scroll position`() {
        var state = AppState.given(.of([Self.talk]), heights: ["c1": 60])
        _ = state.press("tab", "enter", heights: ["c1": 60])
        load("p1", [Self.more("p2"), text("older")], &state)
        state.containers[0].anchor = ScrollAnchor(card: "c1", line: 25)
        state.draw(["c1": 60])
        var next = Self.talk
        next.body.components.append(text("new"))
        let window = CardWindow(items: [item(next, version: 2, delivery: .none)], totalCount: 1, hasEverHadCard: true)
        _ = state.arrive(window, heights: ["c1": 61])
        #expect(texts(state) == ["a", "[p2]", "older", "b", "new"])
        #expect(state.containers[0].anchor == ScrollAnchor(card: "c1", line: 25))
    }

    @Test func `pages that a new version does not name are released, and their requests end`() {
        var state = AppState.given(Self.talk)
        _ = state.press("tab", "enter")
        load("p1", [Self.more("p2"), text("older")], &state)
        _ = state.press("enter")
        let next = card("c1", text("a"), Self.more("q"))
        let window = CardWindow(items: [item(next, version: 2, delivery: .none)], totalCount: 1, hasEverHadCard: true)
        #expect(state.arrive(window).contains(.page(.cancel([request("p2")]))))
        #expect(texts(state) == ["a", "[q]"] && state.containers[0].pages.isEmpty)
        // A page that still arrives is dropped.
        load("p2", [text("late")], &state)
        #expect(state.containers[0].pages.isEmpty)
    }

    @Test func `a removed card loses its pages, and its next edition keeps them`() {
        var first = Self.talk
        first.body.lifecycleID = "talk"
        var state = AppState.given(first)
        _ = state.press("tab", "enter")
        load("p1", [text("older")], &state)
        var second = first
        second.id = "c2"
        second.body.components.append(text("new"))
        _ = state.arrive(.of([second]))
        #expect(state.selection == "c2" && texts(state) == ["a", "older", "b", "new"])
        _ = state.arrive(.of(["c9"]))
        #expect(state.containers[0].pages.isEmpty)
    }

    @Test func `the next edition keeps the scroll position`() {
        var first = Self.talk
        first.body.lifecycleID = "talk"
        var state = AppState.given(.of([first]), heights: ["c1": 60])
        state.containers[0].anchor = ScrollAnchor(card: "c1", line: 25)
        state.draw(["c1": 60])
        var second = first
        second.id = "c2"
        _ = state.arrive(.of([second]), heights: ["c2": 61])
        #expect(state.containers[0].anchor == ScrollAnchor(card: "c2", line: 25))
    }

    @Test func `positions after the element move when a page is inserted`() {
        var state = AppState.given(Self.talk)
        _ = state.press("tab", "enter")
        state.containers[0].unfolded["c1"] = [2]
        state.containers[0].focus = .fold(2)
        load("p1", [text("older"), text("old")], &state)
        #expect(state.containers[0].unfolded["c1"] == [3] && state.focus == .fold(3))
    }

    @Test func `a page that arrives while a subview is open adjusts the scroll position below it`() {
        var talk = Self.talk
        talk.body.subviews = ["s": Card.Subview(title: "S", components: [Self.fold("x")])]
        var state = AppState.given(talk)
        _ = state.press("tab", "enter")
        state.containers[0].unfolded["c1"] = [2]
        state.containers[0].enterSubview("s", of: "c1")
        state.containers[0].unfolded["c1"] = [0]
        load("p1", [text("older"), text("old")], &state)
        #expect(state.containers[0].unfolded["c1"] == [0])
        state.containers[0].leaveSubview(of: "c1")
        #expect(state.containers[0].unfolded["c1"] == [3])
    }

    @Test func `a subview can load more pages`() {
        var talk = card("c1", text("a"), buttons(("More", .openSubview(id: "s"))))
        talk.body.subviews = ["s": Card.Subview(title: "S", components: [text("x"), Self.more("p1")])]
        var state = AppState.given(talk)
        _ = state.press("1")
        #expect(state.press("tab", "enter") == [.page(.load(request("p1")))])
        load("p1", [text("y")], &state)
        #expect(texts(state) == ["x", "y"])
        _ = state.press("esc", "esc")
        #expect(texts(state) == ["a"])
    }

    @Test func `the number of loaded pages is limited`() {
        var state = AppState.given(Self.talk)
        _ = state.press("tab")
        for number in 1...CardLimits.pages {
            #expect(state.press("enter") == [.page(.load(request("p\(number)")))])
            load("p\(number)", [text("x"), Self.more("p\(number + 1)")], &state)
        }
        #expect(state.press("enter") == [])
        #expect(state.toast == "100 pages of this card are loaded: no more can be shown")
    }

    @Test func `in line mode, the number of the element loads it`() {
        var state = AppState.given(Self.talk)
        #expect(update(&state, .lineEntered("1"), at: .fixed) == [.page(.load(request("p1")))])
    }

    @Test func `a click loads a page`() {
        var state = AppState.given(Self.talk)
        #expect(state.activate(.element(main, "c1", .loadMore(page: "p1"))) == [.page(.load(request("p1")))])
    }
}
