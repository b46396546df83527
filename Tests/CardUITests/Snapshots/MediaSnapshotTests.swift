import AppCore
import Canvas
import CardUI
import Cards
import Support
import Testing
import Theming

/// Images and videos in every layout, shown as text.
struct MediaSnapshotTests {
    private static let plan = "Floor plan with the rooms marked"
    private static let source = "https://example.com/plan.png"

    private static let media: [Card.Media] = [
        Card.Media(kind: .image, url: source, layout: .banner, alternativeText: plan),
        Card.Media(kind: .image, url: source, alternativeText: plan, action: .doNothing),
        Card.Media(
            kind: .image, url: source, layout: .thumbnail, label: "The rooms",
            description: "All on the *third* floor, see the [list](https://example.com/list)", alternativeText: plan,
            thumbnailAlternativeText: "A small floor plan"),
        Card.Media(
            kind: .video, url: "https://example.com/tour.mp4", layout: .thumbnail, label: "A walk through the house",
            showsActionLabel: false),
        Card.Media(kind: .video, url: "https://example.com/tour.mp4", alternativeText: "The house from the street"),
        Card.Media(
            kind: .image, url: source, layout: .text, label: "The plan as a picture", alternativeText: plan,
            action: .openSubview(id: "plan")),
        Card.Media(kind: .image, url: source),
    ]

    private func picture(_ size: Size, theme: Theme, focus: FocusTarget?) -> (Surface, FrameReport) {
        var state = Scene.one.state(size)
        state.show([makeCard("media", body: makeBody(components: Self.media.map { .media($0) }))])
        state.containers[0].focus = focus
        return draw(&state, theme: theme)
    }

    @Test func `every layout equals its snapshot`() throws {
        let (surface, _) = picture(Size(columns: 80, rows: 36), theme: .scopes, focus: .media(0))
        try expectScreen(surface, named: "media.80x36")
    }

    @Test func `without colours, the focus is still visible`() {
        let size = Size(columns: 80, rows: 36)
        for position in [0, 2, 3, 4, 5, 6] {
            let (plain, _) = picture(size, theme: .plain, focus: nil)
            let (focused, _) = picture(size, theme: .plain, focus: .media(position))
            // All rows except the footer, which also shows what Enter does.
            let changed = (0..<size.rows - 1).filter { plain.text(row: $0) != focused.text(row: $0) }
            #expect(changed.count == 1, "media \(position)")
            #expect(changed.first.map { focused.text(row: $0).contains("▸") } == true, "media \(position)")
        }
    }

    @Test func `elements that can be pressed can be clicked on every row, and nothing else can`() {
        let (_, report) = picture(Size(columns: 80, rows: 36), theme: .plain, focus: nil)
        var positions: Set<Int> = []
        for hit in report.hits {
            if case .element(_, _, .media(let position)) = hit.target { positions.insert(position) }
        }
        #expect(positions == [0, 2, 3, 4, 5, 6])
    }
}
