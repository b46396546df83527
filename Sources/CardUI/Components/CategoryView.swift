internal import AppCore
internal import Canvas
internal import Cards
internal import Theming

/// What a card is about, for the row at its top: an icon with a main and a lesser text.
struct CategoryView {
    let icon: IconSign?
    let main: SafeText
    let sub: SafeText

    private static let limit = 400
    /// A longer main text is cut for the lesser one only down to this.
    private static let shortest = 8

    init?(_ category: Category, icon: IconSign?, forms: [StyleScope: TextForm] = [:]) {
        main = SafeText(category.text, limit: Self.limit).formed(as: forms[.cardCategory])
        sub = SafeText(category.subText ?? "", limit: Self.limit).formed(as: forms[.cardCategorySub])
        self.icon = icon
        if main.isEmpty, sub.isEmpty { return nil }
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
    var withoutSub: CategoryView { main.isEmpty ? self : CategoryView(icon: icon, main: main, sub: .empty) }

    private init(icon: IconSign?, main: SafeText, sub: SafeText) {
        (self.icon, self.main, self.sub) = (icon, main, sub)
    }

    /// Writes at most `room` columns and returns how many it took.
    func draw(_ painter: Painter, at start: Point, room: Int, context: DrawContext) -> Int {
        let theme = context.theme
        var point = start
        if let icon, room > iconWidth {
            let style = theme[.cardCategory]
            point.column += context.draw(icon, painter, at: point, style: style)
            point.column += painter.write(" ", at: point, style: style)
        }
        let end = start.column + room
        let main = TextLayout.truncate(main, width: end - point.column)
        point.column += painter.write(main, at: point, style: theme[.cardCategory])
        guard !sub.isEmpty else { return point.column - start.column }
        let separator: SafeText = main.isEmpty ? .empty : " · "
        let rest = end - point.column - TextLayout.width(of: separator)
        guard rest >= 4 else { return point.column - start.column }
        let text = separator + TextLayout.truncate(sub, width: rest)
        point.column += painter.write(text, at: point, style: theme[.cardCategorySub])
        return point.column - start.column
    }
}
