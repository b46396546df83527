import AppCore
import Canvas
import CardUI
import Cards
import Support
import Testing
import Theming

/// Snapshots of images as icons, in every place where an icon can be. `RECORD_SCREENS=1` records them again.
struct IconSnapshotTests {
    /// Symbols: icons
    private static func icon(_ name: String?, _ file: String) -> Card.Icon {
        Card.Icon(name: name, url: "https://example.com/\(file).svg")
    }

    private static let card = makeCard(
        "icons",
        body: makeBody(components: [
            .category(Card.Category(text: "Icons", subText: "as images", icon: icon("star", "category"))),
            .headline(Card.Headline(text: "A headline", icon: icon(nil, "headline"))),
            .text(
                Card.TextBlock(
                    text: "A text that goes on for so long that it needs a second row.", icon: icon("check", "text"))),
            .list(
                Card.ListBlock(items: [
                    .init(text: "with an image", icon: icon("check", "item")),
                    .init(text: "without", icon: Card.Icon(name: "bolt")), .init(text: "nothing"),
                ])),
            .input(
                Card.Input(
                    name: "place", label: "Place", labelLayout: .inline, icon: icon("flag", "input"),
                    kind: .text(defaultValue: "", numberOfLines: 1))),
            .input(
                Card.Input(
                    name: "note", label: "Note", icon: icon("flag", "input"),
                    kind: .text(defaultValue: "", numberOfLines: 1))),
            .input(
                Card.Input(name: "often", label: "Often", icon: icon(nil, "input"), kind: .toggle(defaultValue: true))),
            .buttons(
                Card.ButtonContainer(buttons: [
                    Card.Button(text: "Send", icon: icon("check", "button"), action: .doNothing),
                    Card.Button(text: "Later", icon: icon(nil, "button"), style: .secondary, action: .doNothing),
                ])),
        ]))

    private func state(_ size: Size, support: PictureSupport = .symbols) -> AppState {
        var state = Scene.one.state(size)
        state.show([Self.card])
        state.settings.features.pictures = support
        return state
    }

    private func theme(_ name: String = "dark", _ depth: ColorDepth = .ansi16) throws -> Theme {
        try ThemeLoader.load(name, depth: depth).0
    }

    /// One half has a colour of its own, the other shows the background.
    private static func picture() -> Picture {
        Picture(
            size: Size(columns: 2, rows: 1),
            content: .cells([
                Cell(glyph: 0x2588, style: Style(foreground: .palette(1)), width: 1),
                Cell(glyph: 0x258C, style: Style(foreground: .palette(3)), width: 1),
            ]))
    }

    private func settle(_ state: inout AppState, _ result: PictureState) {
        let (_, report) = draw(&state, theme: .scopes)
        for request in Set(report.pictures) { _ = update(&state, .pictureSettled(request, result), at: .fixed) }
    }

    /// Symbols: icons
    @Test func `images and their fallbacks equal the snapshots`() throws {
        let size = Size(columns: 80, rows: 24)
        var state = state(size)
        settle(&state, .ready(Self.picture()))
        try expectScreen(draw(&state, theme: .scopes).0, named: "icons.80x24")
        state = self.state(size)
        settle(&state, .failed(reason: "no connection"))
        try expectScreen(draw(&state, theme: .scopes).0, named: "icons-failed.80x24")
    }

    @Test func `nothing moves when an image arrives, and no image is requested if images are off`() throws {
        let size = Size(columns: 80, rows: 24)
        var state = state(size)
        let (before, report) = draw(&state, theme: .scopes)
        #expect(Set(report.pictures.map(\.address)).count == 6)
        settle(&state, .ready(Self.picture()))
        let (after, _) = draw(&state, theme: .scopes)
        for row in 0..<size.rows {
            let words = { (text: String) in text.filter { $0.isLetter } }
            #expect(words(before.text(row: row)) == words(after.text(row: row)))
        }
        var plain = self.state(size, support: .none)
        #expect(draw(&plain, theme: try theme()).1.pictures.isEmpty)
    }

    @Test func `a button's own background is behind its image, also with the focus`() throws {
        var state = state(Size(columns: 80, rows: 24))
        let theme = try theme("dark", .indexed256)
        let (_, report) = draw(&state, theme: theme)
        for request in report.pictures {
            _ = update(&state, .pictureSettled(request, .ready(Self.picture())), at: .fixed)
        }
        for (focus, scope) in [(nil, StyleScope.buttonPrimarySelected), (FocusTarget.button(0), .buttonPrimaryFocused)]
        {
            state.containers[0].focus = focus
            let (surface, _) = draw(&state, theme: theme)
            let row = try #require((0..<24).first { surface.text(row: $0).contains("Send") })
            let cells = (0..<80).compactMap { surface.cell(at: Point(column: $0, row: row)) }
            let cell = try #require(cells.first { $0.glyph == 0x258C && $0.style.foreground == .palette(3) })
            let style = theme[scope]
            let ground = style.attributes.contains(.reverse) ? style.foreground : style.background
            #expect(cell.style.background == ground)
        }
    }

