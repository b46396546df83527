import Cards
import Support
import Testing

@Suite struct CardTitleTests {
    private let variables = [
        RuntimeVariable(name: "amount", defaultValue: "12 EUR"), RuntimeVariable(name: "who", defaultValue: "Ben"),
    ]

    @Test(
        arguments: [
            ([:], "Pay 12 EUR to Ben?"), (["amount": "7 EUR"], "Pay 7 EUR to Ben?"),
            (["amount": "{{who}}"], "Pay {{who}} to Ben?"),
        ] as [([String: String], String)])
    func `placeholders show the host's values, and defaults where there are none`(
        values: [String: String], title: String
    ) {
        let body = makeBody(title: "Pay {{amount}} to {{ who }}?", variables: variables)
        #expect(body.title(with: values) == title)
        if values.isEmpty { #expect(body.title == title) }
    }

    @Test func `the title is the first headline, or the category`() {
        let category = Card.Component.category(Card.Category(text: "For {{who}}"))
        let headline = Card.Component.headline(Card.Headline(text: "Hello {{who}}"))
        #expect(makeBody(components: [category, headline], variables: variables).title == "Hello Ben")
        #expect(makeBody(components: [category], variables: variables).title == "For Ben")
        #expect(makeBody(components: [], variables: variables).title == nil)
    }
}
