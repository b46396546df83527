import AppCore
import Canvas
import CardUI
import Cards
import Foundation
import Support
import Testing
import Theming

/// Snapshots of themes that change more than colours. `RECORD_SCREENS=1` records them again.
struct ShapeSnapshotTests {
    private func theme(_ text: String, size: TextSize = .standard) throws -> Theme {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try "inherits = \"terminal\"\n\(text)\n".write(
            to: folder.appending(path: "mine.toml"), atomically: true, encoding: .utf8)
        let (theme, problems) = try ThemeLoader.load(
            "mine", searchPaths: [folder.path], depth: .ansi16, textSize: size)
        #expect(problems.isEmpty, "\(problems)")
        return theme
    }

    /// The frames that differ by more than their glyphs: no frame, and one of ASCII characters. The usual frame is in
    /// the snapshots of ``ScreenSnapshotTests`` and ``ContainerSnapshotTests``.
    @Test(arguments: [Border.none, .ascii])
    func `cards and sheets have the theme's frame`(border: Border) throws {
        try expectScreen(cards(border), named: "border-\(border.rawValue).80x24")
    }

    @Test func `a sheet has the theme's frame`() throws {
        try expectScreen(sheet(.ascii), named: "border-ascii-sheet.60x20")
    }

    @Test(arguments: [
        (ContainerModel.Kind.horizontal, Border.ascii), (.modal, .ascii), (.modal, .none),
    ])
    func `containers that are no lists have the theme's frame`(
        kind: ContainerModel.Kind, border: Border
    ) throws {
        try expectScreen(
            container(kind, border), named: "border-\(border.rawValue)-\(kind.rawValue).60x20")
    }

    @Test(arguments: [Border.light, .heavy, .double])
    func `other frames are in the place of the default one, with their own glyphs`(border: Border) throws {
        let usual = try #require(Border.rounded.glyphs)
        let own = try #require(border.glyphs)
        let corners: [(Border.Glyphs) -> Unicode.Scalar] = [
            \.topLeft, \.topRight, \.bottomLeft, \.bottomRight,
        ]
        let draw: [(Border) throws -> Surface] =
            [cards, sheet] + ContainerModel.Kind.allCases.map { kind in { try container(kind, $0) } }
        for draw in draw {
            let (rounded, other) = (try draw(.rounded), try draw(border))
            var count = 0
            for row in 0..<rounded.size.rows {
                for column in 0..<rounded.size.columns {
                    let point = Point(column: column, row: row)
                    let (before, after) = (rounded.text(at: point), other.text(at: point))
                    if let corner = corners.first(where: { String(Character($0(usual))) == before }) {
                        #expect(after == String(Character(corner(own))), "\(point)")
                        count += 1
                    } else if before == String(Character(usual.horizontal)) {
                        #expect(after == before || after == String(Character(own.horizontal)), "\(point)")
                        if after == String(Character(own.horizontal)) { count += 1 }
                    } else if before == String(Character(usual.vertical)) {
                        #expect(after == before || after == String(Character(own.vertical)), "\(point)")
                        if after == String(Character(own.vertical)) { count += 1 }
                    } else if before == "┃" {
                        // The thumb of a scroll bar also differs from a heavy frame.
                        #expect(after == (border == .heavy ? "▌" : before), "\(point)")
                    } else {
                        #expect(after == before, "\(point)")
                    }
                    #expect(rounded.cell(at: point)?.style == other.cell(at: point)?.style, "\(point)")
                }
            }
            #expect(count > 30)
        }
    }

    private func theme(_ border: Border) throws -> Theme {
        try theme("[shape]\nborder = \"\(border.rawValue)\"\nsheet_border = \"\(border.rawValue)\"").scopes
    }

    private func cards(_ border: Border) throws -> Surface {
        Scene.many.surface(Size(columns: 80, rows: 24), theme: try theme(border)).0
    }

    private func sheet(_ border: Border) throws -> Surface {
        Scene.snooze.surface(Size(columns: 60, rows: 20), theme: try theme(border)).0
    }

    private func container(_ kind: ContainerModel.Kind, _ border: Border) throws -> Surface {
        let id = ContainerID("it")
        let list = ContainerModel(id: ContainerID("list"), streamID: StreamID("ops"))
        let screen =
            kind == .modal
            ? ScreenModel(name: "modal", .container(list.id), modals: [id]) : ScreenModel(name: "it", .container(id))
        var state = AppState(
            size: Size(columns: 60, rows: 20), now: .fixed,
            containers: [ContainerModel(id: id, kind: kind, streamID: StreamID("it")), list], screens: [screen],
            syncStatus: SyncStatus(connection: .live))
        state.launch = .ready
        state.show(Fixture.many)
        if kind.showsOneCard { state.containers[0].window.items = Array(state.containers[0].window.items.prefix(1)) }
        if kind == .modal { state.modalCards.raise(id, isExpected: true, at: state.now) }
        return draw(&state, theme: try theme(border)).0
    }

