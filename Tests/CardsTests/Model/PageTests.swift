import Testing

@testable import Cards

/// Content that loads more: where a page is inserted, what it may contain, and what stays when a card changes.
struct PageTests {
    private func more(_ page: String) -> Card.Component { .loadMore(Card.LoadMore(text: "More", page: page)) }
    private func text(_ text: String) -> Card.Component { .text(Card.TextBlock(text: text)) }

    @Test func `a loaded page replaces its element, and its own pages replace their elements`() {
        let body = CardBody(
            components: [text("a"), more("p"), text("d")],
            subviews: ["s": Card.Subview(title: "S", components: [more("q")])])
        #expect(body.including([:]) == body)
        let one = body.including(["p": [more("q"), text("c")]])
        #expect(one.components == [text("a"), more("q"), text("c"), text("d")])
        #expect(one.subviews["s"]?.components == [more("q")])
        let two = body.including(["p": [more("q"), text("c")], "q": [text("b")]])
        #expect(two.components == [text("a"), text("b"), text("c"), text("d")])
        #expect(two.subviews["s"]?.components == [text("b")])
    }

    @Test func `a page that loads itself is limited`() {
        let body = CardBody(components: [more("p")])
        let pages = ["p": [text("a"), more("q"), more("p")], "q": [more("p"), text("b")]]
        #expect(body.including(pages).components == [text("a"), text("b")])
        #expect(body.pageNames(with: pages) == ["p", "q"])
    }

    @Test func `only pages that the card references, directly or by a loaded page, are kept`() {
        let pages = ["p": [more("q")], "q": [more("r")], "x": [more("y")]]
        #expect(CardBody(components: [more("p")]).pageNames(with: pages) == ["p", "q", "r"])
        let subview = CardBody(subviews: ["s": Card.Subview(title: "S", components: [more("x")])])
        #expect(subview.pageNames(with: pages) == ["x", "y"])
        #expect(CardBody(components: [text("a")]).pageNames(with: pages) == [])
    }

    @Test func `a page is read-only, and no longer than a card`() {
        let banner = Card.Component.media(Card.Media(kind: .image, url: "https://a.example/i.png", layout: .banner))
        let page: [Card.Component] = [
            .category(Card.Category(text: "c")), text("a"), .carousel(Card.Carousel(items: [])),
            .buttons(Card.ButtonContainer(buttons: [])), banner,
            .input(Card.Input(name: "n", kind: .toggle(defaultValue: false))), more("p"), .unknown(type: "later", [:]),
        ]
        #expect(page.asPage == [text("a"), more("p"), .unknown(type: "later", [:])])
        #expect(Array(repeating: text("a"), count: 300).asPage.count == CardLimits.components)
    }

    @Test func `variables of the card are replaced in its pages`() {
        let body = CardBody(variables: [RuntimeVariable(name: "who", defaultValue: "Ana")], components: [more("p")])
        let whole = body.including(["p": [text("Hi {{who}}")]]).resolvingVariables()
        #expect(whole.components == [text("Hi Ana")])
        let named = CardBody(
            variables: body.variables, components: [.loadMore(Card.LoadMore(text: "By {{who}}", page: "p"))])
        #expect(named.texts == ["By Ana"])
    }

    static let documents: [(String, String)] = [
        (#"{"content":[],"pages":{"p":[{"a":1}]}}"#, #"{"content":[]}"#),
        (#" { "pages" : {} , "b\n" : [ 1, 2 ] } "#, #"{"b\n":[ 1, 2 ]}"#),
        (#"{"\u0070ages":{},"a":"\u00e9"}"#, #"{"a":"\u00e9"}"#),
        (#"{"pages":1}"#, "{}"),
        // If there is nothing to remove, the bytes are unchanged.
        (#"{"a": {"pages": 1}}"#, #"{"a": {"pages": 1}}"#),
        (#"{"a": "pages"}"#, #"{"a": "pages"}"#),
        (#"["pages"]"#, #"["pages"]"#),
        (#"{"pages":"#, #"{"pages":"#),
    ]

    @Test(arguments: documents) func `one member is removed, and the others stay as written`(
        document: String, expected: String
    ) {
        let result = JSONSlice.removing("pages", from: Array(document.utf8))
        #expect(String(decoding: result, as: UTF8.self) == expected)
    }

    @Test func `the card, each page and all of it have limits`() {
        func card(text: Int, pages: [Int]) -> JSONValue {
            func components(_ bytes: Int) -> JSONValue {
                let count = max(1, bytes / 10_000)
                return .array(
                    (0..<count).map { _ in
                        ["type": "text", "text": .string(String(repeating: "x", count: bytes / count))]
                    })
            }
            var content = components(text).array ?? []
            var named = JSONObject()
            for (index, bytes) in pages.enumerated() {
                content.append(["type": "loadMore", "text": "More", "page": .string("p\(index)")])
                named["p\(index)"] = components(bytes)
            }
            return ["content": .array(content), "pages": .object(named)]
        }
        #expect(CardValidation.problems(in: card(text: 60_000, pages: [60_000, 60_000])).isEmpty)
        #expect(CardValidation.problems(in: card(text: 66_000, pages: [])).map(\.pointer) == [""])
        #expect(CardValidation.problems(in: card(text: 10, pages: [10, 66_000])).map(\.pointer) == ["/pages/p1"])
        let whole = CardValidation.problems(in: card(text: 10, pages: Array(repeating: 60_000, count: 9)))
        #expect(whole.map(\.expected) == ["at most \(CardLimits.wholeBytes) bytes"])
    }
}
