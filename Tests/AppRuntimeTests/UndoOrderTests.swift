import AppCore
import AppRuntime
import Cards
import Testing

struct UndoOrderTests {
    @Test func `an undo waits for the answers before it`() async throws {
        let cards = (1...3).map { CardBody.titled("Card \($0)") }
        let app = try await HeadlessApp(cards: cards, undoWindow: 60)
        await app.connect()
        #expect(app.player.wait { _ in app.container.window.items.count == 3 })
        app.press("V", "d")
        app.typeAtOnce("yu")
        #expect(app.player.wait { _ in app.loop.state.toasts.current?.text == "Undone: 3 cards are back" })
        #expect(app.loop.state.undoWindow.held.isEmpty)
        await app.close()
    }
}
