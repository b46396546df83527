import Cards

import struct Foundation.Date

/// Cards that are expensive to show. They exceed the limits of a server, but a store may contain cards of other kinds
/// of sources.
struct HeavyCard {
    let name: String
    let cards: [Card]

    private init(_ name: String, _ components: [Card.Component]) {
        self.init(name, cards: [Self.card(name, components)])
    }

    private init(_ name: String, cards: [Card]) {
        self.name = name
        self.cards = cards
    }

    private static func card(_ id: String, _ components: [Card.Component]) -> Card {
        let time = Date(milliseconds: 1_768_467_600_000)
        return Card(
            id: CardID(stored: id), streamID: StreamID("bench"), status: .active, createdAt: time, updatedAt: time,
            activeAt: time, body: CardBody(components: components))
    }

    /// A realistic feed.
    static let ordinary = (0..<30).map { number in
        card(
            "ordinary-\(number)",
            [
                .headline(Card.Headline(text: "Expense report \(number)")),
                .text(
                    Card.TextBlock(
                        text: "Ana spent **\(number) EUR** on lunch. See [the receipt](https://example.com).")),
                .buttons(
                    Card.ButtonContainer(buttons: [
                        Card.Button(text: "Approve", action: .dismiss),
                        Card.Button(text: "Reject", style: .secondary, action: .dismiss),
                    ])),
            ])
    }

    /// A screen full of pictures.
    private static let images = (0..<20).map { number in
        let url = "https://example.com/\(number).png"
        let words = "What image \(number) shows"
        let layout = [Card.Media.Layout.banner, .inline, .thumbnail][number % 3]
        return card(
            "image-\(number)",
            [
                .media(
                    Card.Media(
                        kind: .image, url: url, layout: layout, label: words, height: .short,
                        alternativeText: words))
            ])
    }

    static let all: [HeavyCard] = [
        HeavyCard("images-20", cards: images),
        HeavyCard(
            "components-1000",
            (0..<1000).map { number in
                switch number % 4 {
                case 0: .headline(Card.Headline(text: "Part \(number)", appearance: .h2))
                case 1: .text(Card.TextBlock(text: "Some **bold** text with a [link](https://example.com/\(number))."))
                case 2: .list(Card.ListBlock(items: (0..<3).map { .init(text: "Item \($0) of `\(number)`") }))
                default:
                    .buttons(Card.ButtonContainer(buttons: [Card.Button(text: "Press \(number)", action: .doNothing)]))
                }
            }),
        HeavyCard("text-1MB", text(repeating: "Lorem *ipsum* dolor sit amet, 漢字かな交じり文 and so on. ", bytes: 1 << 20)),
        HeavyCard("word-1MB", text(repeating: "a", bytes: 1 << 20)),
        HeavyCard("lists-200-deep", [.text(Card.TextBlock(text: nested(200)))]),
        HeavyCard("items-200-deep", [.list(Card.ListBlock(items: [nestedItem(200)]))]),
        HeavyCard("marks", text(repeating: "e\u{0301}\u{0327}\u{0489}", bytes: 1 << 20)),
        HeavyCard("zero-width", text(repeating: "\u{200B}\u{200D}\u{2060}\u{FEFF}", bytes: 1 << 20)),
        HeavyCard("joined-emoji", text(repeating: "👩\u{200D}👩\u{200D}👧\u{200D}👦", bytes: 1 << 20)),
        HeavyCard("right-to-left", text(repeating: "שלום עולם الموافقة ", bytes: 1 << 20)),
        HeavyCard("links", text(repeating: "[a](https://example.com/a) ", bytes: 1 << 16)),
        HeavyCard("brackets", text(repeating: "[", bytes: 1 << 16)),
        HeavyCard("brackets-closed", text(repeating: "[a](", bytes: 1 << 16)),
        HeavyCard("images-open", text(repeating: "![[]()", bytes: 1 << 16)),
        HeavyCard("stars", text(repeating: "*a **a ", bytes: 1 << 16)),
        HeavyCard("underscores", text(repeating: "a_b__c ", bytes: 1 << 16)),
        HeavyCard("backticks", text(repeating: "` `` ``` ", bytes: 1 << 16)),
        HeavyCard("quotations", text(repeating: ">", bytes: 1 << 14)),
        HeavyCard("pointy", text(repeating: "<a ", bytes: 1 << 16)),
        HeavyCard("definitions", text(repeating: "[a]: b\n\n", bytes: 1 << 16)),
        HeavyCard("lines", text(repeating: "\n", bytes: 1 << 16)),
        HeavyCard("bullets", text(repeating: "- a\n", bytes: 1 << 16)),
    ]

    private static func text(repeating piece: String, bytes: Int) -> [Card.Component] {
        [.text(Card.TextBlock(text: String(repeating: piece, count: bytes / piece.utf8.count)))]
    }

    private static func nested(_ depth: Int) -> String {
        (0..<depth).map { String(repeating: "  ", count: $0) + "- level \($0)\n" }.joined()
    }

    private static func nestedItem(_ depth: Int) -> Card.ListBlock.Item {
        (0..<depth).reduce(Card.ListBlock.Item(text: "innermost")) { .init(text: "level \($1)", items: [$0]) }
    }
}
