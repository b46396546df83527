import Canvas
import Foundation
import Support
import Testing
import Theming

@testable import AppRuntime

/// A terminal that reports whether its background is dark or light.
@Suite(.serialized)
struct AppearanceTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private var memory: AppearanceMemory { AppearanceMemory(path: "\(folder.path)/state/appearance") }

    private func app(_ theme: String, memory: AppearanceMemory?) async throws -> HeadlessApp {
        let loaded = try ThemeLoader.load(theme, appearance: .dark, depth: .direct).0
        return try await HeadlessApp(cards: [.titled("One")], themes: ThemeController(loaded, memory: memory))
    }

    private func ground(_ theme: String, _ appearance: Appearance) throws -> Color {
        try ThemeLoader.load(theme, appearance: appearance, depth: .direct).0[.base].background
    }

    private func report(_ app: HeadlessApp, _ scheme: InputEvent.Scheme) {
        app.loop.terminal.feed(.colorScheme(scheme))
        app.loop.receiveInput()
        app.player.settle()
    }

    @Test func `the theme follows the terminal's appearance, which is saved for the next start`() async throws {
        #expect(memory.read() == nil)
        let app = try await app("ink", memory: memory)
        report(app, .dark)
        #expect(app.ground == (try ground("ink", .dark)))
        #expect(memory.read() == nil)
        report(app, .light)
        #expect(app.ground == (try ground("ink", .light)))
        #expect(memory.read() == .light)
        report(app, .dark)
        #expect(app.ground == (try ground("ink", .dark)))
        #expect(memory.read() == .dark)
        await app.close()
    }

    @Test func `other themes are shown in the appearance that the terminal reports`() async throws {
        let app = try await app("ink", memory: memory)
        report(app, .light)
        app.press("t", "j")
        #expect(app.ground == (try ground("harbour", .light)))
        // Also while another theme is only previewed.
        report(app, .dark)
        #expect(app.ground == (try ground("harbour", .dark)))
        app.press("escape")
        #expect(app.ground == (try ground("ink", .dark)))
        await app.close()
    }

    @Test func `a configured appearance does not follow the terminal`() async throws {
        let app = try await app("ink", memory: nil)
        report(app, .light)
        #expect(app.ground == (try ground("ink", .dark)))
        await app.close()
    }

    @Test(arguments: ["", "purple", "light and more"]) func `a saved appearance that cannot be read is ignored`(
        text: String
    )
        throws
    {
        let path = "\(folder.path)/appearance"
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        #expect(AppearanceMemory(path: path).read() == nil)
    }
}
