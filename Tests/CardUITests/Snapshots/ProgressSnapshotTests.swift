import AppCore
import Canvas
import CardUI
import Cards
import Support
import Testing
import Theming

import struct Foundation.Date

/// Snapshots of a form that is being sent, and of a link that is shown. `RECORD_SCREENS=1` records them again.
struct ProgressSnapshotTests {
    private func given(_ action: Card.ButtonAction, _ size: Size) -> AppState {
        let button = Card.Component.buttons(Card.ButtonContainer(buttons: [Card.Button(text: "Go", action: action)]))
        let card = makeCard(
            "claim", body: makeBody(components: [.headline(Card.Headline(text: "Expenses of May")), button]))
        var state = Scene.one.state(size)
        state.show([card, Fixture.expense])
        return state
    }

    /// The progress is in the line of toasts: once without room for all words, once with. On larger screens the line is
    /// as wide as the card.
    @Test(arguments: [(true, Size(columns: 40, rows: 12)), (false, Size(columns: 60, rows: 20))])
    func `a form that is being sent says so`(isOnline: Bool, size: Size) throws {
        var state = given(.submit(.init(buttonName: "send")), size)
        if !isOnline { state.syncStatus.connection = .offline(since: .fixed, .noConnection(server: nil)) }
        state.syncStatus.waitingActions = 1
        _ = update(&state, .command(.pressButton(1)), at: .fixed)
        _ = update(&state, .timePassed, at: .fixed(0.3))
        try expectScreen(
            draw(&state, theme: .scopes).0,
            named: "sending-\(isOnline ? "online" : "offline").\(size.columns)x\(size.rows)")
    }

    @Test func `a link that no program opens is shown completely`() throws {
        var state = given(
            .openLink(
                url:
                    "https://example.org/reports/2026/expenses/may?view=details&department=research&sort=date"
            ),
            Size(columns: 60, rows: 20))
        state.settings.features.opensLinks = false
        state.settings.features.hasHyperlinks = true
        _ = update(&state, .command(.pressButton(1)), at: .fixed)
        _ = update(&state, .export(.linkCopied(true)), at: .fixed)
        try expectScreen(draw(&state, theme: .scopes).0, named: "link-shown.60x20")
    }
}
