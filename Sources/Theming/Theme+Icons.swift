package import Canvas

extension StyleScope {
    /// The scopes of icons: one for each kind of text that can have icons beside it.
    static let icons: [StyleScope] = [
        .cardCategoryIcon, .cardTitleIcon, .textIcon, .inputLabelIcon, .buttonPrimaryIcon, .buttonSecondaryIcon,
    ]

    /// The scope of an icon beside text of this scope; nil if the icon always looks like its text. The icons of focused
    /// buttons and inputs do, because the focus must be visible.
    package var icon: StyleScope? {
        switch self {
        case .cardCategory, .cardCategory1, .cardCategory2, .cardCategory3, .cardCategory4, .cardCategory5,
            .cardCategory6:
            .cardCategoryIcon
        case .cardTitle, .cardTitleSelected, .cardTitleSecond, .cardTitleThird: .cardTitleIcon
        case .text, .textSecondary, .textTertiary: .textIcon
        case .inputLabel: .inputLabelIcon
        case .buttonPrimary, .buttonPrimarySelected: .buttonPrimaryIcon
        case .buttonSecondary: .buttonSecondaryIcon
        default: nil
        }
    }
}

/// The style that a theme defines for the icons beside a kind of text. Properties that are nil are those of the text.
struct IconLook: Equatable, Sendable {
    var ink: Color?
    var attributes: Attributes?

    /// The style of an icon beside text of this style, on the same background.
    func style(beside text: Style) -> Style {
        var style = text
        let isReversed = text.attributes.contains(.reverse)
        if let attributes { style.attributes = attributes.subtracting(.reverse).union(isReversed ? .reverse : []) }
        // Reversed text shows the background colour as its text colour.
        if let ink { if isReversed { style.background = ink } else { style.foreground = ink } }
        return style
    }
}

extension Theme {
    /// The style of an icon beside text: the colour that the theme gives to icons there, otherwise the text's (Atomic
    /// SwiftUI SDK guide 25.4, "Custom icon colors").
    ///
    /// - Parameters:
    ///   - scope: The scope of the text.
    ///   - style: The style of the text; nil for that of the scope.
    package func icon(beside scope: StyleScope, _ style: Style? = nil) -> Style {
        let text = style ?? self[scope]
        return scope.icon.flatMap { icons[$0] }?.style(beside: text) ?? text
    }
}
