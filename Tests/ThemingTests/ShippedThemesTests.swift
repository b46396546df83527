import Canvas
import Foundation
import Testing

@testable import Theming

struct ShippedThemesTests {
    @Test(arguments: ThemeLoader.builtIn, ColorDepth.allCases)
    func `a shipped theme loads without problems`(name: String, depth: ColorDepth) throws {
        let (theme, problems) = try ThemeLoader.load(name, depth: depth)
        #expect(problems.isEmpty, "\(problems)")
        #expect(try ThemeLoader.load(name, appearance: .light, depth: depth).1.isEmpty)
        #expect(theme.name == name)
        #expect(theme.depth == depth)
    }

    @Test(arguments: StyleScope.allCases)
    func `the built-in base theme sets every scope`(scope: StyleScope) throws {
        let text = try #require(EmbeddedThemes.text(of: "terminal"))
        let file = try ThemeFile(source: "terminal", text: text)
        // Groups are plain on purpose: they exist so that other themes can style all scopes below them at once.
        let groups: Set<StyleScope> = [.text, .container, .card, .input, .button, .hint, .sheet]
        let named = file.styles[Int(scope.rawValue)] != nil
        #expect(named || groups.contains(scope), "\(scope.name) appears nowhere in terminal.toml")
    }

    @Test(arguments: ThemeLoader.builtIn)
    func `without colours, no scope has one`(name: String) throws {
        let (theme, _) = try ThemeLoader.load(name, depth: .none)
        for scope in StyleScope.allCases {
            #expect(theme[scope].foreground == .default, "\(scope.name)")
            #expect(theme[scope].background == .default, "\(scope.name)")
        }
    }

    @Test(arguments: ["terminal", "mono"], Appearance.allCases)
    func `a theme of the terminal's colours uses only the sixteen colours and the terminal's background`(
        name: String, appearance: Appearance
    ) throws {
        let (theme, _) = try ThemeLoader.load(name, appearance: appearance, depth: .direct)
        let allowed: [Color] = [.default] + (0..<16).map { .palette($0) }
        for scope in StyleScope.allCases {
            #expect(allowed.contains(theme[scope].foreground), "\(scope.name)")
            #expect(theme[scope].background == .default, "\(scope.name)")
            // In some palettes, grey (index 8) is the same colour as the background.
            #expect(theme[scope].foreground != .palette(8), "\(scope.name)")
        }
    }

    @Test(arguments: [
        (StyleScope.cardBorder, StyleScope.cardBorderSelected), (.cardMenu, .cardMenuFocused),
        (.containerBorder, .containerBorderFocused), (.buttonPrimary, .buttonSecondary), (.tab, .tabShown),
        (.cardExpand, .cardExpandFocused), (.cardMedia, .cardMediaFocused), (.inputLabel, .inputLabelFocused),
        (.inputBorder, .inputBorderFocused), (.buttonPrimary, .buttonPrimaryFocused),
        (.buttonSecondary, .buttonSecondaryFocused), (.sheetItem, .sheetItemFocused),
    ])
    func `selection and focus are visible without colours`(normal: StyleScope, focused: StyleScope) throws {
        for name in ThemeLoader.builtIn {
            let (theme, _) = try ThemeLoader.load(name, depth: .none)
            #expect(theme[normal] != theme[focused], "\(name): \(focused.name)")
        }
    }

    @Test(arguments: ThemeLoader.builtIn, Appearance.allCases)
    func `on sixteen colours every shipped theme keeps the terminal's own background`(
        name: String, appearance: Appearance
    ) throws {
        let (theme, _) = try ThemeLoader.load(name, appearance: appearance, depth: .ansi16)
        for scope in StyleScope.allCases { #expect(theme[scope].background == .default, "\(scope.name)") }
    }

    @Test func `mono has no colour but the terminal's own`() throws {
        let (theme, _) = try ThemeLoader.load("mono", depth: .direct)
        for scope in StyleScope.allCases { #expect(theme[scope].foreground == .default, "\(scope.name)") }
    }

    @Test func `"light" and "dark" are the default theme on that background`() throws {
        let (dark, _) = try ThemeLoader.load("dark", depth: .ansi16)
        let (light, _) = try ThemeLoader.load("light", depth: .ansi16)
        #expect(dark[.buttonPrimary].foreground == .palette(6))
        #expect(light[.buttonPrimary].foreground == .palette(4))
        #expect(light[.buttonPrimary].attributes == dark[.buttonPrimary].attributes)
    }

    @Test(arguments: StyleScope.allCases)
    func `a scope's parent is the one named before its last dot`(scope: StyleScope) {
        guard scope != .base else {
            #expect(scope.parent == nil)
            return
        }
        let parent = scope.name.lastIndex(of: ".").map { String(scope.name[..<$0]) } ?? "default"
        #expect(scope.parent?.name == parent)
        #expect(StyleScope(name: scope.name) == scope)
    }

    @Test func `every file in Themes is built in`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Themes")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(Set(files) == Set(EmbeddedThemes.names.map { "\($0).toml" }))
        #expect(EmbeddedThemes.names.allSatisfy { EmbeddedThemes.text(of: $0)?.isEmpty == false })
        #expect(EmbeddedThemes.text(of: "no such theme") == nil)
    }
}
