import Canvas
import Cards
import Support
import Testing

@testable import AppCore

struct LinkTests {
    private static let components: [Card.Component] = [
        .text(Card.TextBlock(text: "[a](https://a) and [b](javascript:b)")),
        .buttons(Card.ButtonContainer(buttons: [Card.Button(text: "Go", action: .doNothing)])),
        .text(Card.TextBlock(text: "[c](https://c)")),
    ]
    private static let links = [
        CardReport.Link(position: 0, address: "https://a"), CardReport.Link(position: 0, address: "javascript:b"),
        CardReport.Link(position: 2, address: "https://c"),
    ]

    private func given() -> AppState {
        var state = AppState.given(makeCard("linked", body: makeBody(components: Self.components)))
        state.setLinks(Self.links)
        return state
    }

    @Test func `tab visits links and buttons in reading order, and enter opens`() {
        var state = given()
        var visited: [FocusTarget?] = []
        for _ in 0..<5 {
            _ = state.press("tab")
            state.setLinks(Self.links)
            visited.append(state.containers[0].focus)
        }
        #expect(visited == [.link(0), .link(1), .button(0), .link(2), .link(0)])
        #expect(state.press("enter") == [.openLink("https://a")])
        #expect(state.toast == "Link: https://a")
    }

    @Test(arguments: [true, false])
    func `a host program is notified of links and videos, and may open them itself`(opens: Bool) throws {
        var state = given()
        state.settings.isEmbedded = true
        state.containers[0].options.opensLinks = opens
        let told = Effect.emit(main, .linkPressed("linked", url: "https://a"))
        _ = state.press("tab")
        state.setLinks(Self.links)
        #expect(state.press("enter") == (opens ? [told, .openLink("https://a")] : [told]))
        #expect(state.toast == (opens ? "Link: https://a" : nil))
        let card = try #require(state.containers[0].selectedCard)
        let effects = state.play("https://a", of: card)
        #expect(effects.first == told && effects.count == (opens ? 2 : 1))
        state.settings.features.opensLinks = false
        #expect(
            state.open("https://a", of: card.id, by: .text)
                == (opens ? [told, .export(.copyLink("https://a"))] : [told]))
    }

    @Test func `a source that tracks links is notified of links in texts, however they are opened`() {
        var status = SyncStatus.online
        status.capabilities = SourceCapabilities(actions: [], followsLinks: true)
        let followed = [Effect.followLink("https://a", of: "linked", in: ops)]
        for keys in [["tab", "enter"], ["2"], ["o"]] {
            var state = given()
            _ = update(&state, .syncStatusChanged(status), at: .fixed)
            for key in keys.dropLast() { _ = state.press(key) }
            state.setLinks(Self.links)
            #expect(state.press(keys[keys.count - 1]) == followed, "\(keys)")
        }
        var button = AppState.given(card("c1", buttons(("Go", .openLink(url: "https://b")))))
        _ = update(&button, .syncStatusChanged(status), at: .fixed)
        #expect(button.press("1") == [.openLink("https://b")])
    }

    @Test func `links continue the numbers of the buttons`() {
        var state = given()
        #expect(state.press("1") == [])
        #expect(state.containers[0].focus == .button(0))
        state.setLinks(Self.links)
        #expect(state.press("2") == [.openLink("https://a")])
        state.setLinks(Self.links)
        #expect(state.press("4") == [.openLink("https://c")])
        state.setLinks(Self.links)
        #expect(state.press("5") == [])
        #expect(state.toasts.current?.text == "This card has no button or link 5")
    }

    @Test func `a click opens a link`() {
        var state = given()
        let target = HitRegion.Target.element(main, CardID("linked"), .link(2))
        state.frames.last.hits = [HitRegion(rect: .init(column: 0, row: 0, columns: 5, rows: 1), target: target)]
        #expect(update(&state, .clicked(.init(column: 2, row: 0)), at: .fixed) == [.openLink("https://c")])
    }

    @Test func `a pressed button shows it for a moment`() {
        var state = given()
        _ = state.press("1")
        #expect(state.pressed?.position == 0)
        #expect(state.nextDeadline == state.pressed?.until)
        _ = update(&state, .timePassed, at: .fixed(0.1))
        #expect(state.pressed != nil)
        _ = update(&state, .timePassed, at: .fixed(0.151))
        #expect(state.pressed == nil)
    }

    @Test func `variables are resolved in all components of a card`() {
        let button = Card.Button(text: "Pay {{amount}}", action: .doNothing)
        let card = makeCard(
            body: makeBody(
                components: [.buttons(Card.ButtonContainer(buttons: [button]))],
                variables: [RuntimeVariable(name: "amount", defaultValue: "12 EUR")]))
        let state = AppState.given(card)
        let components = state.containers[0].components(of: card)
        #expect(FocusTarget.buttons(in: components).map(\.text) == ["Pay 12 EUR"])
    }
}

extension AppState {
    /// Sets which links the frame shows on the first card.
    fileprivate mutating func setLinks(_ links: [CardReport.Link]) {
        frames.last.containers[0].cards[0].links = links
    }
}
