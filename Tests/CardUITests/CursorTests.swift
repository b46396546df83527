import AppCore
import Canvas
import CardUI
import Cards
import Support
import Testing
import Theming

/// The hardware cursor is on the element that has the focus, because screen readers and magnifiers follow it.
struct CursorTests {
    @Test(arguments: [Scene.elements, .buttons, .form, .folded])
    func `the cursor is on the focused element of the card`(scene: Scene) throws {
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

    private func conversation(_ messages: Int) -> CardWindow {
        let texts = (0..<messages).map { Card.Component.text(Card.TextBlock(text: "Message \($0)")) }
        let reply = Card.Input(name: "reply", label: "Reply", kind: .text(defaultValue: "", numberOfLines: 3))
        let card = makeCard("talk", body: makeBody(components: texts + [.input(reply)]))
        let item = CardWindow.Item(id: card.id, version: Int64(messages), content: .card(card))
        return CardWindow(items: [item], totalCount: 1, hasEverHadCard: true)
    }

    /// The position of the cursor in the field, or nil if the field is not on the screen.
    private func cursorInField(_ state: inout AppState) -> Point? {
        let (_, report) = draw(&state, theme: .plain)
        _ = state.adopt(report)
        return report.cursor.flatMap { cursor in
            report.hits.contains { hit in
                guard case .element(_, _, .input(name: "reply")) = hit.target else { return false }
                return hit.rect.contains(cursor)
            } ? cursor : nil
        }
    }

    @Test func `a field stays visible while the card grows above it, and typing scrolls to it`() throws {
        let main = ContainerID("main")
        var state = AppState(
            size: Size(columns: 60, rows: 20), now: .fixed,
            containers: [ContainerModel(id: main, streamID: StreamID("ops"))])
        _ = update(&state, .feedArrived(main, conversation(4)), at: .fixed)
        _ = cursorInField(&state)
        _ = update(&state, .command(.focusNext), at: .fixed)
        #expect(cursorInField(&state) != nil)
        for messages in [12, 30, 60] {
            _ = update(&state, .feedArrived(main, conversation(messages)), at: .fixed)
            #expect(cursorInField(&state) != nil, "\(messages) messages")
        }
        // If the user scrolls the field out of sight, it stays there until something is typed.
        state.containers[0].scrollIntent = .lines(-30)
        #expect(cursorInField(&state) == nil)
        _ = update(&state, .feedArrived(main, conversation(61)), at: .fixed)
        #expect(cursorInField(&state) == nil)
        _ = update(&state, .keyPressed(KeyChord(.character("x"))), at: .fixed)
        #expect(cursorInField(&state) != nil)
    }

    @Test func `without a focus, the cursor is on the selected card, and in a menu on the selected item`() throws {
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