    @Test func `drawings get the colour of the text beside them`() throws {
        var state = state(Size(columns: 80, rows: 24))
        // A theme with its own colours, because the colours of a terminal are only guessed.
        let ink = try theme("ink", .indexed256)
        let (_, report) = draw(&state, theme: ink)
        let inks = Dictionary(report.pictures.map { ($0.address, $0.ink) }) { first, _ in first }
        for (name, scopes) in [("category", Theme.categoryScopes), ("text", [.text]), ("item", [.text])] {
            let colors = try scopes.map { scope in
                let index: UInt8? = if case .palette(let index) = ink[scope].foreground.value { index } else { nil }
                let (red, green, blue) = Color.xterm(try #require(index))
                return Color.rgb(UInt8(red), UInt8(green), UInt8(blue))
            }
            let drawn = try #require(inks["https://example.com/\(name).svg"] ?? nil)
            #expect(colors.contains(drawn.color) && drawn.isOnDark)
        }
        #expect(inks.values.allSatisfy { $0 != nil })
    }

    /// Symbols: icons
    @Test func `drawings and signs have the theme's colour for icons in that place`() throws {
        let places: [(file: String, color: Color)] = [
            ("category", .rgb(255, 200, 1)), ("headline", .rgb(255, 200, 2)), ("text", .rgb(255, 200, 3)),
            ("item", .rgb(255, 200, 3)), ("input", .rgb(255, 200, 4)),
        ]
        let buttons = [Color.rgb(0, 0, 5), .rgb(255, 200, 6)]
        let theme = try PublishedTheme(
            """
            inherits = "ink"
            "card.category.icon" = "one"
            "card.title.icon" = "two"
            "text.icon" = "three"
            "input.label.icon" = "four"
            "button.primary.icon" = "five"
            "button.secondary.icon" = "six"
            [palette.dark]
            one = "#ffc801"
            two = "#ffc802"
            three = "#ffc803"
            four = "#ffc804"
            five = "#000005"
            six = "#ffc806"
            [palette.light]
            one = "#000001"
            two = "#000002"
            three = "#000003"
            four = "#000004"
            five = "#ffffff"
            six = "#000006"
            """
        ).theme(named: "icons", appearance: .dark, depth: .direct)
        var state = state(Size(columns: 80, rows: 24))
        let (_, report) = draw(&state, theme: theme)
        for (file, color) in places {
            let inks = report.pictures.filter { $0.address.hasSuffix("/\(file).svg") }.map { $0.ink?.color }
            #expect(!inks.isEmpty && inks.allSatisfy { $0 == color }, "\(file)")
        }
        let drawn = report.pictures.filter { $0.address.hasSuffix("/button.svg") }.map { $0.ink?.color }
        #expect(drawn == buttons)
        for request in Set(report.pictures) {
            _ = update(&state, .pictureSettled(request, .failed(reason: "no connection")), at: .fixed)
        }
        state.containers[0].focus = .button(1)
        let (surface, _) = draw(&state, theme: theme)
        func style(before words: String) throws -> Style {
            let row = try #require((0..<24).first { surface.text(row: $0).contains(words) })
            let text = surface.text(row: row)
            let start = try #require(text.firstRange(of: words)).lowerBound
            let column = text.distance(from: text.startIndex, to: start) - 2
            let cell = try #require(surface.cell(at: Point(column: column, row: row)))
            #expect("★▫✓ϟ⚑".unicodeScalars.map(\.value).contains(cell.glyph), "\(words)")
            return cell.style
        }
        #expect(try style(before: "Icons").foreground == places[0].color)
        #expect(try style(before: "A headline").foreground == places[1].color)
        #expect(try style(before: "A text that").foreground == places[2].color)
        #expect(try style(before: "with an image").foreground == places[2].color)
        #expect(try style(before: "without").foreground == places[2].color)
        #expect(try style(before: "Often").foreground == places[4].color)
        let primary = try style(before: "Send")
        #expect((primary.attributes.contains(.reverse) ? primary.background : primary.foreground) == buttons[0])
        // The focus is visible on the whole button.
        #expect(try style(before: "Later") == theme[.buttonSecondaryFocused])
    }

    /// Symbols: icons
    @Test func `without pictures, an image is the sign for its name, or the placeholder`() throws {
        var state = state(Size(columns: 80, rows: 24), support: .none)
        let (surface, _) = draw(&state, theme: .scopes)
        let rows = (0..<24).map { surface.text(row: $0) }
        for words in ["★ Icons", "▫ A headline", "✓ A text that", "✓ with an image", "ϟ without", "⚑ Note", "▫ Often"] {
            #expect(rows.contains { $0.contains(words) }, "\(words)")
        }
    }

    @Test func `sixels are never icons, as text is written over them`() throws {
        var state = state(Size(columns: 80, rows: 24), support: PictureSupport(method: .sixel))
        let (_, report) = draw(&state, theme: try theme())
        #expect(Set(report.pictures.map(\.support.method)) == [.symbols])
    }
}
