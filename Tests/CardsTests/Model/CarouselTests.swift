import Testing

@testable import Cards

/// Carousels: their JSON and their rules, and that their buttons count as buttons of the card.
struct CarouselTests {
    private static let whole = #"""
        {"type":"carousel","id":"looks","items":[
          {"url":"https://shop.example/1.png","caption":"Blue, {{size}}","alternativeText":"A blue jumper","later":1,
           "button":{"text":"Take it","action":{"type":"submit","name":"blue"}}},
          {"url":"https://shop.example/2.png"}],"height":"short","glow":true}
        """#

    private func component(_ text: String) throws -> Card.Component {
        try Card.Component(json: try JSONParser.parse(Array(text.utf8)))
    }

    @Test func `a carousel round-trips with unknown members`() throws {
        let component = try component(Self.whole)
        guard case .carousel(let carousel) = component else { Issue.record("\(component)"); return }
        #expect(carousel.height == .short && carousel.items.count == 2 && carousel.unknown == ["glow": true])
        #expect(carousel.items[0].unknown == ["later": 1] && carousel.items[1].button == nil)
        #expect(try Card.Component(json: component.json) == component)
        #expect(try JSONParser.parse(Array(Self.whole.utf8)) == component.json)
        let plain = Card.Component.carousel(
            Card.Carousel(items: [Card.Carousel.Item(url: "https://shop.example/1.png")]))
        #expect(plain.json["height"] == nil && plain.json["items"]?.array?.first?.object?.count == 1)
    }

    @Test(arguments: [#"{"type":"carousel"}"#, #"{"type":"carousel","items":[{"caption":"No address"}]}"#])
    func `an unreadable carousel is preserved and shows nothing`(text: String) throws {
        guard case .unknown("carousel", _) = try component(text) else { Issue.record("\(text)"); return }
    }

    @Test func `texts of a carousel have variables, and are searched and read out`() throws {
        let body = CardBody(
            variables: [RuntimeVariable(name: "size", defaultValue: "M")], components: [try component(Self.whole)])
        #expect(body.texts == ["Blue, M", "A blue jumper", "Take it"])
        #expect(
            body.components.plainText
                == "Blue, {{size}}\nhttps://shop.example/1.png\n\nhttps://shop.example/2.png")
    }

    @Test func `buttons of a carousel answer the card, in reading order with all others`() throws {
        let no = Card.Button(text: "No", action: .submit(.init(buttonName: "no")))
        let body = CardBody(components: [try component(Self.whole), .buttons(Card.ButtonContainer(buttons: [no]))])
        #expect(body.submissions.map(\.buttonName) == ["blue", "no"])
        #expect(body.meaning(ofButton: "blue") == .positive && body.meaning(ofButton: "no") == .negative)
        #expect([body.components[0]].asPage == [])
    }

    static let problems: [(card: String, pointer: String)] = [
        (#"{"content":[{"type":"carousel","items":[]}]}"#, "/content/0/items"),
        (#"{"content":[{"type":"carousel","items":[{"url":"file:///x"}]}]}"#, "/content/0/items/0/url"),
        (
            #"{"content":[{"type":"carousel","items":[{"url":"https://a.example/1.png","button":{"text":"B"}}]}]}"#,
            "/content/0/items/0/button/action"
        ),
        (
            #"{"content":[{"type":"loadMore","text":"More","page":"p"}],"#
                + #""pages":{"p":[{"type":"carousel","items":[{"url":"https://a.example/1.png"}]}]}}"#,
            "/pages/p/0/type"
        ),
        (
            #"{"content":[{"type":"buttons","buttons":[{"text":"A","action":{"type":"submit","name":"s"}}]},"#
                + #"{"type":"carousel","items":[{"url":"https://a.example/1.png","#
                + #""button":{"text":"B","action":{"type":"submit","name":"s"}}}]}]}"#,
            "/content/1/items/0/button/action/name"
        ),
    ]

    @Test(arguments: problems) func `mistakes in a carousel are reported to the publisher`(
        card: String, pointer: String
    ) throws {
        let found = CardValidation.problems(in: try JSONParser.parse(Array(card.utf8)))
        #expect(found.map(\.pointer) == [pointer])
    }
}
