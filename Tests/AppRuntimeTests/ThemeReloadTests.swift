import AppCore
import Canvas
import Foundation
import Support
import Testing
import Theming

@testable import AppRuntime

/// A theme in use whose file is changed.
@Suite(.serialized)
struct ThemeReloadTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private var file: String { "\(folder.path)/mine.toml" }

    private func write(_ text: String, to path: String? = nil, isAtomic: Bool = false) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path ?? file), options: isAtomic ? .atomic : [])
    }

    /// A viewer with the theme `mine`, or with its replacement if it cannot be read.
    private func app(_ name: String = "mine") async throws -> HeadlessApp {
        let loaded = try? ThemeLoader.load(name, searchPaths: [folder.path], depth: .direct).0
        let theme = try loaded ?? ThemeLoader.load("ink", depth: .direct).0
        let shelf = ThemeController(theme, wanted: name, searchPaths: [folder.path])
        let app = try await HeadlessApp(themes: shelf)
        app.loop.watchThemes()
        app.player.settle()
        return app
    }

    private func showsColor(_ app: HeadlessApp, _ color: Color) -> Bool { app.player.wait { _ in app.ground == color } }

    @Test(arguments: [false, true]) func `a changed theme is shown immediately, however the editor writes the file`(
        isAtomic: Bool
    )
        async throws
    {
        try write("default = { bg = \"#101010\" }")
        let app = try await app()
        #expect(app.ground == .rgb(16, 16, 16))
        try write("default = { bg = \"#202020\" }", isAtomic: isAtomic)
        #expect(showsColor(app, .rgb(32, 32, 32)))
        // A second change, because the first one may have replaced the file that was being watched.
        try write("default = { bg = \"#303030\" }", isAtomic: isAtomic)
        #expect(showsColor(app, .rgb(48, 48, 48)))
        await app.close()
    }

    /// These inputs crashed another TOML reader.
    @Test(arguments: ["[[[", "[.shape]", "[é]"])
    func `a file that is not TOML is reported with its position and does not change the theme`(text: String)
        async throws
    {
        try write("default = { bg = \"#101010\" }")
        let app = try await app()
        try write("\n" + text)
        #expect(app.player.wait { _ in app.loop.state.toasts.current?.text.contains("mine.toml:2:") == true })
        #expect(app.ground == .rgb(16, 16, 16))
        try write("default = { bg = \"#202020\" }")
        #expect(showsColor(app, .rgb(32, 32, 32)))
        await app.close()
    }

    @Test func `a theme with a mistake is not shown at all`() async throws {
        try write("default = { bg = \"#101010\" }")
        let app = try await app()
        try write("default = { bg = \"#202020\" }\n[shape]\nborder = \"wavy\"")
        #expect(app.player.wait { _ in app.loop.state.toasts.current?.text.contains("mine.toml:3") == true })
        #expect(app.ground == .rgb(16, 16, 16))
        // Previewing another theme and returning does not show any of it either.
        app.press("t", "j")
        #expect(app.ground != .rgb(16, 16, 16))
        app.press("escape")
        #expect(app.ground == .rgb(16, 16, 16))
        try write("default = { bg = \"#202020\" }\n[shape]\nborder = \"heavy\"")
        #expect(showsColor(app, .rgb(32, 32, 32)))
        await app.close()
    }

    @Test func `a changed theme is shown without other events`() async throws {
        try write("default = { bg = \"#101010\" }")
        let app = try await app()
        try write("default = { bg = \"#202020\" }")
        let end = ContinuousClock.now + .seconds(5)
        // Runs only the loop, because a player would draw even if the loop does not request it.
        while app.ground != .rgb(32, 32, 32), ContinuousClock.now < end { app.loop.turn(limit: 0.02) }
        #expect(app.ground == .rgb(32, 32, 32))
        await app.close()
    }

    @Test func `a mistake is reported with file and line, and the theme in use stays`() async throws {
        try write("default = { bg = \"#101010\" }")
        let app = try await app()
        try write("default = { bg = \"#202020\"\n")
        #expect(app.player.wait { _ in app.loop.state.toasts.current?.text.contains("mine.toml:1:") == true })
        #expect(app.ground == .rgb(16, 16, 16))
        try write("default = { bg = \"#202020\" }")
        #expect(showsColor(app, .rgb(32, 32, 32)))
        // The file is corrected, so the message is obsolete.
        #expect(app.player.wait { _ in app.loop.state.toasts.current == nil })
        await app.close()
    }

    @Test func `a path in the home directory is abbreviated`() {
        let home = HomeFolder(["HOME": "/home/ana/"])
        #expect(home.shortening("/home/ana/themes/a.toml:3: x") == "~/themes/a.toml:3: x")
        for text in ["/home/anabel/a.toml:3: x", "/mnt/home/ana/a.toml", "a.toml"] {
            #expect(home.shortening(text) == text && HomeFolder([:]).shortening(text) == text)
        }
    }

    @Test func `the picker marks a theme with mistakes before it is selected`() throws {
        try write("card = \"blurple\"")
        try write("card = [", to: "\(folder.path)/torn.toml")
        try write("card = \"red\"", to: "\(folder.path)/whole.toml")
        let shelf = ThemeController(.plain, searchPaths: [folder.path])
        let own = shelf.list.items.filter(\.isOwn)
        #expect(own.map(\.name) == ["mine", "torn", "whole"] && own.map(\.hasMistakes) == [true, true, false])
        #expect(!shelf.list.items.contains { !$0.isOwn && $0.hasMistakes })
    }

    @Test func `a theme that could not be read at the start is used once it can be read`() async throws {
        try write("default = [")
        let app = try await app()
        #expect(app.ground == (try Theme.ground(of: "ink")))
        try write("default = { bg = \"#202020\" }")
        #expect(showsColor(app, .rgb(32, 32, 32)))
        await app.close()
    }

    @Test func `changes of an inherited theme and of a link's target are noticed as well`() async throws {
        let elsewhere = try TemporaryDirectory()
        let linked = "\(elsewhere.path)/dotfile"
        try write("default = { bg = \"#101010\" }", to: linked)
        try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/below.toml", withDestinationPath: linked)
        try write("inherits = \"below\"")
        let app = try await app()
        #expect(app.ground == .rgb(16, 16, 16))
        try write("default = { bg = \"#202020\" }", to: linked)
        #expect(showsColor(app, .rgb(32, 32, 32)))
        await app.close()
    }

    @Test func `a new file with the name of the built-in theme in use replaces it`() async throws {
        let app = try await app("ink")
        try write("inherits = \"ink\"\ndefault = { bg = \"#202020\" }", to: "\(folder.path)/ink.toml")
        #expect(showsColor(app, .rgb(32, 32, 32)))
        await app.close()
    }

    @Test func `changes of other files do not change the theme`() async throws {
        try write("default = { bg = \"#101010\" }")
        let app = try await app()
        try write("nonsense", to: "\(folder.path)/mine.toml~")
        try write("nonsense = [", to: "\(folder.path)/other.toml")
        #expect(app.loop.turn(limit: 1) == false)
        #expect(app.loop.state.toasts.current == nil)
        await app.close()
    }
}
