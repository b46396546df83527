import AppCore
import AppRuntime
import Canvas
import Cards
import FeedAPI
import FeedServer
import Foundation
import Synchronization
import Testing

/// Serialised, because each test blocks its thread as the main thread would.
@Suite(.serialized)
struct HeadlessAppTests {
    @Test func `the reason why no more cards arrive is shown once, beside the present ones`() async throws {
        let app = try await HeadlessApp(cards: [.titled("Here already")])
        await app.connect()
        #expect(app.shows("Here already"))
        let failure = SyncStatus.Failure.local(.diskFull(folder: "/data"))
        app.mailbox.post(.syncStatusChanged(SyncStatus(connection: .offline(since: Date(), failure))))
        // The message has three lines.
        #expect(app.shows("The disk is full: new cards can't be stored in"))
        #expect(app.shows("after that."))
        await app.close()
    }

    @Test func `cards are shown in feed order and j moves the selection`() async throws {
        let app = try await HeadlessApp(cards: [.titled("Low", priority: 9), .titled("High", priority: 1)])
        await app.connect()
        #expect(app.shows("Low") && app.shows("High"), "\(app.screen)")
        let high = try #require(app.screen.firstRange(of: "High"))
        let low = try #require(app.screen.firstRange(of: "Low"))
        #expect(high.lowerBound < low.lowerBound)
        let first = app.loop.state.containers[0].selection
        app.press("j")
        #expect(app.loop.state.containers[0].selection != first)
        await app.close()
    }

    @Test func `keys typed at once move as far as the same keys typed slowly`() async throws {
        let app = try await HeadlessApp()
        for number in 0..<150 { try await app.publish(.titled("Card \(number)")) }
        await app.connect()
        #expect(app.player.wait { _ in app.container.window.totalCount == 150 })
        app.press("g")
        for _ in 0..<120 { app.press("j") }
        let slow = try #require(app.container.selection)
        app.press("g")
        #expect(app.container.selection != slow)
        app.typeAtOnce(String(repeating: "j", count: 120))
        #expect(app.player.wait(seconds: 10) { _ in app.container.selection == slow })
        await app.close()
    }

    @Test func `a key typed together with a jump acts on the target card, once it was shown`() async throws {
        let app = try await HeadlessApp()
        for number in 0..<150 { try await app.publish(.titled("Card \(number)")) }
        await app.connect()
        #expect(app.player.wait { _ in app.container.window.totalCount == 150 })
        app.press("G")
        let last = try #require(app.container.selection)
        app.press("g")
        app.typeAtOnce("Gd")
        #expect(app.player.wait(seconds: 10) { _ in app.container.selection == last })
        #expect(app.shows(Strings.Toasts.cardShown) && app.container.window.totalCount == 150)
        app.press("d")
        #expect(app.player.wait(seconds: 10) { _ in app.container.window.totalCount == 149 })
        app.press("G")
        #expect(!app.container.window.items.contains { $0.id == last })
        await app.close()
    }

    @Test func `a dismissed card leaves the screen and the server knows`() async throws {
        let app = try await HeadlessApp()
        let id = try await app.publish(.titled("Away with me"))
        await app.connect()
        #expect(app.shows("Away with me"), "\(app.screen)")
        app.press("d")
        #expect(app.hides("Away with me"), "\(app.screen)")
        let outcome = try await app.outcome(of: id) { $0.status == .dismissed }
        #expect(outcome.responses.map(\.response) == [.dismiss])
        await app.close()
    }

    @Test func `a pressed submit button reaches the publisher with its name`() async throws {
        let app = try await HeadlessApp()
        let id = try await app.publish(.titled("Deploy?", button: "Approve"))
        await app.connect()
        #expect(app.shows("Approve"), "\(app.screen)")
        app.press("1")
        let outcome = try await app.outcome(of: id) { $0.status == .completed }
        #expect(outcome.responses.map(\.response) == [.submit(buttonName: "Approve", values: [:])])
        await app.close()
    }

    @Test func `a pushed card appears without a key press`() async throws {
        let app = try await HeadlessApp(cards: [.titled("Here already")])
        await app.connect()
        #expect(app.shows("Here already"), "\(app.screen)")
        #expect(app.shows("live"), "\(app.screen)")
        try await app.publish(.titled("Just arrived", priority: 1))
        #expect(app.shows("Just arrived"), "\(app.screen)")
        await app.close()
    }

