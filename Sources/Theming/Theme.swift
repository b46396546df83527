package import Canvas

/// How everything looks: one finished ``Style`` for every ``StyleScope``, for one ``ColorDepth``.
package struct Theme: Equatable, Sendable {
    package let name: String
    /// The background it was resolved for.
    package let appearance: Appearance
    package let depth: ColorDepth
    /// The names of the theme and of those it inherits, itself first.
    package let lineage: [String]
    /// The paths of the files it was made of; none for a theme inside the program.
    package let files: [String]
    /// The text size it was resolved for.
    package let textSize: TextSize
    package let shape: ThemeShape
    /// The scopes whose texts are written in another form than they come; most themes have none.
    package let forms: [StyleScope: TextForm]
    /// By the scope's raw value; inheritance, palette and fallbacks are already worked in.
    private let styles: [Style]

    init(
        name: String, appearance: Appearance = .dark, depth: ColorDepth, styles: [Style], lineage: [String] = [],
        files: [String] = [], textSize: TextSize = .standard, shape: ThemeShape = ThemeShape(),
        forms: [StyleScope: TextForm] = [:]
    ) {
        precondition(styles.count == StyleScope.allCases.count, "one style per scope, got \(styles.count)")
        self.name = name
        self.appearance = appearance
        self.depth = depth
        self.styles = styles
        self.lineage = lineage.isEmpty ? [name] : lineage
        self.files = files
        self.textSize = textSize
        self.shape = shape
        self.forms = forms
    }

    /// Whether its background is light: its own, or that of the terminal it was resolved for.
    package var isLight: Bool {
        guard case .rgb(let red, let green, let blue) = self[.base].background.value else {
            return appearance == .light
        }
        return 3 * Int(red) + 6 * Int(green) + Int(blue) > 1275
    }

    /// A theme of the terminal's own colours without any attribute: for measurements and tests that look at text.
    package static let plain = Theme(
        name: "plain", depth: .none, styles: Array(repeating: Style(), count: StyleScope.allCases.count))

    /// Whether a text is a colour wherever there is no palette.
    package static func isColor(_ text: String) -> Bool { ThemeColor(text) != nil }

    /// What such a colour may be.
    package static let colorWords = "a colour name (red, bright-blue, …), \"default\", 0 to 255, or #RRGGBB"

    /// A colour as themes write them, without palette names; nil for what is none. For what a host colours itself.
    package func color(_ text: String) -> Color? { ThemeColor(text)?.color(at: depth) }

    package subscript(scope: StyleScope) -> Style { styles[Int(scope.rawValue)] }
}
