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
    /// By the scope's raw value; inheritance, palette and fallbacks are already worked in.
    private let styles: [Style]

    init(
        name: String, appearance: Appearance = .dark, depth: ColorDepth, styles: [Style], lineage: [String] = [],
        files: [String] = []
    ) {
        precondition(styles.count == StyleScope.allCases.count, "one style per scope, got \(styles.count)")
        self.name = name
        self.appearance = appearance
        self.depth = depth
        self.styles = styles
        self.lineage = lineage.isEmpty ? [name] : lineage
        self.files = files
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

    package subscript(scope: StyleScope) -> Style { styles[Int(scope.rawValue)] }
}
