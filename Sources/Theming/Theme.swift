package import Canvas

/// A resolved theme: a ``Style`` for every ``StyleScope``, for one ``ColorDepth``.
package struct Theme: Equatable, Sendable {
    package let name: String
    /// The background that it was resolved for.
    package let appearance: Appearance
    package let depth: ColorDepth
    /// The names of the theme and of those that it inherits from, starting with itself.
    package let lineage: [String]
    /// The paths of its files; empty for a built-in theme.
    package let files: [String]
    /// The text size that it was resolved for.
    package let textSize: TextSize
    package let shape: ThemeShape
    /// The scopes whose texts are transformed; most themes have none.
    package let forms: [StyleScope: TextForm]
    /// The styles that the theme defines for icons, by their scopes; most themes define none.
    let icons: [StyleScope: IconLook]
    /// The styles by the scope's raw value, with inheritance, palette and fallbacks applied.
    private let styles: [Style]

    init(
        name: String, appearance: Appearance = .dark, depth: ColorDepth, styles: [Style], lineage: [String] = [],
        files: [String] = [], textSize: TextSize = .standard, shape: ThemeShape = ThemeShape(),
        forms: [StyleScope: TextForm] = [:], icons: [StyleScope: IconLook] = [:]
    ) {
        precondition(styles.count == StyleScope.allCases.count, "expected one style per scope; found \(styles.count)")
        self.name = name
        self.appearance = appearance
        self.depth = depth
        self.styles = styles
        self.lineage = lineage.isEmpty ? [name] : lineage
        self.files = files
        self.textSize = textSize
        self.shape = shape
        self.forms = forms
        self.icons = icons
    }

    /// Whether the background is light: the theme's own, or that of the terminal it was resolved for.
    package var isLight: Bool {
        guard case .rgb(let red, let green, let blue) = self[.base].background.value else {
            return appearance == .light
        }
        return 3 * Int(red) + 6 * Int(green) + Int(blue) > 1275
    }

    /// A theme with the terminal's own colours and without attributes, for measurements and tests of text.
    package static let plain = Theme(
        name: "plain", depth: .none, styles: Array(repeating: Style(), count: StyleScope.allCases.count))

    /// Whether a string is a valid colour without a palette.
    package static func isColor(_ text: String) -> Bool { ThemeColor(text) != nil }

    /// The syntax of these colours, for messages.
    package static let colorWords =
        "a colour name (red, bright-blue, …), \"default\", a number from 0 to 255, or #RRGGBB"

    /// A colour in theme syntax without palette names; nil if invalid. For colours of a host.
    package func color(_ text: String) -> Color? { ThemeColor(text)?.color(at: depth) }

    package subscript(scope: StyleScope) -> Style { styles[Int(scope.rawValue)] }
}
