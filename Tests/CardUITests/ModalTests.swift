import AppCore
import Canvas
import CardUI
import Cards
import Support
import Testing
import Theming

/// A modal card can be distinguished from the cards behind it, with colours and without.
struct ModalTests {
    private static let sizes = [
        Size(columns: 60, rows: 20), Size(columns: 80, rows: 24), Size(columns: 100, rows: 30),
        Size(columns: 200, rows: 60),
    ]

    private func state(_ size: Size, waiting: Int = 1) -> AppState {
        let (urgent, list) = (ContainerID("urgent"), ContainerID("list"))
        var state = AppState(
            size: size, now: .fixed,
            containers: [
                ContainerModel(id: urgent, kind: .modal, streamID: StreamID("urgent")),
                ContainerModel(id: list, streamID: StreamID("ops")),
            ], screens: [ScreenModel(name: "it", .container(list), modals: [urgent])],
            syncStatus: SyncStatus(connection: .live))
        state.launch = .ready
        state.show([Fixture.expense], total: waiting)
        let behind = Fixture.many
        state.containers[1].window = CardWindow(
            items: behind.map { CardWindow.Item(id: $0.id, version: 1, content: .card($0)) },
            totalCount: behind.count, hasEverHadCard: true)
        state.containers[1].selection = behind.first?.id
        state.modalCards.raise(urgent, isExpected: true, at: state.now)
        return state
    }

    @Test(arguments: sizes) func `a modal card has its own frame, inside the cards behind it`(size: Size) throws {
        let (theme, _) = try ThemeLoader.load("ink", depth: .none)
        var state = state(size, waiting: 3)
        let (surface, report) = draw(&state, theme: theme)
        let card = try #require(report.containers.last?.viewport)
        let list = try #require(report.containers.first?.viewport)
        let frame = card.inset(columns: -2, rows: -1)
        #expect(frame.minColumn > list.minColumn && frame.maxColumn < list.maxColumn)
        func text(_ column: Int, _ row: Int) -> String {
            String(Array(surface.text(row: row))[column])
        }
        for row in card.rows {
            #expect(text(frame.minColumn, row) == "│" && text(frame.maxColumn - 1, row) == "│")
            #expect(text(card.minColumn, row) == "▌")
        }
        #expect(text(frame.minColumn, frame.minRow) == "╭" && text(frame.maxColumn - 1, frame.maxRow - 1) == "╯")
        #expect(surface.text(row: frame.maxRow - 1).contains("2 more"))
    }

    @Test(
        arguments: ["terminal", "ink", "moss", "contrast", "mono"], [ColorDepth.none, .ansi16, .indexed256, .direct])
    func `the cards behind a modal card are dimmed, and it is not`(name: String, depth: ColorDepth) throws {
        for appearance in Appearance.allCases {
            let (theme, _) = try ThemeLoader.load(name, appearance: appearance, depth: depth)
            var state = state(Size(columns: 80, rows: 24))
            let (surface, report) = draw(&state, theme: theme)
            let card = try #require(report.containers.last?.viewport)
            let list = try #require(report.containers.first?.viewport)
            let behind = try #require(surface.cell(at: Point(column: list.minColumn, row: list.minRow + 2)))
            #expect(behind.style.attributes.contains(.dim))
            let title = try #require(surface.cell(at: Point(column: card.minColumn + 2, row: card.minRow + 1)))
            #expect(!title.style.attributes.contains(.dim))
        }
    }
}
