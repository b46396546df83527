import AppCore
import Canvas
import CardSession
import Cards
import FeedAPI
import FeedServer
import Foundation
import Testing
import Theming

@testable import AppRuntime

/// Containers with their own theme: the publisher's, or one from the user's configuration.
@Suite(.serialized)
struct ContainerThemeTests {
    private func app() async throws -> HeadlessApp {
        let theme = try ThemeLoader.load("ink", appearance: .dark, depth: .direct).0
        let app = try await HeadlessApp(cards: [.titled("One")], themes: ThemeController(theme))
        app.loop.showPublisherThemes()
        return app
    }

    /// The background colour of a theme.
    private func ground(_ theme: String, _ appearance: Appearance = .dark) throws -> Color {
        try ThemeLoader.load(theme, appearance: appearance, depth: .direct).0[.base].background
    }

    private func publish(_ document: String, _ app: HeadlessApp) async throws {
        try await app.server.setTheme(document, of: "inbox", environment: app.keys.environment)
    }

    private func shows(_ color: Color, _ app: HeadlessApp) -> Bool {
        app.player.wait { $0.cell(at: Point(column: 0, row: 0))?.style.background == color }
    }

    @Test func `the theme of the publisher is shown when it has come, but not around the container`() async throws {
        let app = try await app()
        try await publish("inherits = \"plum\"", app)
        app.loop.paint()
        #expect(app.ground == (try ground("ink")))
        await app.connect()
        #expect(shows(try ground("plum"), app))
        let last = app.loop.terminal.screen.size.rows - 1
        #expect(
            app.loop.terminal.screen.cell(at: Point(column: 0, row: last))?.style.background == (try ground("ink")))
        await app.close()
    }

    @Test func `the publisher's theme has the appearance of the terminal or of the container`() async throws {
        let app = try await app()
        try await publish("inherits = \"plum\"", app)
        app.loop.state.containers[0].options.appearance = .light
        await app.connect()
        #expect(shows(try ground("plum", .light), app))
        await app.close()
    }

    @Test func `without the setting, the publisher's theme is not shown`() async throws {
        let theme = try ThemeLoader.load("ink", appearance: .dark, depth: .direct).0
        let app = try await HeadlessApp(cards: [.titled("One")], themes: ThemeController(theme))
        try await publish("inherits = \"plum\"", app)
        await app.connect()
        #expect(app.player.wait { _ in (try? app.session.theme(of: "inbox")) != nil })
        app.player.settle()
        #expect(app.ground == (try ground("ink")))
        await app.close()
    }

    @Test func `an invalid publisher theme is reported once, and the last valid one stays`() async throws {
        let app = try await app()
        try await publish("inherits = \"plum\"", app)
        await app.connect()
        #expect(shows(try ground("plum"), app))
        // A theme that only a later version understands.
        var client = app.client
        client.theme = { _, _ in StreamTheme(document: "inherits = \"plum\"\nglow = { fg = \"#ffffff\" }", tag: "x") }
        await app.connect(client)
        #expect(app.shows("The publisher's theme for inbox is not used: line 2"))
        #expect(app.ground == (try ground("plum")))
        await app.close()
    }

    @Test func `a theme that the user previews or chooses is shown everywhere`() async throws {
        let app = try await app()
        try await publish("inherits = \"plum\"", app)
        await app.connect()
        #expect(shows(try ground("plum"), app))
        app.press("t", "j")
        #expect(app.ground == (try ground("harbour")))
        app.press("escape")
        #expect(app.ground == (try ground("plum")))
        app.press("t", "j", "enter")
        #expect(app.ground == (try ground("harbour")))
        await app.close()
    }

    @Test func `the user's theme for a container has priority, and an unknown one is reported`() async throws {
        let app = try await app()
        app.loop.state.containers[0].options.theme = "moss"
        try await publish("inherits = \"plum\"", app)
        await app.connect()
        #expect(shows(try ground("moss"), app))
        app.loop.setThemePlaces([app.loop.state.containers[0].id: "config.toml:2"])
        app.loop.state.containers[0].options.theme = "mos"
        #expect(app.shows("config.toml:2: Unknown theme \"mos\""))
        #expect(shows(try ground("plum"), app))
        await app.close()
    }

    /// Symbols: container-theme-shown
    @Test func `the configuration turns publishers' themes off, and names the theme of a container`() throws {
        func load(_ text: String) throws -> Config {
            try withTemporaryFile(text) { path in try ConfigLoader(path: path).load() }
        }
        #expect(try load("").usesPublisherThemes)
        #expect(try !load("publisher_themes = false").usesPublisherThemes)
        let container = try load("[containers.inbox]\ntheme = \"moss\"").screens?.containers.first
        #expect(container?.options.theme == "moss")
        let origin = try load("[containers.inbox]\ntheme = \"moss\"").screens?.themeOrigins[ContainerID("inbox")]
        #expect(origin?.place.hasSuffix(":2") == true)
    }
}
