package import Canvas

extension Theme {
    /// The background of a field for text input: ``StyleScope/inputField``, underlined if its background is that of the
    /// screen. A field therefore shows its width in every theme.
    package var field: Style {
        let style = self[.inputField]
        return style.background == self[.base].background ? style.adding(.underline) : style
    }

    /// The style of text on the background of a field.
    package func onField(_ scope: StyleScope) -> Style {
        let (style, field) = (self[scope], field)
        return Style(
            foreground: style.foreground, background: field.background,
            attributes: style.attributes.union(field.attributes.intersection(.underline)))
    }

    /// The scopes of categories, from the first hue.
    package static let categoryScopes: [StyleScope] = [
        .cardCategory1, .cardCategory2, .cardCategory3, .cardCategory4, .cardCategory5, .cardCategory6,
    ]

    /// Hues for a theme that does not define any: scopes with a colour that is not a warning.
    private static let derivedCategories: [StyleScope] = [
        .textLink, .statusLive, .cardBullet, .sheetKey, .textCode, .cardCategory,
    ]

    /// The style of a category with this hue. If a theme has no hues of its own, the colours of other scopes are used.
    ///
    /// - Parameter hue: The index in ``categoryScopes``, from 0.
    package func category(_ hue: Int) -> Style {
        let style = self[Self.categoryScopes[hue]]
        guard style == self[.cardCategory], !hasHues else { return style }
        return Style(
            foreground: self[Self.derivedCategories[hue]].foreground, background: style.background,
            attributes: style.attributes)
    }

    private var hasHues: Bool { Self.categoryScopes.contains { self[$0] != self[.cardCategory] } }
}
