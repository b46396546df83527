import Canvas
import Foundation
import Testing

@testable import Theming

/// Readability of the shipped themes that bring their own colours, by the formulas of WCAG 2.2 (1.4.3, 1.4.6, 1.4.11).
struct ContrastTests {
    /// Lines around things. That of a card only groups what is apart anyway; the others tell where input goes.
    private static let lines: [StyleScope: Double] = [
        .cardBorder: 1.5, .inputBorder: 3, .cardBorderSelected: 3, .inputBorderFocused: 3, .sheetBorder: 3,
        .buttonPrimaryEdge: 3,
    ]
    private static let own = ThemeLoader.builtIn.filter { !["terminal", "mono"].contains($0) }

    @Test(arguments: own, Appearance.allCases)
    func `all text of a shipped theme is readable`(name: String, appearance: Appearance) throws {
        let wanted = name == "contrast" ? 7 : 4.5
        for depth in [ColorDepth.direct, .indexed256] {
            let (theme, _) = try ThemeLoader.load(name, appearance: appearance, depth: depth)
            for scope in StyleScope.allCases {
                let style = theme[scope]
                let ratio = try contrast(style.foreground, style.background)
                #expect(ratio >= Self.lines[scope] ?? wanted, "\(depth) \(scope.name): \(ratio)")
                // Dim makes of a colour what nobody measured.
                #expect(!style.attributes.contains(.dim), "\(scope.name)")
            }
        }
    }

    @Test(arguments: own)
    func `a shipped theme is dark on dark and light on light`(name: String) throws {
        #expect(try !ThemeLoader.load(name, appearance: .dark, depth: .direct).0.isLight)
        #expect(try ThemeLoader.load(name, appearance: .light, depth: .direct).0.isLight)
    }

    @Test func `black on white has the contrast that the standard says`() throws {
        #expect(try contrast(.rgb(0, 0, 0), .rgb(255, 255, 255)) == 21)
        #expect(try abs(contrast(.rgb(118, 118, 118), .rgb(255, 255, 255)) - 4.54) < 0.01)
    }

    private func contrast(_ one: Color, _ other: Color) throws -> Double {
        let (first, second) = (try luminance(one), try luminance(other))
        return (max(first, second) + 0.05) / (min(first, second) + 0.05)
    }

    private func luminance(_ color: Color) throws -> Double {
        let channels: [Int]
        switch color.value {
        case .rgb(let red, let green, let blue): channels = [Int(red), Int(green), Int(blue)]
        case .palette(let index):
            try #require(index >= 16, "the sixteen are their owner's")
            let (red, green, blue) = Color.xterm(index)
            channels = [red, green, blue]
        case .default: throw Unmeasurable()
        }
        let linear = channels.map { channel in
            let value = Double(channel) / 255
            return value <= 0.03928 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }

    private struct Unmeasurable: Error {}
}
