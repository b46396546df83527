import CardSources
import Cards

/// Rules about pages of cards. They apply only if the fixture publishes the pages of a card with it.
extension SourceContract {
    static let pageRules: [Rule] = [
        rule("a page of a card can be loaded by its name more than once") { run in
            let card = try await run.publishWithPages()
            let first = try await run.source.page("older", of: card, in: run.stream)
            try run.expect(first == RuleRun.older, "the page is \(first)")
            let oldest = try await run.source.page("oldest page / 1", of: card, in: run.stream)
            try run.expect(oldest == RuleRun.oldest, "the next page is \(oldest)")
            let again = try await run.source.page("older", of: card, in: run.stream)
            try run.expect(again == first, "the same page, loaded again, is \(again)")
        },
        rule("a card is delivered without its pages") { run in
            let card = try await run.publishWithPages()
            let entry = try run.unwrap(try await run.snapshot().entries.first { $0.id == card }, "the card is missing")
            let body = try CardBody.decode(entry.body)
            try run.expect(body.pages.isEmpty, "the delivered card has the pages \(body.pages.keys.sorted())")
            let element = Card.Component.loadMore(Card.LoadMore(text: "Older", page: "older"))
            try run.expect(body.components.contains(element), "the delivered card has no component that loads more")
        },
        rule("a page is refused if its name or its card is unknown, or if its card is closed") { run in
            let card = try await run.publishWithPages()
            let unknown = try run.unwrap(CardID(rawValue: "no-such-card"), "the id is not valid")
            let name = try await run.refusal("an unknown page") {
                _ = try await run.source.page("no-such-page", of: card, in: run.stream)
            }
            try run.expect(name == .notFound, "an unknown page is refused with \(name)")
            let missing = try await run.refusal("a page of an unknown card") {
                _ = try await run.source.page("older", of: unknown, in: run.stream)
            }
            try run.expect(missing == .unknownCard, "an unknown card is refused with \(missing)")
            try await run.fixture.withdraw(card)
            let ended = try await run.refusal("a page of a closed card") {
                _ = try await run.source.page("older", of: card, in: run.stream)
            }
            try run.expect(
                [.cardClosed, .unknownCard].contains(ended), "a page of a closed card is refused with \(ended)")
        },
    ]

    private static func rule(_ name: String, _ body: @escaping @Sendable (RuleRun) async throws -> Void) -> Rule {
        Rule(name, concerns: { $0.loadsPages }) { run in
            if run.fixture.publishesPages { try await body(run) }
        }
    }
}

extension RuleRun {
    fileprivate static let older: [Card.Component] = [
        .loadMore(Card.LoadMore(text: "Older", page: "oldest page / 1")), .text(Card.TextBlock(text: "Earlier")),
    ]
    fileprivate static let oldest: [Card.Component] = [.text(Card.TextBlock(text: "The beginning"))]

    fileprivate func publishWithPages() async throws -> CardID {
        try await fixture.publish(
            CardBody(
                components: [
                    .headline(Card.Headline(text: "A conversation")),
                    .loadMore(Card.LoadMore(text: "Older", page: "older")),
                    .text(Card.TextBlock(text: "Now")),
                ], pages: ["older": Self.older, "oldest page / 1": Self.oldest]))
    }
}
