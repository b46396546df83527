import AppCore
import Canvas
import Cards
import Support
import Testing

struct MediaTests {
    private static let source = "https://example.org/a.png"

    private func given(_ media: [Card.Media], subviews: [String: Card.Subview] = [:]) -> AppState {
        .given(makeCard(body: makeBody(components: media.map { .media($0) }, subviews: subviews)))
    }

    /// Symbols: image-link
    static let presses: [(Card.Media, [Effect])] = [
        (Card.Media(kind: .image, url: source), [.openLink(source)]),
        (Card.Media(kind: .image, url: source, action: Card.Media.ImageAction.openSource), [.openLink(source)]),
        (Card.Media(kind: .image, url: source, action: .openLink(url: "https://b")), [.openLink("https://b")]),
        (Card.Media(kind: .image, url: source, action: .openLink(url: "javascript:b")), []),
        (Card.Media(kind: .image, url: "file:///etc/passwd"), []),
        (
            Card.Media(kind: .image, url: source, action: .passPayload(["a": .bool(true)])),
            [.passPayload(CardID("c1"), ["a": .bool(true)], from: .image)]
        ),
        (Card.Media(kind: .image, url: source, action: .unknown(type: "dance", [:])), []),
        // A video plays, whatever the action of an image would do.
        (
            Card.Media(kind: .video, url: "https://example.org/a.mp4", action: .doNothing),
            [.playVideo(Video(address: "https://example.org/a.mp4", card: CardID("c1"), stream: StreamID("ops")))]
        ),
    ]

    @Test func `a video without a web address is refused with the reason`() {
        var state = given([Card.Media(kind: .video, url: "file:///etc/passwd")])
        _ = state.press("tab")
        #expect(state.press("enter") == [])
        #expect(state.toasts.current?.kind == .failure)
    }

    /// Symbols: image-link
    @Test(arguments: presses)
    func `enter runs the action of the picture`(_ media: Card.Media, _ effects: [Effect]) {
        var state = given([media])
        _ = state.press("tab")
        #expect(state.containers[0].focus == .media(0))
        #expect(state.press("enter") == effects)
        #expect(state.containers[0].focus == .media(0))
    }

    @Test func `a failure to open is reported`() {
        var state = given([Card.Media(kind: .image, url: "file:///etc/passwd")])
        _ = state.press("tab")
        _ = state.press("enter")
        #expect(state.toasts.current?.kind == .failure)
    }

    @Test func `an image without an action gets no focus`() {
        var state = given([
            Card.Media(kind: .image, url: Self.source, action: .doNothing), Card.Media(kind: .video, url: Self.source),
        ])
        _ = state.press("tab")
        #expect(state.containers[0].focus == .media(1))
        _ = state.press("tab")
        #expect(state.containers[0].focus == .media(1))
    }

    @Test func `an image leads to a subview and back`() {
        var state = given(
            [Card.Media(kind: .image, url: Self.source, action: .openSubview(id: "more"))],
            subviews: ["more": Card.Subview(title: "More", components: [])])
        _ = state.press("tab")
        _ = state.press("enter")
        #expect(state.containers[0].openSubviews == [CardID("c1"): "more"])
        _ = state.press("esc")
        #expect(state.containers[0].openSubviews == [:])
        #expect(state.containers[0].focus == .media(0))
    }

    @Test func `a click on a picture runs its action`() {
        var state = given([Card.Media(kind: .image, url: Self.source)])
        let target = HitRegion.Target.element(main, CardID("c1"), .media(0))
        state.frames.last.hits = [HitRegion(rect: .init(column: 0, row: 0, columns: 5, rows: 1), target: target)]
        #expect(update(&state, .clicked(.init(column: 2, row: 0)), at: .fixed) == [.openLink(Self.source)])
    }

    @Test func `an update that removes the picture removes the focus`() {
        var state = given([Card.Media(kind: .image, url: Self.source)])
        _ = state.press("tab")
        _ = state.arrive(.of([makeCard()]))
        #expect(state.containers[0].focus == nil)
    }
}
