internal import Canvas
internal import Theming

/// The inline markup of a part of a text. Kinds can be combined.
struct Markup: OptionSet, Equatable {
    let rawValue: UInt8

    static let strong = Markup(rawValue: 1 << 0)
    static let emphasis = Markup(rawValue: 1 << 1)
    static let code = Markup(rawValue: 1 << 2)
    static let link = Markup(rawValue: 1 << 3)
    /// Text that is not the author's, such as the number of a link.
    static let note = Markup(rawValue: 1 << 4)

    private static let scopes: [(Markup, StyleScope)] = [
        (.emphasis, .textEmphasis), (.strong, .textStrong), (.code, .textCode), (.link, .textLink), (.note, .textDim),
    ]

    /// The style with this markup applied to it.
    func applied(to style: Style, _ theme: Theme) -> Style {
        guard !isEmpty else { return style }
        return Self.scopes.reduce(style) { contains($1.0) ? $0.merging(theme[$1.1]) : $0 }
    }
}
