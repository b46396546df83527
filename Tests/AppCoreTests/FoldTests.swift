import AppCore
import Cards
import Support
import Testing

struct FoldTests {
    /// Three long texts with a button after the first. In this frame the last text is short enough to be shown in full.
    private static let components: [Card.Component] = [
        .text(Card.TextBlock(text: "one", expand: Card.ClickToExpand(maxDisplayLines: 2))),
        .buttons(Card.ButtonContainer(buttons: [Card.Button(text: "Go", action: .doNothing)])),
        .list(Card.ListBlock(items: [.init(text: "two")], expand: Card.ClickToExpand(maxDisplayLines: 2))),
        .text(Card.TextBlock(text: "three", expand: Card.ClickToExpand(maxDisplayLines: 2))),
    ]
    private static let id = CardID("folded")

    private func given(folds: [Int] = [0, 2]) -> AppState {
        var state = AppState.given(makeCard("folded", body: makeBody(components: Self.components)))
        state.setFolds(folds)
        return state
    }

    @Test func `tab visits the texts that can be unfolded, in reading order`() {
        var state = given()
        var visited: [FocusTarget?] = []
        for _ in 0..<4 {
            _ = state.press("tab")
            state.setFolds([0, 2])
            visited.append(state.containers[0].focus)
        }
        #expect(visited == [.fold(0), .button(0), .fold(2), .fold(0)])
    }

    @Test func `enter unfolds the focused text and folds it again`() {
        var state = given()
        _ = state.press("tab")
        state.setFolds([0, 2])
        _ = state.press("enter")
        #expect(state.containers[0].unfolded == [Self.id: [0]])
        #expect(state.containers[0].focus == .fold(0))
        state.setFolds([0, 2])
        _ = state.press("e")
        #expect(state.containers[0].unfolded == [:])
    }

    @Test func `one key unfolds all texts of a card, and the card keeps that state`() {
        var state = given()
        _ = state.press("e")
        #expect(state.containers[0].unfolded == [Self.id: [0, 2]])
        _ = state.arrive(.of([makeCard("other"), makeCard("folded", body: makeBody(components: Self.components))]))
        #expect(state.containers[0].unfolded == [Self.id: [0, 2]])
        state.setFolds([0, 2])
        _ = state.press("e")
        #expect(state.containers[0].unfolded == [:])
        _ = state.arrive(.of([makeCard("other")]))
        #expect(state.containers[0].unfolded == [:])
    }

    @Test func `without long texts, the key shows a message and there is no hint`() {
        var state = given(folds: [])
        #expect(!KeyHint.all(for: state).map(\.word).contains("more"))
        _ = state.press("e")
        #expect(state.toast == "This card has no folded text")
        state.setFolds([0])
        #expect(KeyHint.all(for: state).map(\.word).contains("more"))
    }

    @Test func `in a field, the hints name its commands`() {
        let input = Card.Input(name: "note", label: "Note", kind: .text(defaultValue: "", numberOfLines: 3))
        var state = AppState.given(makeCard(body: makeBody(components: [.input(input)])))
        _ = state.press("tab")
        #expect(KeyHint.all(for: state).map(\.word) == ["next", "editor", "new line", "leave"])
    }
}

extension AppState {
    /// Sets which texts of the first card the frame shows with a control to expand them.
    fileprivate mutating func setFolds(_ folds: [Int]) {
        for index in frames.last.containers[0].cards.indices
        where frames.last.containers[0].cards[index].id.rawValue == "folded" {
            frames.last.containers[0].cards[index].folds = folds
        }
    }
}
