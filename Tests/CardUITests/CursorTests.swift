import AppCore
import Canvas
import CardUI
import Cards
import Support
import Testing
import Theming

/// The hardware cursor stands on what has the focus: screen readers and magnifiers follow it.
struct CursorTests {
    @Test(arguments: [Scene.elements, .buttons, .form, .folded])
    func `it stands on the part of the card that has the focus`(scene: Scene) throws {
        var state = scene.state(Size(columns: 80, rows: 60))
        state.containers[0].focus = nil
        let (_, first) = draw(&state, theme: .plain)
        let selected = try #require(first.containers[0].selection)
        var targets: [FocusTarget] = []
        for hit in first.hits {
            if case .element(_, selected, let target) = hit.target, !targets.contains(target) { targets.append(target) }
        }
        #expect(!targets.isEmpty)
        for target in targets {
            state.containers[0].focus = target
            let (_, report) = draw(&state, theme: .plain)
            let cursor = try #require(report.cursor)
            let isOnIt = report.hits.contains { hit in
                guard case .element(_, selected, target) = hit.target else { return false }
                return hit.rect.contains(cursor)
            }
            #expect(isOnIt, "\(target): \(cursor)")
        }
    }

    @Test func `without a focus it stands on the selected card, in a menu on the selected item`() throws {
        var state = Scene.many.state(Size(columns: 80, rows: 24))
        let (_, report) = draw(&state, theme: .plain)
        let cursor = try #require(report.cursor)
        let selected = try #require(report.containers[0].selection)
        #expect(
            report.hits.contains { hit in
                guard case .card(_, selected) = hit.target else { return false }
                return hit.rect.contains(cursor)
            })
        _ = update(&state, .command(.snooze), at: .fixed)
        for position in 0..<2 {
            let (_, menu) = draw(&state, theme: .plain)
            let point = try #require(menu.cursor)
            #expect(menu.hits.contains { $0.target == .menuItem(position) && $0.rect.contains(point) })
            _ = update(&state, .command(.menuNext), at: .fixed)
        }
    }
}
