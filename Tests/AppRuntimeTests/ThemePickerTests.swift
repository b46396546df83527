import AppCore
import Canvas
import Foundation
import Support
import Testing
import Theming

@testable import AppRuntime

/// Choosing a theme in a running viewer.
@Suite(.serialized)
struct ThemePickerTests {
    @Test func `the cursor changes the whole screen, escape brings it back, enter keeps it`() async throws {
        let folder = try TemporaryDirectory()
        let app = try await HeadlessApp(cards: [.titled("One")], themes: try ThemeController.ink(folder))
        await app.connect()
        #expect(app.shows("One"))
        #expect(app.ground == (try Theme.ground(of: "ink")))
        app.press("t")
        #expect(app.shows("in use"))
        // The built-in themes are in a fixed order: harbour comes after ink.
        app.press("j")
        #expect(app.ground == (try Theme.ground(of: "harbour")))
        app.press("j")
        #expect(app.ground == (try Theme.ground(of: "moss")))
        app.press("escape")
        #expect(app.ground == (try Theme.ground(of: "ink")))
        app.press("t", "j", "enter")
        #expect(app.ground == (try Theme.ground(of: "harbour")))
        #expect(app.shows("theme = \"harbour\""))
        await app.close()
    }

    @Test func `an unknown theme name in the palette opens the menu of themes`() async throws {
        let folder = try TemporaryDirectory()
        let app = try await HeadlessApp(cards: [.titled("One")], themes: try ThemeController.ink(folder))
        await app.connect()
        app.press(":")
        app.typeAtOnce("theme plm")
        app.press("enter")
        #expect(app.shows("Unknown theme \"plm\"; did you mean \"plum\"?"), "\(app.screen)")
        #expect(app.shows("in use") && app.shows("harbour"))
        #expect(app.ground == (try Theme.ground(of: "ink")))
        await app.close()
    }

    @Test func `the menu lists the user's themes, and one with mistakes shows file and line and changes nothing`()
        async throws
    {
        let folder = try TemporaryDirectory()
        let file = "\(folder.path)/broken.toml"
        try "inherits = \"plum\"\ntext = [\n".write(toFile: file, atomically: true, encoding: .utf8)
        try "inherits = \"plum\"\n\"txet\" = \"red\"\n".write(
            toFile: "\(folder.path)/slip.toml", atomically: true, encoding: .utf8)
        let app = try await HeadlessApp(size: Size(columns: 200, rows: 24), themes: try ThemeController.ink(folder))
        app.press("t", "g")
        #expect(app.shows("broken.toml:"), "\(app.screen)")
        #expect(app.shows("has mistakes"))
        #expect(app.ground == (try Theme.ground(of: "ink")))
        app.press("j")
        #expect(app.ground == (try Theme.ground(of: "plum")))
        let slip = "slip.toml:2: unknown scope \"txet\"; did you mean \"text\"?"
        #expect(app.player.wait { _ in app.loop.state.toasts.current?.text.hasSuffix(slip) == true }, "\(app.screen)")
        // A theme with a mistake can be previewed, but not chosen.
        app.press("enter")
        #expect(app.ground == (try Theme.ground(of: "ink")) && !app.screen.contains("theme = \"slip\""))
        await app.close()
    }
}

extension ThemeController {
    /// The theme ink with direct colours, and the themes of a folder.
    static func ink(_ folder: TemporaryDirectory) throws -> ThemeController {
        let theme = try ThemeLoader.load("ink", depth: .direct).0
        return ThemeController(theme, appearance: .dark, searchPaths: [folder.path])
    }
}

extension Theme {
    /// The background colour of a built-in theme.
    static func ground(of name: String) throws -> Color {
        try ThemeLoader.load(name, depth: .direct).0[.base].background
    }
}

extension HeadlessApp {
    /// The background colour of the whole screen.
    var ground: Color? { loop.terminal.screen.cell(at: Point(column: 0, row: 0))?.style.background }
}
