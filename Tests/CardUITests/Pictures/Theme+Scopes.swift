import Canvas

@testable import Theming

/// A theme for tests in which every scope has colours of its own, so that a drawn cell tells which scopes it was drawn
/// with. ``CellScopes`` reads them back.
extension Theme {
    /// Without any theme file: no theme's change changes what is drawn with it.
    static let scopes = recordingScopes(shape: ThemeShape(), forms: [:])

    /// The same with the shape and the forms of texts of this theme.
    var scopes: Theme { Self.recordingScopes(shape: shape, forms: forms) }

    private static func recordingScopes(shape: ThemeShape, forms: [StyleScope: TextForm]) -> Theme {
        Theme(
            name: "scopes", depth: .direct, styles: StyleScope.allCases.map(style), shape: shape, forms: forms)
    }

    /// The scope is the colour of the text and of its background. Markup lies over another scope's background; attributes
    /// that no terminal has tell of markup that other markup covers.
    private static func style(_ scope: StyleScope) -> Style {
        if scope == .base { return .default }
        if let mark = CellScopes.marks[scope] { return Style(foreground: CellScopes.color(scope), attributes: mark) }
        // What is behind a modal card becomes dim unless its contrast is low; here it is dim at once.
        let attributes: Attributes = scope == .modalBackdrop ? .dim : []
        return Style(
            foreground: CellScopes.color(scope), background: CellScopes.color(scope), attributes: attributes)
    }
}
