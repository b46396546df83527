internal import Canvas
internal import Theming

/// How a part of a text stands out from the rest; kinds add up.
struct Markup: OptionSet, Equatable {
    let rawValue: UInt8

    static let strong = Markup(rawValue: 1 << 0)
    static let emphasis = Markup(rawValue: 1 << 1)
    static let code = Markup(rawValue: 1 << 2)
    static let link = Markup(rawValue: 1 << 3)
    /// Not the author's words, for example a link's number.
    static let note = Markup(rawValue: 1 << 4)

    private static let scopes: [(Markup, StyleScope)] = [
        (.emphasis, .textEmphasis), (.strong, .textStrong), (.code, .textCode), (.link, .textLink), (.note, .textDim),
    ]

    /// A style with this laid over it.
    func applied(to style: Style, _ theme: Theme) -> Style {
        guard !isEmpty else { return style }
        return Self.scopes.reduce(style) { contains($1.0) ? $0.merging(theme[$1.1]) : $0 }
    }
}
