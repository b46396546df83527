internal import AppCore
internal import Canvas
internal import Cards
internal import Theming

/// What the row of a card says, whatever its width: kept from frame to frame, because finding it out takes longer than
/// drawing it.
struct ListRow {
    let title: SafeText
    let category: CategoryView?
    /// What stands beside the category on the card.
    let note: SafeText?
    /// What the card says first, for where there is a second line and no category.
    let text: SafeText
    /// Whether the card cannot be read.
    let isUnreadable: Bool

    /// More than fits in any row.
    private static let limit = 400

    init(_ item: CardWindow.Item, variables: [String: String], hasNerdFont: Bool, forms: [StyleScope: TextForm]) {
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
        self.title =
            title ?? SafeText(category?.text ?? Strings.Card.nothingShown(isSubview: false), limit: Self.limit)
        text = title == nil ? .empty : card.body.rowText(with: variables).map(Self.firstLine) ?? .empty
        // What names the card need not stand beside it again.
        self.category =
            title == nil
            ? nil
            : category.flatMap {
                CategoryView($0, icon: IconSign(name: $0.icon?.name, hasNerdFont: hasNerdFont), forms: forms)
            }
    }

    /// The first line of a text without its markup.
    private static func firstLine(of text: String) -> SafeText {
        let line = text.split(whereSeparator: \.isNewline).first { !$0.allSatisfy(\.isWhitespace) } ?? ""
        var links = LinkNumbers()
        return SafeText(Markdown.inline(String(line.prefix(limit)), links: &links).text.string, limit: limit)
    }
}

/// The rows of earlier frames.
struct ListRowCache {
    /// Some screens' worth; when there are more, those that the frame does not show go.
    static let capacity = 512

    private var entries: [CardID: Entry] = [:]
    private var frame = 0
    /// Rows made since the start, for tests.
    private(set) var rowsMade = 0

    private struct Entry {
        let version: Int64
        let variables: [String: String]?
        let row: ListRow
        var lastFrame: Int
    }

    /// To be called once per frame.
    mutating func begin() {
        frame += 1
        guard entries.count > Self.capacity else { return }
        let last = frame - 1
        entries = entries.filter { $0.value.lastFrame == last }
    }

    /// Forgets everything.
    mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

    mutating func row(of item: CardWindow.Item, variables: [String: String]?, _ settings: LayoutSettings?) -> ListRow {
        // One search, and no copy of what is only compared.
        if let found = entries.index(forKey: item.id), entries.values[found].version == item.version,
            entries.values[found].variables == variables
        {
            entries.values[found].lastFrame = frame
            return entries.values[found].row
        }
        let settings = settings ?? LayoutSettings()
        let row = ListRow(
            item, variables: variables ?? [:], hasNerdFont: settings.hasNerdFont, forms: settings.forms)
        rowsMade += 1
        entries[item.id] = Entry(version: item.version, variables: variables, row: row, lastFrame: frame)
        return row
    }
}
