import AppCore
import Canvas
import Cards
import Support
import Testing
import Theming

@testable import CardUI

/// What colours and fills express, and that nothing is expressed by colour alone.
struct AppearanceTests {
    private static let size = Size(columns: 80, rows: 40)

    private func theme(_ name: String, _ depth: ColorDepth = .direct) throws -> Theme {
        try ThemeLoader.load(name, depth: depth).0
    }

    private func styles(of text: String, in surface: Surface) throws -> [Style] {
        for row in 0..<surface.size.rows {
            let line = surface.text(row: row)
            guard let found = line.firstRange(of: text) else { continue }
            let start = line.distance(from: line.startIndex, to: found.lowerBound)
            return (start..<start + text.count).compactMap { surface.cell(at: Point(column: $0, row: row))?.style }
        }
        Issue.record("no \(text) in\n\(surface.plainText)")
        return []
    }

    // MARK: Sheets

    @Test(arguments: [Scene.help, .palette, .snooze, .prompt, .inspect])
    func `the screen behind a sheet is dimmed`(scene: Scene) throws {
        let theme = try theme("ink")
        let (surface, _) = scene.surface(Size(columns: 200, rows: 60), theme: theme)
        for row in 0..<58 {
            #expect(surface.cell(at: Point(column: 0, row: row))?.style == theme.backdrop, "row \(row)")
        }
        #expect(surface.cell(at: Point(column: 58 + 1, row: 59))?.style != theme.backdrop)
    }

    @Test func `the list of themes leaves the screen as it is, to show their effect`() throws {
        let theme = try theme("ink")
        let (surface, _) = Scene.themes.surface(Size(columns: 200, rows: 60), theme: theme)
        #expect(surface.cell(at: .zero)?.style == theme[.base])
    }

    @Test(arguments: [Scene.help, .palette, .snooze, .prompt, .inspect])
    func `the keys of a sheet are shown only in its frame`(scene: Scene) {
        let (surface, _) = scene.surface(Size(columns: 120, rows: 40), theme: .plain)
        let rows = (0..<40).filter { surface.text(row: $0).contains("esc close") }
        #expect(rows.count == 1, "\(surface.plainText)")
    }

    // MARK: Buttons and fields

    @Test(arguments: ThemeLoader.builtIn, [ColorDepth.none, .ansi16, .direct])
    func `primary and secondary buttons differ by their fill`(name: String, depth: ColorDepth) throws {
        let theme = try theme(name, depth)
        let (surface, _) = Scene.one.surface(Self.size, theme: theme)
        let (primary, secondary) = (
            try styles(of: "1 Approve", in: surface).last, try styles(of: "2 Reject", in: surface).last
        )
        #expect(primary?.attributes.contains(.reverse) == true && secondary?.attributes.contains(.reverse) == false)
    }

    @Test(arguments: ThemeLoader.builtIn, [ColorDepth.none, .ansi16, .direct])
    func `a field shows its width`(name: String, depth: ColorDepth) throws {
        let theme = try theme(name, depth)
        var state = AppState(
            size: Self.size, now: .fixed, containers: [ContainerModel(id: ContainerID("it"), streamID: StreamID("it"))])
        state.launch = .ready
        state.show([Fixture.form])
        let (surface, report) = draw(&state, theme: theme)
        let viewport = try #require(report.containers.first?.viewport)
        let row = try #require((0..<40).first { surface.text(row: $0).contains("12.50") })
        // The field's columns inside the card's frame and padding.
        for column in viewport.minColumn + 2..<viewport.maxColumn - 2 {
            let style = try #require(surface.cell(at: Point(column: column, row: row))?.style)
            #expect(
                style.background != theme[.base].background || style.attributes.contains(.underline), "\(column)")
        }
    }

    // MARK: Colours

    @Test func `a category has the same hue wherever it is shown`() {
        func hue(_ text: String) -> Int { CategoryView.hue(of: Card.Category(text: text)) }
        #expect(hue("Finance") == hue("finance"))
        #expect((0..<6).contains(hue("")))
        let hues = Set(["Deploys", "Finance", "Travel", "People", "Security", "Support", "Reports"].map(hue))
        #expect(hues.count >= 3)
    }

    @Test func `the configuration chooses a category's colour`() throws {
        let theme = try theme("ink")
        var state = Scene.one.state(Self.size)
        let before = try styles(of: "Expenses", in: draw(&state, theme: theme).0)
        #expect(
            before.allSatisfy {
                $0.foreground == theme.category(CategoryView.hue(of: Card.Category(text: "Expenses"))).foreground
            })
        state.settings.categories = ["expenses": "#123456"]
        let after = try styles(of: "Expenses", in: draw(&state, theme: theme).0)
        #expect(after.allSatisfy { $0.foreground == .rgb(0x12, 0x34, 0x56) })
    }

    @Test func `a theme without hues takes the colours of other scopes`() throws {
        let theme = Theme.plain
        #expect((0..<6).allSatisfy { theme.category($0) == theme[.cardCategory] })
    }

    @Test func `the two highest priorities differ by sign and colour, from each other and from the rest`() throws {
        let theme = try theme("ink")
        let cards = [1, 2, 3].map { number in
            makeCard("p\(number)", body: makeBody(title: "Card \(number)", text: "Text.", priority: number))
        }
        var state = Scene.one.state(Self.size)
        state.show(cards)
        let (surface, _) = draw(&state, theme: theme)
        let looks = try ["▲ P1", "△ P2", "─ P3"].map { try styles(of: $0, in: surface).last }
        #expect(Set(looks).count == 3)
        let rest = surface.plainText.split(separator: "P3")[0].suffix(2)
        #expect(!rest.contains("▲") && !rest.contains("△"))
    }
}
