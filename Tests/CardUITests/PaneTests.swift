import Canvas
import CardUI
import Cards
import Support
import Testing
import Theming

@testable import AppCore

/// Containers that share the screen: each has a line at its top, and their edges align.
struct PaneTests {
    private static let sizes = [Size(columns: 100, rows: 30), Size(columns: 200, rows: 60)]

    private func header(_ id: String, _ surface: Surface, _ report: FrameReport) throws -> String {
        let place = try #require(report.places.first { $0.container == ContainerID(id) }).rect
        return String(Array(surface.text(row: place.minRow))[place.columns])
    }

    @Test(arguments: sizes, ["strip", "list", "one"])
    func `only the line of the focused container is thick`(size: Size, focused: String) throws {
        var state = AppState.desk(size)
        state.screens[0].focus = ContainerID(focused)
        let (surface, report) = draw(&state, theme: .plain)
        for id in ["strip", "list", "one"] {
            let line = try header(id, surface, report)
            #expect(line.contains("━") == (id == focused) && line.contains("─") == (id != focused), "\(line)")
        }
    }

    @Test(arguments: sizes) func `titles, cards and lines start in the same columns`(size: Size) throws {
        var state = AppState.desk(size)
        let (surface, report) = draw(&state, theme: .plain)
        let (strip, list) = (try header("strip", surface, report), try header("list", surface, report))
        #expect(strip.hasPrefix(" ─ Highlights") && list.hasPrefix(" ━ Cards"), "\(strip)\n\(list)")
        let (cards, one) = (
            try #require(report.container(ContainerID("list"))?.viewport),
            try #require(report.container(ContainerID("one"))?.viewport)
        )
        #expect(cards.minRow == one.minRow)
        let place = try #require(report.places.first { $0.container == ContainerID("list") }).rect
        #expect(cards.minColumn == place.minColumn + 1 && cards.maxColumn == place.maxColumn - 1)
    }

    @Test(arguments: sizes) func `a single card beside others shows its configured title unchanged`(
        size: Size
    ) throws {
        var state = AppState.desk(size)
        #expect(try header("one", draw(&state, theme: .plain).0, state.frames.last).hasPrefix(" ─ one ─"))
        let index = try #require(state.containers.firstIndex { $0.id == ContainerID("one") })
        state.containers[index].options.strings[.cardListTitle] = "On Call"
        #expect(try header("one", draw(&state, theme: .plain).0, state.frames.last).hasPrefix(" ─ On Call ─"))
        state = AppState.desk(Size(columns: 60, rows: 20))
        state.containers[index].options.strings[.cardListTitle] = "On Call"
        #expect(draw(&state, theme: .plain).0.plainText.contains("On Call  1 card"))
    }

    @Test(arguments: sizes) func `a strip has no blank rows below its last row`(size: Size) throws {
        var state = AppState.desk(size)
        let (surface, report) = draw(&state, theme: .plain)
        let list = try #require(report.places.first { $0.container == ContainerID("list") }).rect
        let last = surface.text(row: list.minRow - 1).split(separator: " ")
        #expect(last == ["1", "/", "15"], "\(surface.plainText)")
    }

    @Test(arguments: sizes) func `what is out of sight is counted in the columns of its container`(size: Size) throws {
        var state = AppState.desk(size)
        state.containers[1].window = AppState.listing([Fixture.tall])
        state.containers[1].selection = Fixture.tall.id
        let (surface, report) = draw(&state, theme: .plain)
        let list = try #require(report.places.first { $0.container == ContainerID("list") }).rect
        let row = Array(surface.text(row: size.rows - 2))
        let words = try #require(String(row).firstRange(of: "lines below"))
        let end = String(row).distance(from: String(row).startIndex, to: words.upperBound)
        #expect(end < list.maxColumn && end > list.maxColumn - 5, "\(String(row))")
    }

    @Test func `a strip whose cards need few rows keeps their frames`() throws {
        var state = AppState.desk(Size(columns: 100, rows: 30))
        let card = makeCard("h1", body: makeBody(components: [.text(Card.TextBlock(text: "hi"))]))
        state.containers[0].window = AppState.listing([card])
        state.containers[0].selection = card.id
        state.containers[0].hasWindow = true
        let (surface, report) = draw(&state, theme: .plain)
        let strip = try #require(report.container(ContainerID("strip"))?.viewport)
        #expect(strip.size.rows == 3, "\(surface.plainText)")
        #expect(surface.text(row: strip.minRow).contains("╮"), "\(surface.plainText)")
        #expect(surface.text(row: strip.maxRow - 1).contains("╯"), "\(surface.plainText)")
    }

