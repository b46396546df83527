import AppCore
import Canvas
import Cards
import Support
import Testing

struct LinkSheetTests {
    private func card(with address: String) -> AppState {
        .given(card("c1", buttons(("Read", .openLink(url: address)))))
    }

    private func card(_ id: String, _ component: Card.Component) -> Card {
        makeCard(id, body: makeBody(components: [component]))
    }

    @Test func `if no program opens links, they are shown and copied`() {
        var state = card(with: "https://example.org/a?b=1")
        state.settings.features.opensLinks = false
        #expect(state.press("1") == [.export(.copyLink("https://example.org/a?b=1"))])
        let sheet = MessageOverlay(title: "Link", text: "https://example.org/a?b=1", link: "https://example.org/a?b=1")
        #expect(state.overlays == [.message(sheet)])
        _ = update(&state, .export(.linkCopied(true)), at: .fixed)
        #expect(state.toast == "Link copied")
        #expect(state.press("esc") == [])
        #expect(state.overlays.isEmpty)
    }

    @Test func `if the terminal cannot copy, a message says so and the link is shown`() {
        var state = card(with: "https://example.org")
        state.settings.features.opensLinks = false
        _ = state.press("1")
        _ = update(&state, .export(.linkCopied(false)), at: .fixed)
        #expect(state.toast == Strings.Link.notCopied)
        #expect(!state.overlays.isEmpty)
    }

    @Test func `a link that no program could open is shown and copied too`() {
        var state = card(with: "https://example.org")
        #expect(state.press("1") == [.openLink("https://example.org")])
        let effects = update(&state, .export(.linkNotOpened("https://example.org")), at: .fixed)
        #expect(effects == [.export(.copyLink("https://example.org"))])
        #expect(!state.overlays.isEmpty)
    }

    @Test(arguments: ["javascript:alert(1)", "https://x/\u{1B}]52;c;!\u{07}"])
    func `a refused link is neither shown nor copied`(address: String) {
        var state = card(with: address)
        state.settings.features.opensLinks = false
        #expect(state.press("1") == [])
        #expect(state.overlays.isEmpty)
    }
}
