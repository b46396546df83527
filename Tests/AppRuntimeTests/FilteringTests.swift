import AppCore
import AppRuntime
import Cards
import Foundation
import Testing

/// Filtering through the whole program, without a terminal.
@Suite(.serialized)
struct FilteringTests {
    @Test func `a filter shows all matches, also later ones, and esc shows all cards again`() async throws {
        let app = try await HeadlessApp(cards: [.titled("Rollback of checkout"), .titled("Lunch", priority: 2)])
        await app.connect()
        #expect(app.shows("Lunch") && app.shows("Rollback of checkout"), "\(app.screen)")
        app.press("/")
        app.typeAtOnce("rollback -is:snoozed")
        #expect(app.hides("Lunch"), "\(app.screen)")
        #expect(app.shows("[/ rollback -is:snoozed]") && app.shows("Rollback of checkout"))
        app.press("enter")
        try await app.publish(.titled("Dinner"))
        try await app.publish(.titled("Second rollback"))
        #expect(app.shows("Second rollback"), "\(app.screen)")
        #expect(app.container.window.totalCount == 2)
        app.press("escape")
        #expect(app.shows("Dinner") && app.shows("Lunch"), "\(app.screen)")
        await app.close()
    }

    @Test func `a card that no longer matches disappears, and the others stay`() async throws {
        let app = try await HeadlessApp(cards: [.titled("One", priority: 1), .titled("Two", priority: 3)])
        await app.connect()
        app.press("/")
        app.typeAtOnce("priority:<=3")
        app.press("enter")
        #expect(app.player.wait { _ in app.container.window.totalCount == 2 }, "\(app.screen)")
        app.press("d")
        #expect(app.hides("One"), "\(app.screen)")
        #expect(app.shows("Two"))
        await app.close()
    }

    @Test func `a filter finds one of many cards, and removing it restores the selection`() async throws {
        let app = try await HeadlessApp()
        for number in 0..<150 { try await app.publish(.titled("Card number \(number).")) }
        await app.connect()
        #expect(app.player.wait { _ in app.container.window.totalCount == 150 })
        app.press("G")
        let last = try #require(app.container.selection)
        app.press("/")
        app.typeAtOnce("\"number 75.\"")
        #expect(app.player.wait { _ in app.container.window.items.count == 1 }, "\(app.screen)")
        #expect(app.shows("Card number 75.") && app.container.window.totalCount == 1)
        app.typeAtOnce("x")
        #expect(app.shows("No card matches"))
        app.press("escape")
        #expect(app.player.wait { _ in app.container.selection == last }, "\(app.screen)")
        await app.close()
    }
}
