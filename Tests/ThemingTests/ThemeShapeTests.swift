import Canvas
import Testing

@testable import Theming

struct ThemeShapeTests {
    private func theme(_ texts: [String: String], _ name: String = "mine") throws -> (Theme, [ThemeProblem]) {
        let folder = try ThemeFolder(texts)
        return try ThemeLoader.load(name, searchPaths: [folder.path], depth: .direct)
    }

    @Test func `shipped themes have the usual shape`() throws {
        for name in ThemeLoader.builtIn { #expect(try ThemeLoader.load(name, depth: .direct).0.shape == ThemeShape()) }
    }

    @Test func `a shape is read, and omitted settings are inherited`() throws {
        let base = """
            inherits = "ink"
            [shape]
            border = "double"
            sheet_border = "heavy"
            padding = 2
            rule_top = true
            rule_between = true
            """
        let mine = """
            inherits = "base"
            [shape]
            border = "ascii"
            spacing = 1
            element_spacing = 0
            rule_between = false
            rule_bottom = true
            """
        let (theme, problems) = try theme(["base": base, "mine": mine])
        #expect(problems.isEmpty, "\(problems)")
        var shape = ThemeShape()
        shape.border = .ascii
        shape.sheetBorder = .heavy
        shape.padding = 2
        shape.spacing = 1
        shape.elementSpacing = 0
        shape.rules = [.top, .bottom]
        #expect(theme.shape == shape)
    }

    static let mistakes: [(String, String)] = [
        ("border = \"thick\"", "border must be one of none, light, rounded, heavy, double, ascii"),
        ("border = 3", "border must be one of none, light, rounded, heavy, double, ascii"),
        ("padding = 0", "padding must be a number from 1 to 4"),
        ("spacing = 9", "spacing must be a number from 0 to 3"),
        ("element_spacing = true", "element_spacing must be a number from 0 to 2"),
        ("rule_top = 1", "rule_top must be true or false"),
        ("pading = 2", "unknown setting of [shape] \"pading\"; did you mean \"padding\"?"),
    ]

    @Test(arguments: mistakes) func `a mistake is told with its line`(line: String, message: String) throws {
        let (theme, problems) = try theme(["mine": "inherits = \"terminal\"\n[shape]\n\(line)\n"])
        #expect(problems.map(\.line) == [3] && problems.map(\.message) == [message], "\(problems)")
        #expect(theme.shape == ThemeShape())
    }
}
