internal import Canvas
internal import Theming

/// The colours of drawings that are used as icons beside text: the theme's icon colour for that place, or else the
/// text's colour (Atomic SwiftUI SDK guide 25.4, "Custom icon colors").
struct IconColors: Equatable {
    private var colors: [StyleScope: PictureInk] = [:]

    /// The scopes of text that can have icons, in addition to categories.
    private static let scopes: [StyleScope] = [
        .cardTitle, .cardTitleSecond, .cardTitleThird, .text, .textSecondary, .textTertiary, .inputLabel,
        .buttonPrimary, .buttonSecondary,
    ]

    init() {}

    init(_ theme: Theme) {
        for scope in Self.scopes { colors[scope] = Self.ink(beside: scope, theme[scope], theme) }
        for (hue, scope) in Theme.categoryScopes.enumerated() {
            colors[scope] = Self.ink(beside: scope, theme.category(hue), theme)
        }
    }

    /// The colour for icons beside text with this scope; nil without a theme.
    subscript(scope: StyleScope) -> PictureInk? { colors[scope] }

    private static func ink(beside scope: StyleScope, _ text: Style, _ theme: Theme) -> PictureInk {
        // Black is visible where dark text is visible, which is on a light background.
        PictureInk(color(of: theme.icon(beside: scope, text), theme), isOnDark: isLight(color(of: text, theme)))
    }

    private static func color(of style: Style, _ theme: Theme) -> Color {
        let isReversed = style.attributes.contains(.reverse)
        let color = isReversed ? style.background : style.foreground
        switch color.value {
        case .rgb: return color
        case .palette(let index):
            let (red, green, blue) = Color.xterm(index)
            return .rgb(UInt8(red), UInt8(green), UInt8(blue))
        // The most common default colour of terminals with this background.
        case .default: return theme.isLight != isReversed ? .rgb(0, 0, 0) : .rgb(229, 229, 229)
        }
    }

    private static func isLight(_ color: Color) -> Bool {
        guard case .rgb(let red, let green, let blue) = color.value else { return false }
        return Int(red) * 3 + Int(green) * 6 + Int(blue) > 1280
    }
}
