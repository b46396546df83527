import Canvas
import CardUI
import Foundation
import Support
import Testing
import Theming
import ViewModels

/// Every state at every size as a picture. `RECORD_SCREENS=1` writes the pictures anew; review them as a diff.
struct ScreenTests {
    static let sizes = [
        Size(columns: 20, rows: 6), Size(columns: 40, rows: 12), Size(columns: 80, rows: 24),
        Size(columns: 200, rows: 60),
    ]

    @Test(arguments: Scene.allCases, sizes)
    func `a state looks as in its picture`(scene: Scene, size: Size) throws {
        let (theme, _) = try ThemeLoader.load("dark", depth: .ansi16)
        let (surface, _) = scene.surface(size, theme: theme)
        try expectPicture(surface, named: "\(scene.rawValue).\(size.columns)x\(size.rows)")
    }

    @Test(arguments: [
        Scene.many, .form, .refused, .snooze, .toast, .longToast, .failedOffline, .elements, .buttons, .pressed, .links,
    ])
    func `a state looks as in its picture on a light background`(scene: Scene) throws {
        let (theme, _) = try ThemeLoader.load("light", depth: .indexed256)
        let (surface, _) = scene.surface(Size(columns: 80, rows: 24), theme: theme)
        try expectPicture(surface, named: "\(scene.rawValue).light.80x24")
    }

    @Test func `a toast has the last row for itself where there is no other`() throws {
        let (theme, _) = try ThemeLoader.load("dark", depth: .ansi16)
        let (surface, _) = Scene.toast.surface(Size(columns: 40, rows: 10), theme: theme)
        #expect(surface.text(row: 9).trimmingCharacters(in: .whitespaces) == "✓ Card dismissed")
    }

    @Test func `all of a feedback's text is in sight`() throws {
        var state = Scene.prompt.state(Size(columns: 60, rows: 20))
        let words = "first " + String(repeating: "word ", count: 52) + "the last"
        guard case .prompt(var prompt) = state.overlays.last else {
            Issue.record("no prompt")
            return
        }
        prompt.field = TextField(words)
        state.overlays = [.prompt(prompt)]
        let (surface, report) = draw(&state, theme: .plain)
        let text = surface.plainText
        #expect(text.contains("┃ first word") && text.contains("the last"), "\(text)")
        let cursor = try #require(report.cursor)
        #expect(surface.text(row: cursor.row).contains("the last"))
    }

    @Test func `without colours a form and its focus can still be told apart`() throws {
        let (theme, _) = try ThemeLoader.load("dark", depth: .none)
        let (surface, _) = Scene.form.surface(Size(columns: 80, rows: 40), theme: theme)
        let picture = Screen(surface)
        try expectPicture(surface, named: "form.mono.80x40")
        #expect(picture.legend.allSatisfy { !$0.contains("palette") && !$0.contains("#") })
    }
}

/// Compares with a picture kept beside the tests, or records it.
func expectPicture(_ surface: Surface, named name: String) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "__Screens__")
    let file = folder.appending(path: "\(name).txt")
    let picture = Screen(surface).description + "\n"
    if ProcessInfo.processInfo.environment["RECORD_SCREENS"] == "1" {
        try picture.write(to: file, atomically: true, encoding: .utf8)
        return
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
    #expect(picture == expected, "\(name) differs from its picture:\n\(picture)")
}
