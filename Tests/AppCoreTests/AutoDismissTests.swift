import AppCore
import Canvas
import Cards
import Support
import Testing

import struct Foundation.Date

/// Cards that dismiss themselves.
@Suite struct AutoDismissTests {
    private let dismissal = Effect.respond("c1", ops, .dismiss)

    private func given(_ components: Card.Component...) -> AppState {
        var note = card("c1", .text(Card.TextBlock(text: "A note")))
        note.body.components += components
        note.body.autoDismiss = 15
        return AppState.given(note)
    }

    private func pass(_ seconds: Double, _ state: inout AppState) -> Bool {
        let effects = update(&state, .timePassed, at: .fixed(seconds))
        state.draw()
        return effects.contains(dismissal)
    }

    @Test func `a card is dismissed after it was visible for its time`() {
        var state = given()
        #expect(!pass(0.5, &state))
        #expect(state.nextDeadline == .fixed(15))
        #expect(!pass(14.9, &state))
        #expect(pass(15, &state))
        // The dismissal has already been sent.
        #expect(!pass(40, &state))
    }

    @Test func `the time restarts after the user interacts with the card`() {
        var state = given(buttons(("Yes", .dismiss)))
        _ = update(&state, .timePassed, at: .fixed(10))
        _ = state.press("tab")
        state.draw()
        #expect(!pass(16, &state))
        _ = state.press("esc")
        state.draw()
        #expect(!pass(25, &state))
        #expect(pass(40, &state))
    }

    @Test func `the time does not run behind a sheet`() {
        var state = given()
        _ = state.press("?")
        state.draw()
        #expect(!pass(100, &state))
    }

    @Test func `a card without a time is not dismissed`() {
        var state = AppState.given(["c1"])
        #expect(!pass(10_000, &state))
    }
}
