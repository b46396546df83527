import Cards
import Testing

/// The meaning of each button for the publisher.
@Suite struct MeaningTests {
    /// A card with these submit buttons, and the meaning of each.
    struct Example: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// The buttons of the card: name, outcome, and whether the button keeps the card.
        var card: [(String, Outcome?, Bool)]
        /// The buttons of the subviews, by the id of the subview.
        var subviews: [String: [(String, Outcome?, Bool)]] = [:]
        var meanings: [String: Outcome?]
    }

    static let examples = [
        Example(
            testDescription: "the first button is the yes",
            card: [("a", nil, false), ("b", nil, false), ("c", nil, false)],
            meanings: ["a": .positive, "b": .negative, "c": .negative]),
        Example(
            testDescription: "what is stated holds, and silence is no yes",
            card: [("a", nil, false), ("b", .positive, false), ("c", .negative, false)],
            meanings: ["a": .negative, "b": .positive, "c": .negative]),
        Example(
            testDescription: "several buttons may be the yes",
            card: [("a", .positive, false), ("b", .positive, false)],
            meanings: ["a": .positive, "b": .positive]),
        Example(
            testDescription: "where only a no is stated, the first of the others is the yes",
            card: [("a", .negative, false), ("b", nil, false), ("c", nil, false)],
            meanings: ["a": .negative, "b": .positive, "c": .negative]),
        Example(
            testDescription: "where every button is a no there is no yes",
            card: [("a", .negative, false), ("b", .negative, false)], meanings: ["a": .negative, "b": .negative]),
        Example(
            testDescription: "a reply settles nothing, and is not the first button",
            card: [("say", nil, true), ("a", nil, false), ("b", nil, false)],
            meanings: ["say": nil, "a": .positive, "b": .negative]),
        Example(
            testDescription: "a reply that states an outcome counts like others",
            card: [("say", .negative, true), ("a", nil, false), ("b", .positive, false)],
            meanings: ["say": .negative, "a": .negative, "b": .positive]),
        Example(
            testDescription: "the card comes before its subviews, and these by id", card: [("c", nil, false)],
            subviews: ["2": [("b", nil, false)], "1": [("a", nil, false)]],
            meanings: ["c": .positive, "a": .negative, "b": .negative]),
        Example(
            testDescription: "without buttons on the card the first subview has the yes", card: [],
            subviews: ["2": [("b", nil, false)], "1": [("a", nil, false)]],
            meanings: ["a": .positive, "b": .negative]),
        Example(
            testDescription: "what a subview states holds for all", card: [("a", nil, false)],
            subviews: ["s": [("b", .positive, false)]], meanings: ["a": .negative, "b": .positive]),
        Example(testDescription: "no button has no meaning", card: [], meanings: ["a": nil]),
    ]

    private func buttons(_ buttons: [(String, Outcome?, Bool)]) -> [Card.Component] {
        // A button that does not submit never counts as the first.
        let other = Card.Button(text: "Open", action: .openLink(url: "https://example.com"))
        let submits = buttons.map { name, outcome, keeps in
            Card.Button(text: name, action: .submit(.init(buttonName: name, keepsCard: keeps, outcome: outcome)))
        }
        return [.buttons(Card.ButtonContainer(buttons: [other] + submits))]
    }

    @Test(arguments: examples)
    func `a button has its stated meaning, or the first one means yes`(example: Example) {
        let body = CardBody(
            components: buttons(example.card),
            subviews: example.subviews.mapValues { Card.Subview(title: "S", components: buttons($0)) })
        for (name, meaning) in example.meanings { #expect(body.meaning(ofButton: name) == meaning, "\(name)") }
        #expect(body.meaning(ofButton: "Open") == nil)
    }
}
