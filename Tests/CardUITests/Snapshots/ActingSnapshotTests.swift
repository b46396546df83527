import AppCore
import Canvas
import CardUI
import Cards
import Foundation
import Support
import Testing
import Theming

/// Snapshots of what the screen shows while the user acts on cards.
struct ActingSnapshotTests {
    private static let usual = Size(columns: 80, rows: 24)

    @Test func `the remaining time to undo is shown in place of toasts`() throws {
        var state = Scene.many.state(Self.usual)
        state.undoWindow.length = 5
        _ = update(&state, .responseSettled(Fixture.expense.id, .dismiss, .queued()), at: .fixed)
        let (surface, _) = draw(&state, theme: .scopes)
        try expectScreen(surface, named: "undo.80x24")
    }

    @Test func `marked cards have a sign, and the header shows their number`() throws {
        var state = Scene.many.state(Self.usual)
        let first = state.containers[0].selectedIndex ?? 0
        state.containers[0].marks.cards = Set(state.containers[0].window.items[first..<first + 2].map(\.id))
        let (surface, _) = draw(&state, theme: .scopes)
        try expectScreen(surface, named: "marks.80x24")
    }

    @Test func `one question names the number of marked cards`() throws {
        var state = Scene.many.state(Self.usual)
        for command in [Command.markCard, .markCard, .dismiss] {
            _ = update(&state, .command(command), at: .fixed)
        }
        let (surface, _) = draw(&state, theme: .scopes)
        try expectScreen(surface, named: "marks-question.80x24")
    }

    @Test(arguments: [Size(columns: 40, rows: 12), Size(columns: 100, rows: 24)])
    func `the history shows time, state, action and card`(size: Size) throws {
        var state = Scene.many.state(size)
        let deeds: [(CardResponse, HistoryEntry.State, String, Int)] = [
            (.dismiss, .waiting, "Ana is out until Monday", 1),
            (.submit(buttonName: "approve", values: [:]), .sent, "Release checkout 4.12.7 to production?", 1),
            (.snooze(until: .fixed(86_400)), .undone, "Expense report 1", 12),
            (.voteUp(message: nil), .refused, "", 1),
            (
                .unsnooze, .discarded,
                "A title that is far too long for any one line of a terminal of usual width, and goes on", 1
            ),
            (.dismiss, .closed, "Lunch is here", 1),
        ]
        let actions = deeds.enumerated().map { index, deed in
            HistoryEntry(
                id: Int64(index), at: .fixed(-3600 * Double(index * index * 3)), streamID: "ops", cardID: "c",
                title: deed.2, count: deed.3, response: deed.0, state: deed.1)
        }
        state.overlays = [.history(HistoryOverlay(actions: actions))]
        let (surface, _) = draw(&state, theme: .scopes)
        try expectScreen(surface, named: "history.\(size.columns)x\(size.rows)")
    }

    @Test func `snoozed cards show the remaining time`() throws {
        var state = Scene.many.state(Size(columns: 80, rows: 16))
        let cards = [
            SnoozedCard(id: "a", streamID: "ops", title: "Soon back", until: .fixed(1500)),
            SnoozedCard(
                id: "b", streamID: "ops",
                title: "A title that is far too long for any one line of a terminal of usual width, and goes on",
                until: .fixed(90_000)),
            SnoozedCard(id: "c", streamID: "ops", title: "", until: nil),
        ]
        _ = update(&state, .history(.snoozed(cards)), at: .fixed)
        let (surface, _) = draw(&state, theme: .scopes)
        try expectScreen(surface, named: "snoozed.80x16")
    }

    @Test func `the output of a command is above its result`() throws {
        let size = Size(columns: 60, rows: 14)
        var state = Scene.many.state(size)
        let text = (1...30).map { "line \($0)\twith a tab" }.joined(separator: "\n")
        _ = update(
            &state, .export(.piped(PipeOutcome(command: "jq .", output: text, ending: .exited(status: 4)))), at: .fixed)
        let (surface, _) = draw(&state, theme: .scopes)
        try expectScreen(surface, named: "output.60x14")
    }
}
