import Cards
import MessageHTML
import VendorClient

/// The content of a message as components of a card, split into consecutive pages.
struct MessageContent: Sendable {
    /// The maximum numbers of components and of bytes of a page, below the limits of a session.
    private static let (componentLimit, byteLimit) = (150, 40_000)

    /// The pages from top to bottom, at least one.
    let pages: [[Card.Component]]

    /// Converts and splits a content.
    ///
    /// - Parameter title: The title above the content, in Markdown. A first headline that repeats it is left out.
    init(_ content: String, below title: String? = nil) {
        var components =
            content.contains("<")
            ? HTMLContent(content).readable
            : [.text(Card.TextBlock(text: Markdown.escaped(content.prefix(scalars: CardLimits.text / 2))))]
        if let title, case .headline(let headline)? = components.first, headline.text == title {
            components.removeFirst()
        }
        pages = Self.pages(of: components)
    }

    /// The page with this name, with a component at its end that loads the next page; nil if there is none.
    func page(_ name: String) -> [Card.Component]? {
        guard let number = pages.indices.first(where: { Self.name($0) == name }) else { return nil }
        let isLast = number == pages.count - 1
        return pages[number] + (isLast ? [] : [.loadMore(Card.LoadMore(text: "More", page: Self.name(number + 1)))])
    }

    private static func name(_ number: Int) -> String {
        number == 0 ? InboxCard.contentPage : "\(InboxCard.contentPage) \(number + 1)"
    }

    private static func pages(of components: [Card.Component]) -> [[Card.Component]] {
        var pages: [[Card.Component]] = [[]]
        var bytes = 0
        for component in components.flatMap(parts) {
            let size = component.json.encoded().count
            if bytes + size > byteLimit || pages[pages.count - 1].count >= componentLimit {
                pages.append([])
                bytes = 0
            }
            pages[pages.count - 1].append(component)
            bytes += size
        }
        if pages == [[]] { pages = [[.text(Card.TextBlock(text: "This message has no text.", appearance: .tertiary))]] }
        return Array(pages.prefix(CardLimits.pages))
    }

    /// Splits a list that is too large for a page into several lists.
    private static func parts(of component: Card.Component) -> [Card.Component] {
        guard case .list(let list) = component, component.json.encoded().count > byteLimit / 2 else {
            return [component]
        }
        guard list.items.count > 1 else {
            return [.text(Card.TextBlock(text: "This list is too long and is not shown", appearance: .tertiary))]
        }
        let middle = list.items.count / 2
        return [list.items[..<middle], list.items[middle...]].flatMap { items in
            var part = list
            part.items = Array(items)
            return parts(of: .list(part))
        }
    }
}
