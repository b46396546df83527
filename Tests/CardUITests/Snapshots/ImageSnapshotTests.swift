import Canvas
import Cards
import Support
import Testing
import Theming

@testable import AppCore
@testable import CardUI

/// Pictures in every layout.
struct ImageSnapshotTests {
    private static let plan = "Floor plan with the rooms marked"
    private static let source = "https://example.com/plan.png"

    /// Symbols: media-heights
    private static let media: [Card.Media] = [
        Card.Media(
            kind: .image, url: source, layout: .banner, height: Card.Media.Height.short, alternativeText: plan,
            action: .doNothing),
        Card.Media(kind: .image, url: source, label: "The rooms", height: .medium, alternativeText: plan),
        Card.Media(
            kind: .image, url: source, thumbnailURL: "https://example.com/small.png", layout: .thumbnail,
            label: "The rooms", description: "All on the *third* floor, see the [list](https://example.com/list)",
            height: .medium, alternativeText: plan),
        Card.Media(
            kind: .video, url: "https://example.com/tour.mp4", thumbnailURL: "https://example.com/tour.png",
            height: .medium, alternativeText: "The house from the street"),
        Card.Media(kind: .video, url: "https://example.com/tour.mp4", alternativeText: "A video without a preview"),
        Card.Media(kind: .image, url: source, layout: .text, label: "A line of text", alternativeText: plan),
    ]

    /// A picture whose first row is digits, which show its size.
    private func picture(_ request: PictureRequest, rows: Int? = nil) -> Picture {
        let size = Size(
            columns: request.isFilling ? request.box.columns : min(request.box.columns, 20),
            rows: rows ?? request.box.rows)
        let styles = [Style(background: .palette(24)), Style(background: .palette(66))]
        let cells = (0..<size.rows * size.columns).map { index in
            let (row, column) = index.quotientAndRemainder(dividingBy: size.columns)
            let isEdge = row == 0 || column == 0 || row == size.rows - 1 || column == size.columns - 1
            return Cell(glyph: isEdge ? 0x2591 : 0x20, style: styles[isEdge ? 1 : 0], width: 1)
        }
        return Picture(size: size, content: .cells(cells))
    }

    private func state(
        _ size: Size, media: [Card.Media] = Self.media, support: PictureSupport = .symbols, subview: Bool = false
    ) -> AppState {
        var state = Scene.one.state(size)
        let components = media.map { Card.Component.media($0) }
        let body =
            subview
            ? makeBody(components: [], subviews: ["s": Card.Subview(title: "More", components: components)])
            : makeBody(components: components)
        state.show([makeCard("media", body: body)])
        if subview { state.containers[0].openSubviews = [CardID("media"): "s"] }
        state.settings.features.pictures = support
        return state
    }

    private func fill(_ state: inout AppState, _ answer: (PictureRequest) -> PictureState) -> FrameReport {
        let (_, report) = draw(&state)
        for request in Set(report.pictures) {
            _ = update(&state, .pictureSettled(request, answer(request)), at: .fixed)
        }
        return report
    }

    private func draw(_ state: inout AppState) -> (Surface, FrameReport) {
        CardUITests.draw(&state, theme: .scopes)
    }

    /// Symbols: media-heights
    @Test func `every layout equals its snapshot`() throws {
        var state = state(Size(columns: 80, rows: 50))
        state.containers[0].focus = .media(1)
        let (waiting, _) = draw(&state)
        try expectScreen(waiting, named: "pictures-waiting.80x50")
        _ = fill(&state) { .ready(picture($0)) }
        let (surface, _) = draw(&state)
        try expectScreen(surface, named: "pictures.80x50")
    }

    @Test func `the space for a picture is reserved, so that nothing moves when it arrives`() throws {
        var state = state(Size(columns: 80, rows: 60))
        let (_, before) = draw(&state)
        _ = fill(&state) { .ready(picture($0)) }
        let (_, after) = draw(&state)
        #expect(before.containers[0].cards[0].height == after.containers[0].cards[0].height)
        #expect(before.pictures == after.pictures)
    }

    @Test func `only the card whose picture arrived is laid out again`() throws {
        let (theme, _) = try ThemeLoader.load("dark", depth: .ansi16)
        var state = Scene.one.state(Size(columns: 80, rows: 60))
        state.show(
            (0..<3).map { number in
                makeCard(
                    "c\(number)",
                    body: makeBody(components: [
                        .media(Card.Media(kind: .image, url: "https://example.com/\(number)", height: .short))
                    ]))
            })
        state.settings.features.pictures = .symbols
        var cache = LayoutCache()
        let (_, report) = CardUITests.draw(&state, theme: theme, cache: &cache)
        #expect(report.pictures.count == 3)
        let made = cache.layoutsMade
        _ = update(&state, .pictureSettled(report.pictures[1], .ready(picture(report.pictures[1]))), at: .fixed)
        _ = CardUITests.draw(&state, theme: theme, cache: &cache)
        #expect(cache.layoutsMade == made + 1)
        _ = CardUITests.draw(&state, theme: theme, cache: &cache)
        #expect(cache.layoutsMade == made + 1)
    }

