import AppCore
import AppRuntime
import Canvas
import Testing

struct FrameCountTests {
    /// Also if the key comes near the end of the cards in memory, and the next ones are loaded from the store right
    /// after it.
    @Test(arguments: ["j", "k", "ctrl-f", "ctrl-b"])
    func `a key causes exactly one frame that changes the screen`(key: String) async throws {
        let app = try await HeadlessApp(
            cards: (0..<220).map { .titled("Card \($0)", button: "Approve") }, size: Size(columns: 100, rows: 30))
        await app.connect()
        #expect(app.shows("220"))
        if key == "k" || key == "ctrl-b" { app.press("G") }
        app.loop.settle()
        let chord = try #require(KeyChord(name: key))
        var windows = 0
        app.loop.onEvent = { if case .feedArrived = $0.kind { windows += 1 } }
        for press in 0..<(key.count == 1 ? 120 : 40) {
            let before = app.loop.terminal.framesChanged
            app.loop.terminal.feed(.key(chord))
            app.loop.turn(limit: 0)
            app.loop.settle()
            #expect(app.loop.terminal.framesChanged == before + 1, "press \(press)")
        }
        // Without loaded windows, nothing could have caused another frame.
        #expect(windows > 0)
        await app.close()
    }
}
