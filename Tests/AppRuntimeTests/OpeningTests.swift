import AppCore
import AppRuntime
import Canvas
import Cards
import Foundation
import Testing
import Theming

/// The start of a viewer whose store has cards.
struct OpeningTests {
    @Test func `a start with stored cards reads the cards of every screen`() async throws {
        let before = try await HeadlessApp(cards: [.titled("Stored")])
        await before.connect()
        #expect(before.shows("Stored"))

        let names = ["one", "two"]
        let containers = names.map { ContainerModel(id: ContainerID($0), streamID: HeadlessApp.stream) }
        var state = AppState(
            size: Size(columns: 60, rows: 20), now: Date(), containers: containers,
            screens: names.map { ScreenModel(name: $0, .container(ContainerID($0))) })
        let runner = EffectRunner(
            session: before.session, mailbox: Mailbox(), links: LinkOpener(environment: [:]), environment: [:],
            undoWindow: 0)
        try state.open(before.session, runner)
        let theme = try ThemeLoader.load("dark", depth: .none).0
        let loop = AppLoop(
            terminal: MemoryTerminal(size: state.size), state: state, themes: ThemeController(theme), runner: runner)
        let player = ScriptPlayer(loop: loop) { _ in }
        #expect(player.wait { _ in loop.state.containers.allSatisfy { $0.window.totalCount == 1 } })

        player.press([try #require(KeyChord(name: "]"))])
        #expect(player.wait { ScriptPlayer.text(of: $0).contains("Stored") })
        runner.stop()
        await before.close()
    }
}
