import AppCore
import Canvas
import Cards
import Support
import Testing

import struct Foundation.Date

/// The events that the screen reports.
@Suite struct ReportTests {
    private static let details = Card.Subview(title: "Details", components: [.headline(Card.Headline(text: "More"))])

    /// A state with one card on the screen, without the reports of its first frame.
    private func given(_ card: Card) -> AppState {
        var state = AppState.given(card)
        _ = state.drainReports()
        return state
    }

    private func kinds(_ state: inout AppState) -> [SDKEvent.Kind] { state.drainReports().map(\.detail.kind) }

    /// Symbols: event-streamDisplayed
    @Test func `a container is displayed with its first cards, and again when it is returned to`() {
        var state = AppState.given(["a", "b"])
        let reports = state.drainReports()
        #expect(reports.map(\.detail) == [.streamDisplayed])
        #expect(reports.first?.streamID == ops && reports.first?.card == nil)
        #expect(reports.first?.stream == .init(length: 2, visible: 2, mode: .stream))
        state.draw()
        #expect(state.drainReports() == [])
        // Switches to another screen, and back.
        _ = state.adopt(FrameReport(size: state.size))
        #expect(state.drainReports() == [])
        state.draw()
        #expect(kinds(&state) == [.streamDisplayed])
    }

    /// Symbols: event-redirect-detail
    @Test func `a link event says what opened it`() {
        let button = Card.ButtonAction.openLink(url: "https://example.org/1")
        var state = given(card("c1", buttons(("Open", button))))
        state.settings.features.opensLinks = true
        _ = state.press("1")
        let reports = state.drainReports()
        let source = SDKEvent.RedirectSource.linkButton
        #expect(reports.map(\.detail) == [.userRedirected(to: .url("https://example.org/1"), by: source)])
        #expect(reports.first?.card?.id == "c1" && reports.first?.stream?.position == 0)

        let action = Card.Media.ImageAction.openLink(url: "https://example.org/3")
        var image = given(
            card("c1", .media(Card.Media(kind: .image, url: "https://example.org/a.png", action: action))))
        image.settings.features.opensLinks = true
        _ = image.press("tab", "enter")
        #expect(
            image.drainReports().map(\.detail) == [
                .userRedirected(to: .url("https://example.org/3"), by: SDKEvent.RedirectSource.image)
            ])

        var shown = given(card("c1", buttons(("Open", button))))
        shown.settings.features.opensLinks = false
        _ = shown.press("1")
        // The address is only shown and not opened, so nothing is reported.
        #expect(shown.drainReports() == [])
    }

    /// Symbols: event-userRedirected
    @Test func `a payload is reported as a redirection by a button, an image or a delivered submit`() {
        let payload: JSONObject = ["screen": "home"]
        var state = given(card("c1", buttons(("Go", .passPayload(payload)))))
        _ = state.press("1")
        #expect(state.drainReports().map(\.detail) == [.userRedirected(to: .payload(payload), by: .linkButton)])

        let submit = Card.ButtonAction.submit(.init(buttonName: "ok", then: .payload(payload)))
        state = given(card("c1", buttons(("OK", submit))))
        _ = state.press("1")
        #expect(state.drainReports() == [])
        let response = CardResponse.submit(buttonName: "ok", values: [:])
        _ = update(&state, .responseSettled("c1", response, .delivered), at: .fixed(1))
        #expect(state.drainReports().map(\.detail) == [.userRedirected(to: .payload(payload), by: .submitButton)])

        let image = Card.Media(kind: .image, url: "https://example.org/a.png", action: .passPayload(payload))
        state = given(card("c1", .media(image)))
        _ = state.press("tab", "enter")
        #expect(state.drainReports().map(\.detail) == [.userRedirected(to: .payload(payload), by: .image)])
    }

    /// Symbols: event-cardSubviewDisplayed, event-cardSubviewExited
    @Test func `a subview is displayed and left`() {
        let more = card(
            "c1", subviews: ["more": Self.details], buttons(("More", .openSubview(id: "more"))))
        var state = given(more)
        _ = state.press("1")
        let opened = state.drainReports()
        #expect(opened.map(\.detail) == [.cardSubviewDisplayed])
        #expect(opened.first?.view == .init(subviewID: "more", subviewTitle: "Details"))
        #expect(opened.first?.card?.viewState == .subview)
        state.draw()
        _ = state.press("esc")
        let left = state.drainReports()
        #expect(left.map(\.detail) == [.cardSubviewExited] && left.first?.view.subviewID == "more")
        _ = state.press("esc")
        #expect(state.drainReports() == [])
        // The exit is also reported when the card itself is gone.
        _ = state.press("1")
        _ = state.drainReports()
        _ = update(&state, .feedArrived(main, .of(["other"])), at: .fixed(1))
        let gone = state.drainReports()
        #expect(gone.map(\.detail) == [.cardSubviewExited])
        #expect(gone.first?.card?.id == "c1" && gone.first?.view.subviewID == "more")
    }

    /// Symbols: event-snoozeOptionsDisplayed, event-snoozeOptionsCanceled
    @Test func `snooze options are reported as displayed, and as cancelled only if nothing was chosen`() {
        var state = given(card("c1"))
        _ = state.press("s")
        #expect(kinds(&state) == [.snoozeOptionsDisplayed])
        _ = state.press("esc")
        #expect(kinds(&state) == [.snoozeOptionsCanceled])
        _ = state.press("s")
        _ = state.drainReports()
        _ = state.press("enter")
        #expect(kinds(&state) == [])
    }

    /// Symbols: event-source
    @Test func `an answer event names the element that gave it`() {
        var state = given(card("c1", buttons(("Away", .dismiss))))
        _ = state.press("1")
        #expect(state.place(of: "c1").source == SDKEvent.ActionSource.cardButton)
        state = given(card("c1"))
        _ = state.press("+")
        #expect(state.place(of: "c1").source == .unknown)
        state = given(card("c1"))
        _ = state.press("m")
        _ = state.press("enter")
        #expect(state.place(of: "c1").source == .overflow)
        #expect(state.place(of: "c1").stream == .init(length: 1, visible: 1, position: 0, mode: .stream))
    }

    @Test func `answers to many cards report what was shown, without a position`() {
        let state = AppState.given(["a", "b", "c"])
        let plan = BulkPlan(action: .dismiss, container: main, stream: ops, cards: ["a", "b"], skipped: 0)
        #expect(state.place(of: plan).stream == .init(length: 3, visible: 3, mode: .stream))
        #expect(state.place(of: plan).view == .own)
    }

    /// Symbols: variable-analytics
    @Test func `values of variables are always reported, and sent only if the container says so`() {
        var state = given(card("c1"))
        for isSent in [false, true] {
            state.containers[0].options.reportsVariables = isSent
            let values = ["name": "Ana"]
            _ = update(&state, .variablesResolved(main, ["c1": values]), at: .fixed(1))
            let reports = state.drainReports()
            #expect(reports.map(\.detail) == [.runtimeVarsUpdated(values: values, isSent: isSent)])
            #expect(reports.map(\.isAnalytics) == [isSent])
        }
    }
}
