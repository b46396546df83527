import AppCore
import Cards
import Support
import Testing

struct ButtonTests {
    @Test func `with reduced motion, no button flashes`() {
        var state = AppState.given(card(buttons(("Go", .doNothing))))
        _ = state.press("1")
        #expect(state.pressed != nil)
        state.pressed = nil
        state.settings.reducesMotion = true
        _ = state.press("1")
        #expect(state.pressed == nil && state.focus == .button(0))
    }

    @Test func `tab cycles through the focusable elements, shift-tab in the other direction`() {
        var state = AppState.given(makeCard())
        var seen: [FocusTarget?] = []
        for key in ["tab", "tab", "tab", "shift-tab", "esc"] {
            _ = state.press(key)
            seen.append(state.focus)
        }
        #expect(seen == [.button(0), .button(1), .button(0), .button(1), nil])
    }

    @Test func `enter focuses the first element, then presses it`() {
        var state = AppState.given(makeCard())
        #expect(state.press("enter") == [])
        #expect(state.focus == .button(0))
        #expect(state.press("enter") == [.responded("c1", .submit(buttonName: "approve", values: [:]))])
    }

    static let presses: [(Card.ButtonAction, [Effect])] = [
        (Card.ButtonAction.doNothing, [Effect]()),
        (.dismiss, [.responded("c1", .dismiss)]),
        (.openLink(url: "https://example.org"), [.openLink("https://example.org")]),
        (.openLink(url: "javascript:alert(1)"), []), (.openLink(url: "https://a/\u{1B}]0;x\u{07}"), []),
        (.passPayload(["a": .bool(true)]), [.passPayload(CardID("c1"), ["a": .bool(true)], from: .button)]),
        (.snooze(.duration("PT1H")), [.responded("c1", .snooze(until: .fixed(3600)))]),
        (.snooze(.until(.fixed(60))), [.responded("c1", .snooze(until: .fixed(60)))]),
        (.snooze(.until(.fixed(-60))), []),
        (.snooze(.duration("soon")), []),
        (.voteUp, [.responded("c1", .voteUp(message: nil))]),
        (.unknown(type: "dance", [:]), []),
        (.openSubview(id: "missing"), []),
        (
            .submit(.init(buttonName: "yes", values: ["extra": .number(JSONNumber(1))])),
            [.responded("c1", .submit(buttonName: "yes", values: ["extra": .number(JSONNumber(1))]))]
        ),
    ]

    @Test(arguments: presses)
    func `a digit presses the button`(action: Card.ButtonAction, effects: [Effect]) {
        // Buttons work regardless of the card's action properties.
        let actions = ActionProperties(isDismissSwipeEnabled: false, isDismissOverflowEnabled: false)
        var state = AppState.given(card(actions: actions, expiresAt: .fixed(1800), buttons(("Go", action))))
        #expect(state.press("1") == effects)
    }

    @Test func `an unknown action and a missing subview show a message`() {
        var state = AppState.given(
            card(buttons(("A", .unknown(type: "dance", [:])), ("B", .openSubview(id: "no")))))
        _ = state.press("1")
        #expect(state.toast == "This version does not support the action “dance”")
        _ = state.press("2")
        #expect(state.toasts.recent.suffix(1).map(\.text) == ["The card's subview is missing"])
    }

    @Test func `returning from a subview restores selection and scroll position`() {
        let more = buttons(("Deeper", .openSubview(id: "more")))
        var state = AppState.given(
            .of([
                makeCard("above"),
                card(
                    subviews: ["more": Card.Subview(title: "More", components: [more])],
                    buttons(("More", .openSubview(id: "more")))),
            ]),
            selecting: "c1", heights: ["c1": 60])
        state.containers[0].anchor = ScrollAnchor(card: CardID("c1"), line: 23)
        state.containers[0].unfolded[CardID("c1")] = [3]
        _ = state.press("1", heights: ["c1": 12])
        #expect(state.selectedSubject?.components == [more])
        #expect(state.containers[0].unfolded.isEmpty && state.focus == nil)
        // A subview cannot open another subview.
        _ = state.press("1", heights: ["c1": 12])
        #expect(state.toast == "A subview can't open another subview")
        #expect(state.selectedSubject?.components == [more])
        _ = state.press("esc", "esc", heights: ["c1": 60])
        #expect(state.selectedSubject?.components != [more])
        #expect(state.containers[0].anchor == ScrollAnchor(card: CardID("c1"), line: 23))
        #expect(state.containers[0].unfolded == [CardID("c1"): [3]])
        #expect(state.focus == .button(0))
    }

    @Test func `a subview opens in place and esc goes back`() {
        let subview = Card.Subview(title: "More", components: [buttons(("Done", .dismiss))])
        var state = AppState.given(card(subviews: ["more": subview], buttons(("More", .openSubview(id: "more")))))
        #expect(state.press("1") == [])
        #expect(state.selectedSubject?.components == subview.components)
        _ = state.press("esc")
        #expect(state.selectedSubject?.components != subview.components)
    }

    @Test func `a subview that is opened again keeps its scroll position`() {
        let more = Card.Subview(title: "More", components: [buttons(("Done", .dismiss))])
        func given() -> AppState {
            .given(
                .of([
                    card("c0"), card("c1", subviews: ["more": more], buttons(("More", .openSubview(id: "more")))),
                ]), selecting: "c1", heights: ["c1": 60])
        }
        var state = given()
        _ = state.press("1", heights: ["c1": 60])
        #expect(state.containers[0].anchor == ScrollAnchor(card: "c1", line: 0))
        state.containers[0].anchor = ScrollAnchor(card: "c1", line: 31)
        state.containers[0].unfolded["c1"] = [2]
        _ = state.press("esc", heights: ["c1": 60])
        #expect(state.containers[0].unfolded["c1"] == nil)
        _ = state.press("1", heights: ["c1": 60])
        #expect(state.containers[0].anchor == ScrollAnchor(card: "c1", line: 31))
        #expect(state.containers[0].unfolded["c1"] == [2] && state.focus == nil)
        // The place in a subview is forgotten once its card is gone.
        _ = state.press("esc", heights: ["c1": 60])
        _ = state.arrive(.of([makeCard("c0")]))
        #expect(state.containers[0].subviewPlaces.isEmpty)
    }

    @Test func `the action after a submit runs once the server has the submit`() {
        let action = Card.ButtonAction.submit(.init(buttonName: "yes", then: .url("https://example.org")))
        var state = AppState.given(card(buttons(("Yes", action))))
        let response = CardResponse.submit(buttonName: "yes", values: [:])
        #expect(state.press("1") == [.responded("c1", response)])
        #expect(update(&state, .responseSettled(CardID("c1"), response, .queued()), at: .fixed) == [])
        #expect(
            update(&state, .responseSettled(CardID("c1"), response, .delivered), at: .fixed)
                == [.openLink("https://example.org")])
        #expect(update(&state, .responseSettled(CardID("c1"), response, .delivered), at: .fixed) == [])
    }
}
