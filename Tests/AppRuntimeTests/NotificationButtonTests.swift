import AppCore
import Canvas
import Cards
import Testing
import Theming

@testable import AppRuntime

/// Cards that are answered from a desktop notification, through the whole program.
struct NotificationButtonTests {
    private static let rules = NotificationRules(rules: [.init(priorities: 1...10, notifies: true, rings: false)])
    private static let support = NotificationSupport(hasButtons: true, reportsClosing: true, canClose: true)

    /// A viewer that has shown a notification of a new card, and the notification.
    private func notified() async throws -> (HeadlessApp, DesktopNotification) {
        let app = try await HeadlessApp(cards: [.titled("Here already")], notifications: Self.rules)
        app.loop.terminal.notificationSupport = Self.support
        await app.connect()
        #expect(app.shows("Here already") && app.shows("live"), "\(app.screen)")
        app.loop.terminal.feed(.focus(false))
        app.loop.receiveInput()
        try await app.publish(.titled("Release?", button: "Yes", priority: 1))
        #expect(app.player.wait { _ in !app.loop.terminal.shownNotifications.isEmpty })
        return (app, try #require(app.loop.terminal.shownNotifications.first))
    }

    @Test func `a button of a notification answers its card, which the server learns`() async throws {
        let (app, notification) = try await notified()
        #expect(notification.body.string == "Release?" && notification.buttons.map(\.string) == ["Yes"])
        #expect(app.loop.terminal.bells == 0)
        app.loop.terminal.feed(.notification(NotificationReply(id: notification.id, action: .button(0))))
        app.loop.receiveInput()
        #expect(app.hides("Release?"), "\(app.screen)")
        #expect(app.loop.terminal.shownNotifications.isEmpty)
        await app.close()
    }

    @Test func `a click shows the card`() async throws {
        let (app, notification) = try await notified()
        app.loop.terminal.feed(.notification(NotificationReply(id: notification.id, action: .activated)))
        app.loop.receiveInput()
        app.player.settle()
        #expect(app.container.selectedCard?.body.title == "Release?")
        await app.close()
    }

    @Test func `events of another program's notification are ignored`() async throws {
        let (app, _) = try await notified()
        app.loop.terminal.feed(.notification(NotificationReply(id: NotificationID(), action: .button(0))))
        app.loop.receiveInput()
        app.player.settle()
        #expect(app.screen.contains("Release?") && app.loop.terminal.shownNotifications.count == 1)
        await app.close()
    }

    @Test func `another program gets the terminal without notifications of ours`() async throws {
        let (app, notification) = try await notified()
        app.press("ctrl-l")
        #expect(app.loop.terminal.shownNotifications.isEmpty)
        app.loop.terminal.feed(.notification(NotificationReply(id: notification.id, action: .button(0))))
        app.loop.receiveInput()
        app.player.settle()
        #expect(app.screen.contains("Release?"))
        await app.close()
    }

    @Test func `a size that the terminal reports is drawn at once`() async throws {
        let app = try await HeadlessApp(cards: [.titled("Sized", button: "Fine")])
        await app.connect()
        #expect(app.shows("Sized"), "\(app.screen)")
        let size = Size(columns: 40, rows: 12)
        app.loop.terminal.resize(to: size)
        _ = app.loop.terminal.refreshSize()
        app.loop.terminal.feed(.redraw)
        app.loop.receiveInput()
        #expect(app.loop.state.size == size)
        app.loop.paint()
        #expect(app.screen.contains("Sized") && app.screen.contains("Fine"), "\(app.screen)")
        await app.close()
    }

    @Test func `with 24-bit colours the theme is drawn in its own`() async throws {
        let theme = try ThemeLoader.load("dark", depth: .indexed256).0
        let app = try await HeadlessApp(cards: [.titled("Coloured")], themes: ThemeController(theme))
        await app.connect()
        #expect(app.shows("Coloured"), "\(app.screen)")
        app.loop.terminal.feed(.trueColor)
        app.loop.receiveInput()
        #expect(app.loop.themes.theme.depth == .direct && app.loop.themes.theme.name == "dark")
        await app.close()
    }

    @Test func `the terminal shows that the first cards are on their way`() async throws {
        let app = try await HeadlessApp()
        app.loop.paint()
        #expect(app.loop.terminal.progress == .indeterminate)
        await app.connect()
        #expect(app.player.wait { _ in app.loop.terminal.progress == .none })
        await app.close()
    }
}