    @Test func `offline actions are delivered when the server is back`() async throws {
        let app = try await HeadlessApp()
        let id = try await app.publish(.titled("Do it later"))
        let gate = Gate()
        await app.connect(gate.guarding(app.client))
        #expect(app.shows("Do it later"), "\(app.screen)")
        gate.isOpen = false
        app.press("d")
        #expect(app.hides("Do it later"), "\(app.screen)")
        #expect(try await app.server.outcome(of: id, environment: app.keys.environment).status == .active)
        gate.isOpen = true
        app.press("r")
        let outcome = try await app.outcome(of: id) { $0.status == .dismissed }
        #expect(outcome.responses.count == 1)
        await app.close()
    }

    @Test func `a frame without changes writes nothing and does not delay the next one`() async throws {
        let app = try await HeadlessApp(cards: [.titled("Still")])
        await app.connect()
        #expect(app.shows("live"), "\(app.screen)")
        app.player.settle()
        let before = app.loop.terminal.cellsChanged
        let changed = app.loop.lastFrameTime
        for _ in 0..<5 { app.loop.paint() }
        #expect(app.loop.terminal.cellsChanged == before)
        #expect(app.loop.lastFrameTime == changed)
        app.press("?")
        app.loop.paint()
        #expect(app.loop.lastFrameTime > changed)
        await app.close()
    }

    @Test(arguments: [Size(columns: 20, rows: 6), Size(columns: 300, rows: 100), Size(columns: 1, rows: 1)])
    func `a resize is drawn at once at any size`(size: Size) async throws {
        let app = try await HeadlessApp(cards: [.titled("Sized", button: "Fine")])
        await app.connect()
        #expect(app.shows("Sized"), "\(app.screen)")
        app.loop.terminal.resize(to: size)
        app.loop.resize()
        app.loop.paint()
        #expect(app.loop.terminal.screen.size == size)
        #expect(app.loop.state.size == size)
        await app.close()
    }

    @Test func `cells that a resize and its reversal blanked are drawn again`() async throws {
        let app = try await HeadlessApp(cards: [.titled("Sized", button: "Fine")])
        await app.connect()
        #expect(app.shows("Sized"), "\(app.screen)")
        app.loop.terminal.resize(to: app.loop.state.size)
        app.loop.resize()
        app.loop.paint()
        #expect(app.screen.contains("Sized") && app.screen.contains("Fine"), "\(app.screen)")
        await app.close()
    }

    @Test func `a script drives the program and stops at the step that fails`() async throws {
        let app = try await HeadlessApp(cards: [.titled("One"), .titled("Two")])
        await app.connect()
        let printed = Printed()
        let player = ScriptPlayer(loop: app.loop) { printed.screens.append($0) }
        let script = try Script(
            """
            wait-for One
            wait-for Two
            size 40x10
            screen narrow
            expect Nowhere
            screen never
            """, file: "steps")
        let error = #expect(throws: ScriptError.self) { try player.play(script) }
        #expect(error?.line == 5)
        #expect(error?.message.contains("One") == true, "the failure shows the screen")
        #expect(printed.screens.count == 1)
        #expect(printed.screens.first?.hasPrefix("--- narrow 40x10\n") == true)
        await app.close()
    }

    @Test func `q ends the program successfully, and no task remains`() async throws {
        let app = try await HeadlessApp(cards: [.titled("Bye")])
        await app.connect()
        #expect(app.shows("Bye"), "\(app.screen)")
        #expect(try app.player.play(Script("press q", file: "steps")) == .ok)
        await app.close()
    }
}

private final class Printed { var screens: [String] = [] }

/// A connection to the server that can be closed.
private final class Gate: Sendable {
    private let state = Mutex(true)

    var isOpen: Bool {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }

    func guarding(_ client: FeedClient) -> FeedClient {
        var guarded = client
        let act = client.act
        guarded.act = { [self] request throws(FeedError) in
            guard isOpen else { throw .network("the gate is shut") }
            return try await act(request)
        }
        return guarded
    }
}

extension HeadlessApp {
    /// The card's outcome, as soon as it meets the condition; after ten seconds, the last outcome.
    func outcome(of id: CardID, until isWanted: (CardOutcome) -> Bool) async throws -> CardOutcome {
        var outcome = try await server.outcome(of: id, environment: keys.environment)
        let end = ContinuousClock.now + .seconds(10)
        while !isWanted(outcome), ContinuousClock.now < end {
            loop.turn(limit: 0.02)
            outcome = try await server.outcome(of: id, environment: keys.environment)
        }
        #expect(isWanted(outcome), "\(outcome)")
        return outcome
    }
}
