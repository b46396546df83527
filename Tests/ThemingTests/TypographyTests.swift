import Canvas
import Testing

@testable import Theming

/// Text sizes: the documented table, its example, and the effect of sizes on cells.
struct TypographyTests {
    static let deltas: [(TextSize, Int)] = [
        (TextSize.xs, -3), (.s, -2), (.m, -1), (.l, 0), (.xl, 2), (.xxl, 4), (.xxxl, 6), (.accessibilityM, 10),
        (.accessibilityL, 15), (.accessibilityXL, 20), (.accessibilityXXL, 25), (.accessibilityXXXL, 30),
    ]

    @Test func `every text size adds the documented amount`() {
        #expect(Self.deltas.map(\.0) == TextSize.allCases)
        for (size, delta) in Self.deltas { #expect(size.delta == delta) }
    }

    /// The guide's own example: 17 px, limited to 15 to 30.
    static let example: [(TextSize, Int)] = [
        (TextSize.xs, 15), (.s, 15), (.m, 16), (.l, 17), (.xl, 19), (.xxl, 21), (.xxxl, 23), (.accessibilityM, 27),
        (.accessibilityL, 30), (.accessibilityXL, 30), (.accessibilityXXL, 30), (.accessibilityXXXL, 30),
    ]

    /// Symbols: dynamic-type
    @Test(arguments: example) func `a style scales as in the documented example`(wish: TextSize, size: Int) {
        #expect(Typography(size: 17, scales: true, minimum: 15, maximum: 30).size(for: wish) == size)
    }

    @Test func `without scaling a style keeps its size, and none is below a pixel`() {
        for wish in TextSize.allCases { #expect(Typography(size: 17, maximum: 10).size(for: wish) == 17) }
        #expect(Typography(size: 2, scales: true).size(for: .xs) == 1)
    }

    @Test(arguments: [
        (1, TypeStep.plain), (16, .plain), (17, .bold), (21, .bold), (22, .boldCapitals), (27, .boldCapitals),
        (28, .spaced), (33, .spaced), (34, .double), (60, .double),
    ])
    func `larger text stands out more`(size: Int, step: TypeStep) { #expect(TypeStep(size: size) == step) }

    private func theme(_ text: String, _ size: TextSize = .standard) throws -> (Theme, [ThemeProblem]) {
        let folder = try ThemeFolder(["mine": text])
        return try ThemeLoader.load("mine", searchPaths: [folder.path], depth: .direct, textSize: size)
    }

    @Test func `a larger text size makes shipped themes bolder, the usual one changes nothing`() throws {
        for name in ThemeLoader.builtIn {
            let usual = try ThemeLoader.load(name, depth: .direct).0
            #expect(usual.forms.isEmpty && !usual[.text].attributes.contains(.bold))
            let large = try ThemeLoader.load(name, depth: .direct, textSize: .xxl).0
            #expect(large[.text].attributes.contains(.bold) && large.forms[.cardTitle] == nil)
            let larger = try ThemeLoader.load(name, depth: .direct, textSize: .accessibilityM).0
            #expect(larger.forms[.cardTitle] == .capitals && larger.forms[.text] == .capitals)
            let largest = try ThemeLoader.load(name, depth: .direct, textSize: .accessibilityXXXL).0
            #expect(largest.forms[.text] == .large)
        }
    }

    @Test func `a theme's sizes and transforms apply, and are inherited by scopes below`() throws {
        let text = """
            inherits = "terminal"
            "text" = { size = 14 }
            "card.title" = { size = 17, min_size = 15, max_size = 20 }
            "card.category" = { transform = "uppercase" }
            "card.category.sub" = { transform = "none" }
            """
        let (theme, problems) = try theme(text, .accessibilityXXXL)
        #expect(problems.isEmpty, "\(problems)")
        #expect(theme.forms[.text] == nil && theme.forms[.textSecondary] == nil)
        #expect(theme.forms[.cardTitle] == nil && theme[.cardTitle].attributes.contains(.bold))
        #expect(theme.forms[.cardCategory] == .capitals && theme.forms[.cardCategorySub] == nil)
    }

    static let mistakes: [(String, String)] = [
        ("\"text\" = { size = 0 }", "size must be a number of pixels from 1 to 200"),
        ("\"text\" = { size = \"big\" }", "size must be a number of pixels from 1 to 200"),
        ("\"text\" = { scales = true }", "scales has no effect without size; add size"),
        ("\"text\" = { size = 14, min_size = 20, max_size = 10 }", "min_size is 20, more than the max_size of 10"),
        ("\"text\" = { size = 14, scales = 1 }", "scales must be true or false"),
        ("\"text\" = { transform = \"loud\" }", "transform must be one of none, uppercase"),
        ("\"text\" = { sise = 3 }", "unknown style key \"sise\"; did you mean \"size\"?"),
    ]

    @Test(arguments: mistakes) func `a mistake is told with its line`(line: String, message: String) throws {
        let (_, problems) = try theme("inherits = \"terminal\"\n\(line)\n")
        #expect(problems.map(\.line) == [2] && problems.map(\.message) == [message], "\(problems)")
    }
}
