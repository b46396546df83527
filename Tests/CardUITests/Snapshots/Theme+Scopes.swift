import Canvas

@testable import Theming

/// A theme for tests in which every scope has its own colours, so that a drawn cell shows which scopes it was drawn
/// with. ``CellScopes`` decodes them.
extension Theme {
    /// Without a theme file, so that changes to themes do not change what is drawn with it.
    static let scopes = recordingScopes(shape: ThemeShape(), forms: [:])

    /// The same with the shape and the text forms of this theme.
    var scopes: Theme { Self.recordingScopes(shape: shape, forms: forms) }

    private static func recordingScopes(shape: ThemeShape, forms: [StyleScope: TextForm]) -> Theme {
        Theme(
            name: "scopes", depth: .direct, styles: StyleScope.allCases.map(style), shape: shape, forms: forms)
    }

    /// The scope is encoded in the colours of the text and of the background. Markup is drawn over another scope's
    /// background. Attributes that no terminal has identify markup that other markup covers.
    private static func style(_ scope: StyleScope) -> Style {
        if scope == .base { return .default }
        if let mark = CellScopes.marks[scope] { return Style(foreground: CellScopes.color(scope), attributes: mark) }
        // What is behind a modal card is dimmed unless its contrast is low; here it is always dimmed.
        let attributes: Attributes = scope == .modalBackdrop ? .dim : []
        return Style(
            foreground: CellScopes.color(scope), background: CellScopes.color(scope), attributes: attributes)
    }
}
