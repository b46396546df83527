import AppCore
import AppRuntime
import CardSession
import Cards
import FeedAPI
import FeedServer
import Testing

struct UndoOrderTests {
    /// The answers to so many cards are stored in several steps.
    private static let count = 600

    @Test func `an undo waits for the previous answers`() async throws {
        let app = try await HeadlessApp(undoWindow: 60)
        let requests = (0..<Self.count).map {
            PublishRequest(
                streamID: HeadlessApp.stream, users: ["ana"], body: CardBody.titled("Card \($0)").encoded())
        }
        _ = try await app.server.publish(requests, environment: app.keys.environment)
        await app.connect()
        #expect(app.player.wait { _ in app.container.window.totalCount == Self.count })
        app.press("V")
        #expect(app.player.wait { _ in app.container.markedCount == Self.count })
        app.press("d")
        #expect(app.shows("Dismiss \(Self.count) marked cards?"))
        app.typeAtOnce("yu")
        let undone = "Undone: \(Self.count) cards are back"
        #expect(app.player.wait { _ in app.loop.state.toasts.recent.contains { $0.text == undone } })
        #expect(app.loop.state.undoWindow.held.isEmpty)
        await app.close()
    }
}
