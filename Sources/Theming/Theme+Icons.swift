package import Canvas

extension StyleScope {
    /// The scopes of icons: one for each kind of text that icons stand beside.
    static let icons: [StyleScope] = [
        .cardCategoryIcon, .cardTitleIcon, .textIcon, .inputLabelIcon, .buttonPrimaryIcon, .buttonSecondaryIcon,
    ]

    /// The scope of an icon beside text of this scope; nil if such an icon always looks like its text. That is so while a
    /// button or an input has the focus, because the look of the focus has to be seen.
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

/// What a theme says of the icons beside some kind of text. What it leaves out is as in the text.
struct IconLook: Equatable, Sendable {
    var ink: Color?
    var attributes: Attributes?

    /// The style of an icon beside text of this style, and on its ground.
    func style(beside text: Style) -> Style {
        var style = text
        let isReversed = text.attributes.contains(.reverse)
        if let attributes { style.attributes = attributes.subtracting(.reverse).union(isReversed ? .reverse : []) }
        // Reversed text is written with the background.
        if let ink { if isReversed { style.background = ink } else { style.foreground = ink } }
        return style
    }
}

extension Theme {
    /// The style of an icon beside text: the colour that the theme gives to icons there, otherwise the text's (Atomic SwiftUI
    /// SDK guide 25.4, "Custom icon colors").
    ///
    /// - Parameters:
    ///   - scope: of the text.
    ///   - style: of the text, if it is not that of the scope.
    package func icon(beside scope: StyleScope, _ style: Style? = nil) -> Style {
        let text = style ?? self[scope]
        return scope.icon.flatMap { icons[$0] }?.style(beside: text) ?? text
    }
}
