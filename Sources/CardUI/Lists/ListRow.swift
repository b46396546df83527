internal import AppCore
internal import Canvas
internal import Cards
internal import Theming

/// The content of a card's row, independent of its width. Kept from frame to frame, because making it takes longer than
/// drawing it.
struct ListRow {
    let title: SafeText
    let category: CategoryView?
    /// The secondary text of the category.
    let note: SafeText?
    /// The first line of the card's text, or else the labels of its buttons, for the second line of a narrow row without
    /// a category; empty if there is none.
    let text: SafeText
    /// Whether the card cannot be read.
    let isUnreadable: Bool

    /// The maximum number of characters: more than fits into any row.
    private static let limit = 400

    init(
        _ item: CardWindow.Item, isNarrow: Bool, variables: [String: String], hasNerdFont: Bool,
        forms: [StyleScope: TextForm]
    ) {
        guard case .card(let card) = item.content else {
            title = SafeText(Strings.Card.unreadable)
            text = .empty
            (category, note, isUnreadable) = (nil, nil, true)
            return
        }
        isUnreadable = false
        let category = card.body.rowCategory(with: variables)
        note = category?.subText.map { SafeText($0, limit: Self.limit) }
        let title = card.body.rowTitle(with: variables).map(Self.firstLine)
        let isEmpty = !card.body.components.contains(where: \.isUnknown)
        self.title =
            title
            ?? SafeText(
                category?.text ?? Strings.Card.nothingShown(isSubview: false, isEmpty: isEmpty), limit: Self.limit)
        text =
            isNarrow && title != nil
            ? card.body.rowText(with: variables).map(Self.firstLine) ?? Self.buttons(of: card.body, variables) : .empty
        // A category that already serves as the title is not repeated.
        self.category =
            title == nil
            ? nil
            : category.flatMap {
                CategoryView($0, icon: InlineIcon(name: $0.icon?.name, hasNerdFont: hasNerdFont), forms: forms)
            }
    }

    private static func buttons(of body: CardBody, _ variables: [String: String]) -> SafeText {
        let buttons = FocusTarget.buttons(in: body.resolvingVariables(variables).components)
        return SafeText(buttons.map(\.text).joined(separator: " · "), limit: limit)
    }

    /// The first line of a text without its markup.
    private static func firstLine(of text: String) -> SafeText {
        // Iterates over scalars, which is faster than over characters.
        let start = text.unicodeScalars.drop(while: \.properties.isWhitespace)
        var line = String(start.prefix(4 * limit).prefix { !isNewline($0) })
        if line.utf8.contains(UInt8(ascii: "|")) {
            let lines = String(start.prefix(8 * limit)).split(maxSplits: 2, whereSeparator: \.isNewline)
            // Of a table, the names of its columns.
            if let table = TableLines(Array(lines.prefix(2))) { line = table.header.joined(separator: " · ") }
        }
        var links = LinkNumbers()
        return SafeText(Markdown.inline(line, links: &links).text.string, limit: limit)
    }

    /// The same characters as `Character.isNewline`.
    private static func isNewline(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\n"..."\r", "\u{85}", "\u{2028}", "\u{2029}": true
        default: false
        }
    }
}

/// A cache for the rows of earlier frames.
struct ListRowCache {
    /// Enough for several screens. When there are more entries, those that the last frame did not use are removed.
    static let capacity = 512

    private var entries: [CardID: Entry] = [:]
    private var frame = 0
    /// The number of rows made since the start, for tests.
    private(set) var rowsMade = 0

    /// A class, so that a lookup copies nothing.
    private final class Entry {
        let version: Int64
        let isNarrow: Bool
        let variables: [String: String]?
        let forms: [StyleScope: TextForm]
        let row: ListRow
        var lastFrame: Int

        init(
            _ item: CardWindow.Item, isNarrow: Bool, variables: [String: String]?, _ settings: LayoutSettings,
            frame: Int
        ) {
            version = item.version
            self.isNarrow = isNarrow
            self.variables = variables
            forms = settings.forms
            row = ListRow(
                item, isNarrow: isNarrow, variables: variables ?? [:], hasNerdFont: settings.hasNerdFont,
                forms: settings.forms)
            lastFrame = frame
        }
    }

    /// Starts a frame. Call this once per frame.
    mutating func begin() {
        frame += 1
        guard entries.count > Self.capacity else { return }
        let last = frame - 1
        entries = entries.filter { $0.value.lastFrame == last }
    }

    /// Empties the cache.
    mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

    mutating func row(
        of item: CardWindow.Item, isNarrow: Bool, variables: [String: String]?, _ settings: LayoutSettings
    ) -> ListRow {
        if let found = entries[item.id], found.version == item.version, found.isNarrow == isNarrow,
            found.variables == variables, found.forms == settings.forms
        {
            found.lastFrame = frame
            return found.row
        }
        let entry = Entry(
            item, isNarrow: isNarrow, variables: variables, settings, frame: frame)
        rowsMade += 1
        entries[item.id] = entry
        return entry.row
    }
}
