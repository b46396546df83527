import AppCore
import Cards
import Support
import Testing

import struct Foundation.Date

struct ShownVariableTests {
    private func greeting() -> Card {
        let input = Card.Input(
            name: "note", label: "Note for {{name}}", kind: .text(defaultValue: "", numberOfLines: 1),
            validation: [.init(.required)])
        var card = card(
            "c1", .headline(Card.Headline(text: "Hello {{name}}")), .input(input),
            buttons(("Send", .submit(.init(buttonName: "send")))))
        card.body.variables = [RuntimeVariable(name: "name", defaultValue: "you")]
        return card
    }

    private let plain = card("c2", .headline(Card.Headline(text: "Plain")))

    private func asking() -> AppState {
        var state = AppState.given(.of([Card]()))
        state.settings.resolvesVariables = true
        return state
    }

    private func headline(_ state: AppState) -> String? {
        for case .headline(let headline) in state.selectedSubject?.components ?? [] { return headline.text }
        return nil
    }

    @Test func `messages name a card by its shown title`() {
        var state = asking()
        state.undoWindow.length = 5
        _ = state.arrive(.of([greeting(), plain]))
        _ = update(&state, .variablesResolved(main, ["c1": ["name": "Ana"]]), at: .fixed)
        #expect(state.place(of: "c1").variables == ["c1": ["name": "Ana"]])
        for key in ["tab", "x", "esc", "1"] { _ = state.press(key) }
        let submit = CardResponse.submit(buttonName: "send", values: ["note": .string("x")])
        _ = update(&state, .responseSettled("c1", submit, .queued()), at: .fixed)
        #expect(state.progress?.hasSuffix("Hello Ana") == true, "\(state.progress ?? "nothing")")
    }

    @Test func `the host's values are requested once for each version of a card with variables`() {
        var state = asking()
        #expect(state.arrive(.of([greeting(), plain])) == [.resolveVariables(main, [greeting()])])
        #expect(state.arrive(.of([greeting(), plain])) == [])
        var window = CardWindow.of([greeting(), plain])
        window.items[0].version = 2
        #expect(state.arrive(window) == [.resolveVariables(main, [greeting()])])
        #expect(state.arrive(.of([plain])) == [])
        #expect(state.arrive(.of([greeting(), plain])) == [.resolveVariables(main, [greeting()])])
    }

    @Test func `defaults are shown until values arrive, also in labels`() {
        var state = asking()
        _ = state.arrive(.of([greeting()]))
        #expect(headline(state) == "Hello you")
        _ = update(&state, .variablesResolved(main, [CardID("c1"): ["name": "Ana"]]), at: .fixed)
        #expect(headline(state) == "Hello Ana")
        _ = state.press("1")
        #expect(state.toast == "Note for Ana is required")
    }

    @Test func `values for a removed card are dropped`() {
        var state = asking()
        _ = state.arrive(.of([greeting()]))
        _ = state.arrive(.of([Card]()))
        _ = update(&state, .variablesResolved(main, [CardID("c1"): ["name": "Ana"]]), at: .fixed)
        #expect(state.containers[0].variables.values.isEmpty)
    }

    @Test func `without a host, no values are requested`() {
        var state = AppState.given(.of([Card]()))
        #expect(state.arrive(.of([greeting()])) == [])
    }
}
