import AppCore
import Canvas
import CardUI
import Foundation
import Support
import Testing
import Theming

/// A snapshot of every state, and of some at other sizes that change the layout. `RECORD_SCREENS=1` records the pictures
/// again; review them as a diff.
struct ScreenSnapshotTests {
    private static let usual = Size(columns: 80, rows: 24)

    /// What depends on the size: below 8 rows cards have no frame and sheets fill the screen; below 44 columns there is
    /// no margin, and texts are shortened or wrap; on a large screen cards are centred and the list of keys has two
    /// columns. One or two states show each case. ``DrawPropertyTests`` draws every state at any size.
    private static let elsewhere: [(Size, [Scene])] = [
        (Size(columns: 20, rows: 6), [.many, .form, .help, .prompt, .failedOffline]),
        (Size(columns: 40, rows: 12), [.many, .form, .longToast, .longWords, .snooze]),
        (Size(columns: 200, rows: 60), [.many, .help]),
    ]

    /// States that other snapshots show as well: the only card among many, a toast in the place of the time to undo
    /// (``ActingSnapshotTests``), and a long toast on a narrow screen.
    private static let shownElsewhere: Set<Scene> = [.one, .toast, .longToast]

    private static let shown: [(Scene, Size)] =
        Scene.allCases.filter { !shownElsewhere.contains($0) }.map { ($0, usual) }
        + elsewhere.flatMap { size, scenes in scenes.map { ($0, size) } }

    @Test(arguments: shown)
    func `a state equals its snapshot`(scene: Scene, size: Size) throws {
        let (surface, _) = scene.surface(size, theme: .scopes)
        try expectScreen(surface, named: "\(scene.rawValue).\(size.columns)x\(size.rows)")
    }

    /// A list of cards, and a form with its errors: together they use most scopes.
    private static let typical = [Scene.many, .form]

    /// The list in every theme, and the form in the themes that have colours and are not just another palette of `ink`.
    private static let themed: [(String, Scene)] =
        ThemeLoader.builtIn.map { ($0, .many) } + ["terminal", "contrast", "ink"].map { ($0, .form) }

    @Test(arguments: themed)
    func `a theme's colours equal the snapshot`(name: String, scene: Scene) throws {
        let (theme, _) = try ThemeLoader.load(name, depth: name == ThemeLoader.standard ? .ansi16 : .direct)
        let (surface, _) = scene.surface(Self.usual, theme: theme)
        try expectColours(surface, named: "\(name)-\(scene.rawValue).80x24")
    }

    @Test(arguments: typical)
    func `the usual theme has other colours on a light background`(scene: Scene) throws {
        let (theme, _) = try ThemeLoader.load("light", depth: .indexed256)
        let (surface, _) = scene.surface(Self.usual, theme: theme)
        try expectColours(surface, named: "light-\(scene.rawValue).80x24")
    }

    @Test func `a toast has the last row for itself if there is no other`() throws {
        let (theme, _) = try ThemeLoader.load("dark", depth: .ansi16)
        let (surface, _) = Scene.toast.surface(Size(columns: 40, rows: 10), theme: theme)
        #expect(surface.text(row: 9).trimmingCharacters(in: .whitespaces) == "✓ Card dismissed")
    }

    @Test func `the whole text of a feedback is visible`() throws {
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

    @Test func `without colours, a form and its focus are still visible`() throws {
        let (theme, _) = try ThemeLoader.load("dark", depth: .none)
        let (surface, _) = Scene.form.surface(Size(columns: 80, rows: 40), theme: theme)
        let picture = Screen(surface)
        try expectColours(surface, named: "colourless-form.80x40")
        #expect(picture.legend.allSatisfy { !$0.contains("palette") && !$0.contains("#") })
    }
}
