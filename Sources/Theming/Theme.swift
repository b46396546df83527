package import Canvas

/// How everything looks: one finished ``Style`` for every ``StyleScope``, for one ``ColorDepth``.
package struct Theme: Equatable, Sendable {
    package let name: String
    package let depth: ColorDepth
    /// The names of the theme and of those it inherits, itself first.
    package let lineage: [String]
    /// By the scope's raw value; inheritance, palette and fallbacks are already worked in.
    private let styles: [Style]

    init(name: String, depth: ColorDepth, styles: [Style], lineage: [String] = []) {
        precondition(styles.count == StyleScope.allCases.count, "one style per scope, got \(styles.count)")
        self.name = name
        self.depth = depth
        self.styles = styles
        self.lineage = lineage.isEmpty ? [name] : lineage
    }

    /// Whether it is meant for light backgrounds: "light", or based on it.
    package var isLight: Bool { lineage.contains("light") }

    /// A theme of the terminal's own colours without any attribute: for measurements and tests that look at text.
    package static let plain = Theme(
        name: "plain", depth: .none, styles: Array(repeating: Style(), count: StyleScope.allCases.count))

    package subscript(scope: StyleScope) -> Style { styles[Int(scope.rawValue)] }
}
