internal import AppCore
internal import Canvas
internal import Cards
internal import Theming

internal import struct Foundation.Date

/// The top row of a card: the category at the left; priority, time and menu at the right. If the card has a frame, the
/// row is written into the frame's upper edge.
struct CardCaption {
    let card: Card
    let category: CategoryView?
    let metrics: CardMetrics
    let context: DrawContext
    /// Replaces the category at the left, if present.
    var title: (text: SafeText, scope: StyleScope)?

    private struct Part {
        let text: SafeText
        let scope: StyleScope
        /// Parts with the lowest worth are dropped first when there is little room.
        let worth: Int
        /// Whether this is the symbol of the card's menu, which can be clicked.
        var isMenu = false
    }

    /// The least number of title columns that times and priority make room for.
    private static let minTitleColumns = 16
    /// A deadline that is closer than this, in seconds, is highlighted.
    static let soon = 3600.0

    /// Draws the caption and returns the columns of the symbol that opens the menu or dismisses the card; nil if it is
    /// not shown.
    func draw(_ painter: Painter) -> Range<Int>? {
        let parts = fittingParts
        var column = right - columns(of: parts)
        let end = column
        for part in parts {
            column += write(part.text, painter, at: column, scope: part.scope) + (metrics.isBoxed ? 1 : 0)
        }
        if let title, !title.text.isEmpty {
            draw(painter, from: left, to: end, style: context.theme[title.scope]) { point, room in
                painter.write(
                    TextLayout.truncate(title.text, width: room), at: point, style: context.theme[title.scope])
            }
        } else if let category {
            draw(painter, from: left, to: end, style: category.style(context)) { point, room in
                category.draw(painter, at: point, room: room, context: context)
            }
        }
        guard let menu = parts.last, menu.isMenu else { return nil }
        return right - columns(of: [menu])..<right
    }

    private var left: Int { metrics.isBoxed ? 2 : metrics.inset }
    /// At each corner, one column of the frame's edge stays visible.
    private var right: Int { metrics.columns - (metrics.isBoxed ? 2 : 0) }

    private var fittingParts: [Part] {
        var parts = self.parts
        let title = title.map { min(TextLayout.width(of: $0.text), Self.minTitleColumns) }
        let wanted = (title ?? category?.minWidth).map { $0 + spacing } ?? 0
        while !parts.isEmpty, columns(of: parts) + wanted > right - left {
            let least = parts.indices.min { parts[$0].worth < parts[$1].worth } ?? 0
            parts.remove(at: least)
        }
        return parts
    }

    /// The spaces around a part that is set into the frame, or between parts on a row without a frame.
    private var spacing: Int { metrics.isBoxed ? 2 : 1 }

    private func columns(of parts: [Part]) -> Int {
        guard !parts.isEmpty else { return 0 }
        let joints = metrics.isBoxed ? parts.count - 1 : 0
        return parts.reduce(joints) { $0 + TextLayout.width(of: $1.text) + spacing }
    }

    /// Writes a blank, the text and, inside a frame, another blank. Returns the number of columns used.
    @discardableResult
    private func write(_ text: SafeText, _ painter: Painter, at column: Int, scope: StyleScope) -> Int {
        let style = context.theme[scope]
        painter.write(" ", at: Point(column: column, row: 0), style: style)
        let width = painter.write(text, at: Point(column: column + 1, row: 0), style: style)
        if metrics.isBoxed { painter.write(" ", at: Point(column: column + 1 + width, row: 0), style: style) }
        return width + spacing
    }

    /// Draws the left part with blanks around it. `content` receives its position and the columns available, and
    /// returns the number of columns it used.
    private func draw(
        _ painter: Painter, from left: Int, to end: Int, style: Style, content: (Point, Int) -> Int
    ) {
        // On a row without a frame, the caption starts where the content starts.
        let start = metrics.isBoxed ? left : left - 1
        // Inside a frame, a piece of the edge stays visible between the left and the right part.
        let room = end - start - spacing - (metrics.isBoxed && end < metrics.columns - 2 ? 1 : 0)
        guard room > 0 else { return }
        painter.write(" ", at: Point(column: start, row: 0), style: style)
        let used = content(Point(column: start + 1, row: 0), room)
        if metrics.isBoxed { painter.write(" ", at: Point(column: start + 1 + used, row: 0), style: style) }
    }

    private var parts: [Part] {
        var parts: [Part] = []
        let priority = card.body.priority
        if priority != CardBody.defaultPriority {
            let label = PriorityLabel(priority)
            let worth = priority == 1 ? 5 : priority == 2 ? 4 : priority < CardBody.defaultPriority ? 2 : 0
            parts.append(Part(text: label.text, scope: label.scope, worth: worth))
        }
        parts.append(time)
        switch actions.overflowMenu {
        case .overflow where !actions.hasMenuItems: break
        case .overflow:
            parts.append(Part(text: "\(Glyph.menu) \(context.keys.menu)", scope: .cardMenu, worth: 1, isMenu: true))
        case .dismiss:
            let text: SafeText = "\(Glyph.dismiss) \(context.keys.dismiss)"
            parts.append(Part(text: text, scope: .cardMenu, worth: 1, isMenu: true))
        case .hidden: break
        }
        return parts
    }

    /// The actions that the card offers and its source supports.
    private var actions: ActionProperties { card.body.actions.limited(to: context.capabilities, votes: context.votes) }

    /// The time at which the card expires; if it does not expire, its age.
    private var time: Part {
        guard let expiry = card.expiresAt else {
            return Part(text: SafeText(TimeText.relative(card.activeAt, to: context.now)), scope: .cardTime, worth: 0)
        }
        let left = expiry.timeIntervalSince(context.now)
        let words = SafeText(TimeText.expiry(expiry, at: context.now))
        return Part(text: words, scope: left < Self.soon ? .cardTimeSoon : .cardTime, worth: 3)
    }
}
