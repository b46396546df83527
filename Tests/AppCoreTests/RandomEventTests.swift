import AppCore
import Canvas
import Cards
import Support
import Testing

import struct Foundation.Date

struct RandomEventTests {
    private static let keys = Command.table.flatMap { $0.keys.flatMap(\.1) } + ["x", "ä", "7", "space"]

    @Test(arguments: 0..<12) func `after any events, the selection is a card of the window or nil`(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var state = AppState.starting(rows: Int.random(in: 0...30, using: &random))
        var time = 0.0
        for _ in 0..<200 {
            time += Double.random(in: 0...2, using: &random)
            let at = Date.fixed(time)
            let effects = update(&state, event(&random, state), at: at)
            if Bool.random(using: &random) || state.awaitsLayout { state.draw(["c3": 40, "c7": 25]) }
            for case .window(_, let query) in effects where Bool.random(using: &random) {
                _ = update(&state, .feedArrived(main, window(for: query, &random)), at: at)
            }
            let container = state.containers[0]
            if let selection = container.selection {
                #expect(container.window.items.contains { $0.id == selection })
            } else {
                #expect(container.window.items.isEmpty)
            }
            #expect(state.now == at)
            if let deadline = state.nextDeadline { #expect(deadline > state.now.addingTimeInterval(-10)) }
        }
    }

    private func event(_ random: inout SeededGenerator, _ state: AppState) -> AppEvent.Kind {
        switch Int.random(in: 0..<20, using: &random) {
        case 0: return .feedArrived(main, window(for: state.containers[0].query, &random))
        case 1:
            return .feedArrived(
                main, .of((0..<Int.random(in: 0...8, using: &random)).map { "c\($0 * 3 % 11)" }))
        case 2: return .syncStatusChanged([SyncStatus(), .online].randomElement(using: &random) ?? .online)
        case 3: return .resized(Size(columns: 10, rows: Int.random(in: 0...40, using: &random)))
        case 4: return .timePassed
        case 5: return .pasted("14:00\n👩‍👩‍👧")
        case 6: return .wheelTurned(Int.random(in: -9...9, using: &random))
        case 7: return .clicked(Point(column: 1, row: Int.random(in: -1...30, using: &random)))
        case 8:
            let outcomes: [ResponseOutcome] = [.queued(), .delivered, .failed(reason: "x")]
            return .responseSettled(
                CardID("c\(Int.random(in: 0..<9, using: &random))"), .dismiss,
                outcomes.randomElement(using: &random) ?? .queued())
        case 9: return .command(Command.table.randomElement(using: &random)?.command ?? .help)
        default:
            let name = Self.keys.randomElement(using: &random) ?? "j"
            return .keyPressed(KeySequence.parse(name)?.first ?? .enter)
        }
    }

    private func window(for query: FeedQuery, _ random: inout SeededGenerator) -> CardWindow {
        let total = 300 + Int.random(in: -2...2, using: &random)
        let start =
            switch query.anchor {
            case .start: 0
            case .end: total - 61
            case .card(let id): max(0, min(total - 61, (Int(id.rawValue.dropFirst()) ?? 0) - 20))
            }
        var window = CardWindow.slice(start..<start + 61, of: total)
        if Bool.random(using: &random) { window.offset = nil }
        if Bool.random(using: &random) { window.items.remove(at: Int.random(in: 0..<61, using: &random)) }
        return window
    }
}
