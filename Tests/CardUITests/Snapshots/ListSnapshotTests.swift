import AppCore
import Canvas
import CardUI
import Cards
import Support
import Testing
import Theming

/// Snapshots of lists, one for each size that changes the layout. `RECORD_SCREENS=1` records them again.
struct ListSnapshotTests {
    enum Content: String, CaseIterable { case rows, open }

    /// Rows of two lines alone, with the card below them, rows of one line, and rows with the card beside them. An open
    /// card replaces the list, or has the keys.
    private static let shown: [(Size, Content)] = [
        (Size(columns: 60, rows: 20), .rows), (Size(columns: 60, rows: 42), .rows),
        (Size(columns: 100, rows: 30), .rows),
        (Size(columns: 120, rows: 30), .rows), (Size(columns: 60, rows: 20), .open),
        (Size(columns: 120, rows: 30), .open),
    ]

    @Test(arguments: shown)
    func `a list equals its snapshot`(size: Size, content: Content) throws {
        var state = state(size)
        if content == .open { state.containers[0].list.isCardOpen = true }
        let (surface, _) = draw(&state, theme: .scopes)
        try expectScreen(surface, named: "list-\(content.rawValue).\(size.columns)x\(size.rows)")
    }

    @Test(arguments: ["terminal", "ink"])
    func `a theme's colours in a list equal the snapshot`(name: String) throws {
        let (theme, _) = try ThemeLoader.load(name, depth: name == ThemeLoader.standard ? .ansi16 : .direct)
        var state = state(Size(columns: 120, rows: 24))
        let (surface, _) = draw(&state, theme: theme)
        try expectColours(surface, named: "\(name)-list.120x24")
    }

    /// Cards of all kinds: wide, long, without a title, marked, new, unreadable, and being sent.
    private func state(_ size: Size) -> AppState {
        var state = AppState(
            size: size, now: .fixed,
            containers: [ContainerModel(id: ContainerID("main"), streamID: StreamID("ops"))],
            syncStatus: SyncStatus(connection: .live))
        state.launch = .ready
        state.containers[0].options.layout = .list
        state.show(
            [Fixture.expense, Fixture.deploy, Fixture.notice] + Fixture.wide + Fixture.longWords
                + Fixture.many.dropFirst(3))
        let ids = state.containers[0].window.items.map(\.id)
        state.containers[0].selection = ids[1]
        state.containers[0].marks.cards = [ids[0], ids[3]]
        for index in 2...4 { state.containers[0].window.items[index].unseenCount = 1 }
        state.containers[0].window.items[2].delivery = .waiting
        state.containers[0].window.items[5].delivery = .refused(reason: "the card was already answered")
        state.containers[0].window.items[6].content = .unreadable(reason: "its content is damaged")
        return state
    }
}
