internal import AppCore
internal import Canvas
internal import Cards
internal import Theming

/// The category of a card, in its top row: an icon with a main text and a secondary text.
struct CategoryView {
    let icon: InlineIcon?
    let main: SafeText
    private(set) var sub: SafeText
    /// The name that the configuration can assign a colour to.
    private let name: String
    /// The index of its colour in the theme, from 0. The same name has the same colour on every machine.
    let hue: Int

    private static let limit = 400
    /// The main text is truncated to this many columns at most to make room for the secondary text.
    private static let shortest = 8

    init?(_ category: Card.Category, icon: InlineIcon?, forms: [StyleScope: TextForm] = [:]) {
        main = SafeText(category.text, limit: Self.limit).formed(as: forms[.cardCategory])
        sub = SafeText(category.subText ?? "", limit: Self.limit).formed(as: forms[.cardCategorySub])
        self.icon = icon
        name = Self.name(of: category)
        hue = Self.hue(of: category)
        if main.isEmpty, sub.isEmpty { return nil }
    }

    /// The category's name, in lower case, because names are compared without case.
    private static func name(of category: Card.Category) -> String { category.text.lowercased() }

    /// The colour index: the FNV-1a hash of the UTF-8 bytes of the name.
    static func hue(of category: Card.Category) -> Int {
        let hash = name(of: category).utf8.reduce(0x811C_9DC5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
        // The low bits of this hash alone are similar for similar names.
        return Int((hash ^ hash >> 16) % UInt32(Theme.categoryScopes.count))
    }

    /// The style of the main text.
    func style(_ context: DrawContext) -> Style {
        var style = context.theme.category(hue)
        if let color = context.categories[name].flatMap({ context.theme.color($0) }) { style.foreground = color }
        return style
    }

    /// The fewest columns in which the category is recognizable.
    var minWidth: Int { iconWidth + min(TextLayout.width(of: main), Self.shortest) }

    private var iconWidth: Int { icon.map { $0.width + 1 } ?? 0 }

    /// The icon and both texts as one text.
    var line: SafeText {
        let texts = [main, sub].filter { !$0.isEmpty }.joined(separator: " · ")
        return icon.map { "\($0.text) \(texts)" } ?? texts
    }

    /// The category without the secondary text; unchanged if there is no main text.
    var withoutSub: CategoryView {
        var shown = self
        if !main.isEmpty { shown.sub = .empty }
        return shown
    }

    /// Writes at most `room` columns, and returns the number of columns used.
    func draw(_ painter: Painter, at start: Point, room: Int, context: DrawContext) -> Int {
        let theme = context.theme
        let style = style(context)
        var point = start
        if let icon, room > iconWidth {
            let look = context.theme.icon(beside: .cardCategory, style)
            point.column += context.draw(icon, painter, at: point, style: look)
            point.column += painter.write(" ", at: point, style: style)
        }
        let end = start.column + room
        let main = TextLayout.truncate(main, width: end - point.column)
        point.column += painter.write(main, at: point, style: style)
        guard !sub.isEmpty else { return point.column - start.column }
        let separator: SafeText = main.isEmpty ? .empty : " · "
        let rest = end - point.column - TextLayout.width(of: separator)
        guard rest >= 4 else { return point.column - start.column }
        let text = separator + TextLayout.truncate(sub, width: rest)
        point.column += painter.write(text, at: point, style: theme[.cardCategorySub])
        return point.column - start.column
    }
}
