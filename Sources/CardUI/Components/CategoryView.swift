internal import AppCore
internal import Canvas
internal import Cards
internal import Theming

/// What a card is about, for the row at its top: an icon with a main and a lesser text.
struct CategoryView {
    let icon: IconSign?
    let main: SafeText
    private(set) var sub: SafeText
    /// The name by which the configuration may give it a colour.
    private let name: String
    /// Its colour among those of the theme, from 0: the same for the same name, on every machine.
    let hue: Int

    private static let limit = 400
    /// A longer main text is cut for the lesser one only down to this.
    private static let shortest = 8

    init?(_ category: Card.Category, icon: IconSign?, forms: [StyleScope: TextForm] = [:]) {
        main = SafeText(category.text, limit: Self.limit).formed(as: forms[.cardCategory])
        sub = SafeText(category.subText ?? "", limit: Self.limit).formed(as: forms[.cardCategorySub])
        self.icon = icon
        name = Self.name(of: category)
        hue = Self.hue(of: category)
        if main.isEmpty, sub.isEmpty { return nil }
    }

    /// Capitals make no difference.
    private static func name(of category: Card.Category) -> String { category.text.lowercased() }

    /// From the bytes of its name, by FNV-1a.
    static func hue(of category: Card.Category) -> Int {
        let hash = name(of: category).utf8.reduce(0x811C_9DC5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
        // The low bits of this hash alone are alike for names that are alike.
        return Int((hash ^ hash >> 16) % UInt32(Theme.categoryScopes.count))
    }

    /// The look of its main text.
    func style(_ context: DrawContext) -> Style {
        var style = context.theme.category(hue)
        if let color = context.categories[name].flatMap({ context.theme.color($0) }) { style.foreground = color }
        return style
    }

    /// Columns without which the category would say nothing.
    var leastWidth: Int { iconWidth + min(TextLayout.width(of: main), Self.shortest) }

    private var iconWidth: Int { icon.map { $0.width + 1 } ?? 0 }

    /// All of it as one text.
    var line: SafeText {
        let texts = [main, sub].filter { !$0.isEmpty }.joined(separator: " · ")
        return icon.map { "\($0.text) \(texts)" } ?? texts
    }

    /// Without the lesser text, where there is a main one.
    var withoutSub: CategoryView {
        var shown = self
        if !main.isEmpty { shown.sub = .empty }
        return shown
    }

    /// Writes at most `room` columns and returns how many it took.
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
