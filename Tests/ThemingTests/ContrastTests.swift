import Canvas
import Testing

@testable import Theming

/// Readability of the built-in themes with their own colours, by the formulas of WCAG 2.2 (1.4.3, 1.4.6, 1.4.11).
struct ContrastTests {
    /// The required contrast of lines. Some lines only group what is separate anyway; the others show where input goes,
    /// and need more contrast.
    private static let lines: [StyleScope: Double] = [
        .cardBorder: 1.5, .inputBorder: 3, .cardBorderSelected: 3, .inputBorderFocused: 3, .sheetBorder: 3,
        .buttonPrimaryEdge: 3, .buttonSecondaryEdge: 1.5, .containerBorder: 1.5, .containerBorderFocused: 3,
        .containerScroll: 3, .containerRule: 1.5,
    ]
    private static let own = ThemeLoader.builtIn.filter { !["terminal", "mono"].contains($0) }

    @Test(arguments: own, Appearance.allCases)
    func `all text of a shipped theme is readable`(name: String, appearance: Appearance) throws {
        let wanted = name == "contrast" ? 7 : 4.5
        for depth in [ColorDepth.direct, .indexed256] {
            let (theme, _) = try ThemeLoader.load(name, appearance: appearance, depth: depth)
            for scope in StyleScope.allCases {
                let style = theme[scope]
                let ratio = try #require(Contrast.ratio(style.foreground, style.background), "\(scope.name)")
                #expect(ratio >= Self.lines[scope] ?? wanted, "\(depth) \(scope.name): \(ratio)")
                // The contrast of dimmed colours depends on the terminal.
                #expect(!style.attributes.contains(.dim), "\(scope.name)")
            }
        }
    }

    @Test(arguments: own)
    func `a shipped theme is dark on dark and light on light`(name: String) throws {
        #expect(try !ThemeLoader.load(name, appearance: .dark, depth: .direct).0.isLight)
        #expect(try ThemeLoader.load(name, appearance: .light, depth: .direct).0.isLight)
    }

    @Test func `black on white has the contrast of the standard`() throws {
        #expect(Contrast.ratio(.rgb(0, 0, 0), .rgb(255, 255, 255)) == 21)
        #expect(try abs(#require(Contrast.ratio(.rgb(118, 118, 118), .rgb(255, 255, 255))) - 4.54) < 0.01)
        #expect(Contrast.ratio(.palette(231), .palette(16)) == 21)
        #expect(Contrast.ratio(.palette(1), .palette(16)) == nil && Contrast.ratio(.default, .palette(16)) == nil)
    }
}