    @Test func `with little space, one container shows its cards, and the others show their counts`() throws {
        var state = AppState.desk(Size(columns: 60, rows: 20))
        let (surface, _) = draw(&state, theme: .plain)
        #expect(surface.plainText.contains("Highlights  15 cards"), "\(surface.plainText)")
        #expect(surface.plainText.contains("one  1 card"), "\(surface.plainText)")
        #expect(surface.plainText.contains("Approve the hotel for Berlin"), "\(surface.plainText)")
    }

    @Test(arguments: [
        CardSorting(order: .newest), CardSorting(groups: CardGroups(.day)),
        CardSorting(order: .expiring, groups: CardGroups(.category)),
    ])
    func `the line of a pane touches no words, at any width`(sorting: CardSorting) throws {
        let words = Strings.Order.summary(sorting)
        var shown: Set<Bool> = []
        for columns in 40...140 {
            var state = AppState.desk(Size(columns: columns, rows: 40))
            let index = try #require(state.containers.firstIndex { $0.id == ContainerID("list") })
            state.containers[index].sorting = sorting
            let (surface, report) = draw(&state, theme: .plain)
            for id in ["strip", "list", "one"] where report.places.contains(where: { $0.container == ContainerID(id) })
            {
                let line = Array(try header(id, surface, report))
                for (left, right) in zip(line, line.dropFirst()) where "━─".contains(left) != "━─".contains(right) {
                    #expect(left == " " || right == " ", "\(String(line))")
                }
            }
            let list = try header("list", surface, report)
            // The words are shown as a whole, or not at all.
            #expect(list.contains(words) ? list.contains(" \(words) ") : !list.contains(words.prefix(6)), "\(list)")
            shown.insert(list.contains(words))
        }
        #expect(shown.contains(true))
    }

    @Test func `the scroll bar is drawn in the frames of the cards, without their corners`() throws {
        var state = AppState.desk(Size(columns: 200, rows: 60))
        let (surface, report) = draw(&state, theme: .plain)
        let container = try #require(report.container(ContainerID("list")))
        let edge = container.viewport.maxColumn - 1
        func text(_ row: Int) -> Character { Array(surface.text(row: container.viewport.minRow + row))[edge] }
        let card = try #require(container.cards.first)
        #expect(text(card.top) == "╮" && text(card.top + 1) == "┃" && text(card.top + card.height - 1) == "╯")
    }

    @Test(arguments: sizes + [Size(columns: 60, rows: 20)])
    func `an empty strip has only the rows of its text`(size: Size) throws {
        var state = AppState.desk(size)
        let strip = ContainerID("strip")
        let index = try #require(state.containers.firstIndex { $0.id == strip })
        state.containers[index].hasWindow = true
        state.containers[index].window = CardWindow(hasEverHadCard: true)
        let (surface, report) = draw(&state, theme: .plain)
        let place = try #require(report.places.first { $0.container == strip }).rect
        #expect(place.size.rows <= 4, "\(surface.plainText)")
        // Without room for both, only the header line is shown.
        #expect(place.size.rows == 1 || surface.plainText.contains(Strings.Empty.allCaughtUp))
    }

    @Test func `a tab counts the new cards of its screen while another one is shown`() {
        var state = AppState.desk(Size(columns: 100, rows: 30))
        for index in 0..<3 { state.containers[index].window.items[0].unseenCount = 1 }
        // The list, which is the only container of the other screen, is on this screen as well.
        #expect(draw(&state, theme: .scopes).0.text(row: 0).split(separator: " ") == ["Desk", "Other"])
        state.screenIndex = 1
        #expect(draw(&state, theme: .scopes).0.text(row: 0).split(separator: " ") == ["Desk", "(2)", "Other"])
        state.size = Size(columns: 12, rows: 30)
        #expect(draw(&state, theme: .scopes).0.text(row: 0).contains("Other"))
    }
}
