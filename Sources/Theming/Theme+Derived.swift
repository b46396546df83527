package import Canvas

extension Theme {
    /// The ground of a field that text is typed into: ``StyleScope/inputField``, underlined where its background does not
    /// set it apart. So a field shows its width in every theme.
    package var field: Style {
        let style = self[.inputField]
        return style.background == self[.base].background ? style.adding(.underline) : style
    }

    /// The style of what is written on the ground of a field.
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

    /// Hues for a theme that says nothing of them: scopes with a colour that is no warning.
    private static let derivedCategories: [StyleScope] = [
        .textLink, .statusLive, .cardBullet, .sheetKey, .textCode, .cardCategory,
    ]

    /// The style of a category with this hue. Without hues of its own, a theme takes the colours of other scopes.
    ///
    /// - Parameter hue: from 0; see ``categoryScopes``.
    package func category(_ hue: Int) -> Style {
        let style = self[Self.categoryScopes[hue]]
        guard style == self[.cardCategory], !hasHues else { return style }
        return Style(
            foreground: self[Self.derivedCategories[hue]].foreground, background: style.background,
            attributes: style.attributes)
    }

    private var hasHues: Bool { Self.categoryScopes.contains { self[$0] != self[.cardCategory] } }
}