    @Test func `the largest titles have double size if the terminal supports it`() throws {
        let theme = try theme("\"text\" = { size = 14 }\n\"card.title\" = { size = 34 }").scopes
        var state = Scene.many.state(Size(columns: 60, rows: 20))
        state.settings.features.pictures.hasLargeText = true
        let (surface, report) = draw(&state, theme: theme)
        try expectScreen(surface, named: "large-title.60x20")
        let titles = surface.largeTexts.map(\.text.string)
        #expect(titles.first == "api 4.12.0 waits for", "\(titles)")
        let card = try #require(report.containers.first?.cards.first)
        state.settings.features.pictures.hasLargeText = false
        let (spaced, less) = draw(&state, theme: theme)
        #expect(spaced.largeTexts.isEmpty && spaced.plainText.contains("A\u{A0}P\u{A0}I"))
        #expect(try #require(less.containers.first?.cards.first).height < card.height)
        // Without room for whole words at the large size, titles keep the usual size.
        state.size = Size(columns: 24, rows: 20)
        state.settings.features.pictures.hasLargeText = true
        #expect(draw(&state, theme: theme).0.largeTexts.isEmpty)
    }

    @Test func `padding, spacing and rules are as the theme says`() throws {
        let shape = """
            [shape]
            padding = 3
            spacing = 1
            element_spacing = 0
            rule_top = true
            rule_between = true
            rule_bottom = true
            """
        let theme = try theme(shape).scopes
        try expectScreen(
            Scene.many.surface(Size(columns: 60, rows: 20), theme: theme).0, named: "shape.60x20")
        // In a small window, cards ignore the theme's shape to keep their content.
        let (low, _) = Scene.many.surface(Size(columns: 20, rows: 6), theme: theme)
        let (usual, _) = Scene.many.surface(Size(columns: 20, rows: 6), theme: try self.theme(""))
        #expect(low.plainText == usual.plainText)
    }

    @Test(arguments: [(60, 4), (40, 4), (38, 4), (36, 3), (34, 2), (32, 1), (30, 1)])
    func `padding is as much of the theme's as a narrow card has room for`(columns: Int, padding: Int) throws {
        let theme = try theme("[shape]\npadding = 4")
        var state = Scene.one.state(Size(columns: columns, rows: 20))
        state.show([makeCard("c", body: makeBody(components: [.text(Card.TextBlock(text: "Words"))]))])
        let surface = draw(&state, theme: theme).0
        let row = try #require((0..<20).map { surface.text(row: $0) }.first { $0.contains("Words") })
        let before = try #require(row.split(separator: "W").first)
        #expect(before.reversed().prefix { $0 == " " }.count == padding, "\(surface.plainText)")
    }

    @Test(arguments: [TextSize.xs, .xxl, .accessibilityM, .accessibilityXL])
    func `text is emphasised according to the user's setting`(size: TextSize) throws {
        let theme = try theme("", size: size)
        let (surface, _) = Scene.elements.surface(Size(columns: 80, rows: 40), theme: theme.scopes)
        let (card, _) = Scene.one.surface(Size(columns: 80, rows: 24), theme: theme)
        if theme.forms.isEmpty {
            // A size that only changes bold has the same text as the usual size. The colours show the difference.
            let (usual, _) = Scene.elements.surface(Size(columns: 80, rows: 40), theme: .scopes)
            #expect(surface.plainText == usual.plainText)
            try expectColours(card, named: "text-\(size.rawValue).80x24")
        } else {
            // One picture shows the components, the other the spacing between cards.
            if size == .accessibilityM {
                try expectScreen(surface, named: "text-accessibility-m.80x40")
            } else {
                try expectScreen(card, named: "text-accessibility-xl-one.80x24")
            }
        }
    }

    @Test func `capital letters keep the width, and links stay in place`() throws {
        let theme = try theme("\"text\" = { transform = \"uppercase\" }")
        var state = Scene.one.state(Size(columns: 60, rows: 20))
        let text = Card.TextBlock(text: "Straße, see [the page](https://example.com) now")
        state.show([makeCard("c", body: makeBody(components: [.text(text)]))])
        let (surface, report) = draw(&state, theme: theme)
        #expect(surface.plainText.contains("STRAßE, SEE THE PAGE"))
        #expect(report.containers[0].cards[0].links.map(\.address) == ["https://example.com"])
        let spaced = try self.theme("\"text\" = { size = 40 }")
        let (wide, _) = draw(&state, theme: spaced)
        #expect(wide.plainText.contains("S\u{A0}T\u{A0}R\u{A0}A\u{A0}ß\u{A0}E\u{A0},   S\u{A0}E\u{A0}E"))
    }
}