    @Test func `the original height is that of the picture`() throws {
        var state = state(
            Size(columns: 80, rows: 60), media: [Card.Media(kind: .image, url: Self.source, height: .original)])
        let (_, before) = draw(&state)
        let report = fill(&state) { .ready(picture($0, rows: 30)) }
        #expect(report.pictures[0].box.rows > 30)
        let (_, after) = draw(&state)
        #expect(after.containers[0].cards[0].height == before.containers[0].cards[0].height + 18)
    }

    @Test func `a picture that cannot be loaded is replaced by its text and the reason`() throws {
        var state = state(Size(columns: 80, rows: 60))
        _ = fill(&state) { _ in .failed(reason: "the file is damaged") }
        let (surface, report) = draw(&state)
        let text = (0..<60).map { surface.text(row: $0) }.joined(separator: "\n")
        #expect(text.contains(Self.plan))
        #expect(text.contains("No image: the file is damaged"))
        // A picture that cannot be loaded needs no room and is not requested again.
        #expect(report.pictures.isEmpty)
    }

    @Test func `without picture support, pictures are texts and nothing is requested`() throws {
        var state = state(Size(columns: 80, rows: 60), support: .none)
        let (_, report) = draw(&state)
        #expect(report.pictures.isEmpty)
    }

    @Test func `only visible pictures are requested, including clipped ones`() throws {
        let images = (0..<6).map { Card.Media(kind: .image, url: "https://example.com/\($0)") }
        var state = state(Size(columns: 80, rows: 30), media: images)
        let (_, top) = draw(&state)
        #expect(
            top.pictures.map(\.address)
                == (0..<3).map { "https://example.com/\($0)" }.prefix(top.pictures.count).map { $0 })
        #expect((2...3).contains(top.pictures.count))
        state.containers[0].scrollIntent = .lines(20)
        let (_, below) = draw(&state)
        #expect(below.pictures.first?.address == "https://example.com/1")
    }

    @Test func `a banner fills the card's width, but not in a subview`() throws {
        let banner = [Card.Media(kind: .image, url: Self.source, layout: .banner)]
        var top = state(Size(columns: 80, rows: 30), media: banner)
        #expect(draw(&top).1.pictures.first?.isFilling == true)
        var sub = state(Size(columns: 80, rows: 30), media: banner, subview: true)
        #expect(draw(&sub).1.pictures.first?.isFilling == false)
    }

    @Test func `a thumbnail uses its own address, or that of the image`() throws {
        let media = [
            Card.Media(kind: .image, url: "https://a/b", thumbnailURL: "https://a/t", layout: .thumbnail),
            Card.Media(kind: .image, url: "https://a/c", layout: .thumbnail),
            Card.Media(kind: .image, url: "https://a/d", thumbnailURL: "https://a/t", layout: .inline),
        ]
        var state = state(Size(columns: 80, rows: 60), media: media)
        #expect(draw(&state).1.pictures.map(\.address) == ["https://a/t", "https://a/c", "https://a/d"])
    }

    @Test func `without colours, the focus on a picture is still visible`() throws {
        let (theme, _) = try ThemeLoader.load("dark", depth: .none)
        var media = Self.media
        media[1].showsActionLabel = false
        var state = state(Size(columns: 80, rows: 60), media: media)
        _ = fill(&state) { .ready(picture($0)) }
        let (plain, _) = CardUITests.draw(&state, theme: theme)
        for position in 1...5 {
            state.containers[0].focus = .media(position)
            let (focused, _) = CardUITests.draw(&state, theme: theme)
            // All rows except the footer, which also shows what Enter does.
            let changed = (0..<59).filter { plain.text(row: $0) != focused.text(row: $0) }
            #expect(changed.count == 1, "media \(position)")
            #expect(changed.first.map { focused.text(row: $0).contains("▸") } == true, "media \(position)")
        }
    }

    @Test func `every row of a picture that can be pressed can be clicked`() throws {
        var state = state(Size(columns: 80, rows: 60))
        _ = fill(&state) { .ready(picture($0)) }
        let (_, report) = draw(&state)
        var rows: [Int: Int] = [:]
        for hit in report.hits {
            if case .element(_, _, .media(let position)) = hit.target { rows[position, default: 0] += 1 }
        }
        #expect(rows[0] == nil)
        // Seven rows of picture, one of the label and one of the action.
        #expect(rows[1] == 9)
        #expect(rows[3] == 8)
    }
}
