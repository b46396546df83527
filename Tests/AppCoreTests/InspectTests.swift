import AppCore
import Canvas
import Cards
import Support
import Testing

struct InspectTests {
    private func given(_ components: Card.Component...) -> AppState {
        AppState.given(makeCard("c1", body: makeBody(components: components)))
    }

    private func overlay(_ state: AppState) -> InspectOverlay? {
        guard case .inspect(let inspect)? = state.overlays.last else { return nil }
        return inspect
    }

    @Test func `a key shows the card's JSON, and closes it again`() throws {
        var state = given(.headline(Card.Headline(text: "Say \"hello\"")))
        _ = state.press("i")
        let text = try #require(overlay(state)).lines.map(\.text.string).joined(separator: "\n")
        #expect(text.hasPrefix("{\n  \"id\": \"c1\",\n"))
        #expect(text.contains(#"        "text": "Say \"hello\"""#))
        _ = state.press("i")
        #expect(state.overlays.isEmpty)
    }

    @Test func `values that are not drawn have a line of their own`() throws {
        var state = given(.headline(Card.Headline(text: "a")), .unknown(type: "hologram\u{1B}[2J", ["x": .bool(true)]))
        _ = state.press("i")
        let first = try #require(overlay(state)?.lines.first)
        #expect(first.isNote)
        #expect(
            first.text
                == "components[1]: this version does not support \"hologram\u{FFFD}[2J\" and shows")
        #expect(overlay(state)?.lines.dropFirst().first?.text == "  nothing for it.")
    }

    @Test func `names are highlighted, and long values are wrapped again after a resize`() throws {
        var state = given(.text(Card.TextBlock(text: String(repeating: "word ", count: 60))))
        _ = state.press("i")
        var lines = try #require(overlay(state)).lines
        #expect(lines.allSatisfy { TextLayout.width(of: $0.text) <= 72 })
        let text = try #require(lines.first { $0.text.string.contains("\"text\": \"word") })
        #expect(
            text.nameColumns == TextLayout.width(of: text.text) - text.text.string.split(separator: ": ")[1].count - 2)
        let count = lines.count
        _ = update(&state, .resized(Size(columns: 30, rows: 20)), at: .fixed)
        lines = try #require(overlay(state)).lines
        #expect(lines.count > count && lines.allSatisfy { TextLayout.width(of: $0.text) <= 22 })
    }

    @Test func `the inspector scrolls to its ends and no further`() throws {
        var state = given(.list(Card.ListBlock(items: (0..<50).map { .init(text: "\($0)") })))
        _ = state.press("i")
        state.frames.last.overlayRows = 10
        let count = try #require(overlay(state)).lines.count
        _ = state.press("j", "j")
        #expect(overlay(state)?.scroll == 2)
        _ = state.press("G")
        #expect(overlay(state)?.scroll == count - 10)
        _ = state.press("j")
        #expect(overlay(state)?.scroll == count - 10)
        _ = state.press("g")
        #expect(overlay(state)?.scroll == 0)
    }
}
