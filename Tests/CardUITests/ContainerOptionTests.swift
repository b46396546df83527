import AppCore
import Canvas
import CardUI
import Cards
import Support
import Testing
import Theming

/// What the options of a container change on the screen.
struct ContainerOptionTests {
    private func state(
        _ kind: ContainerModel.Kind = .vertical, cards: [Card] = Fixture.many,
        changing change: (inout ContainerOptions) -> Void
    ) -> AppState {
        var state = AppState(
            size: Size(columns: 160, rows: 40), now: .fixed,
            containers: [ContainerModel(id: ContainerID("it"), kind: kind, streamID: StreamID("it"))],
            syncStatus: SyncStatus(connection: .live))
        state.launch = .ready
        state.show(cards)
        change(&state.containers[0].options)
        return state
    }

    /// Symbols: ui-elements
    @Test func `without a header, a container has one more row for cards`() throws {
        var with = state { _ in }
        var without = state { $0.hasHeader = false }
        let ((drawn, report), (less, lower)) = (draw(&with, theme: .plain), draw(&without, theme: .plain))
        #expect(drawn.plainText.contains("Cards  1 / 15") && !less.plainText.contains("Cards  1 / 15"))
        #expect(lower.containers[0].viewport.size.rows > report.containers[0].viewport.size.rows)
    }

    /// Symbols: ui-elements
    @Test func `the footer's text is below the cards, and not shown without cards`() {
        for (kind, cards, isShown) in [
            (ContainerModel.Kind.vertical, Fixture.many, true), (.vertical, [], false),
            (.horizontal, Fixture.many, false), (.single, Fixture.many, false), (.modal, Fixture.many, false),
        ] {
            var state = state(kind, cards: cards) { $0.footerMessage = "That is all" }
            #expect(draw(&state, theme: .plain).0.plainText.contains("That is all") == isShown, "\(kind)")
        }
        var off = state { options in
            options.footerMessage = "That is all"
            options.elements.remove(.footerMessage)
        }
        #expect(!draw(&off, theme: .plain).0.plainText.contains("That is all"))
    }

    /// Symbols: card-width
    @Test(arguments: [30, 44, 60]) func `cards of a strip are as wide as configured`(columns: Int) throws {
        var state = state(.horizontal) { $0.cardWidth = columns }
        let (surface, _) = draw(&state, theme: .plain)
        let top = try #require((0..<40).map { surface.text(row: $0) }.first { $0.contains("╮") })
        let card = try #require(top.firstMatch(of: #/╭[^╮]*╮/#))
        #expect(card.0.count == columns, "\(top)")
    }

    /// Symbols: title-align
    @Test func `the title of a strip is centred, or aligned with its cards`() throws {
        for (alignment, columns) in [(ContainerOptions.TitleAlignment.leading, 0...3), (.center, 60...80)] {
            var state = state(.horizontal) { $0.titleAlignment = alignment }
            let title = draw(&state, theme: .plain).0.text(row: 0)
            let start = try #require(title.firstRange(of: "Cards")).lowerBound
            #expect(columns.contains(title.distance(from: title.startIndex, to: start)), "\(title)")
        }
    }

    /// Symbols: empty-style
    @Test func `an empty strip says so, or takes no space if configured`() {
        for (style, isShown) in [(ContainerOptions.EmptyStyle.standard, true), (.shrink, false)] {
            var state = AppState.desk(Size(columns: 120, rows: 40))
            state.containers[0].window = CardWindow(hasEverHadCard: true)
            state.containers[0].options.emptyStyle = style
            let (surface, report) = draw(&state, theme: .plain)
            #expect(surface.plainText.contains("Highlights") == isShown, "\(surface.plainText)")
            #expect((report.container(ContainerID("strip")) != nil) == isShown)
        }
    }

    /// Symbols: media-heights
    @Test(arguments: [(Card.Media.Height.tall, 12), (.medium, 7), (.short, 3), (.original, 40)])
    func `the space for a picture has the height that the card states, and a banner fills it`(
        height: Card.Media.Height, rows: Int
    ) throws {
        for layout in [Card.Media.Layout.inline, .banner] {
            let image = Card.Media(
                kind: .image, url: "https://example.com/plan.png", layout: layout, height: height)
            var state = state(cards: [makeCard("c1", body: makeBody(components: [.media(image)]))]) { _ in }
            state.settings.features.pictures = .symbols
            let (_, report) = draw(&state, theme: .plain)
            #expect(report.pictures.map(\.box.rows) == [rows])
            // An image with its original height is shown completely.
            #expect(report.pictures.map(\.isFilling) == [layout == .banner && height != .original])
        }
    }
}
