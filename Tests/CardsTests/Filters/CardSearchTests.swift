import Cards
import Foundation
import Support
import Testing

/// The language of card searches.
struct CardSearchTests {
    private func terms(_ text: String) throws -> [CardSearch.Term] { try CardSearch(text).terms }

    @Test(
        arguments: [
            ("rollback", .text("rollback")), ("\"on call\"", .text("on call")), ("\"10:30\"", .text("10:30")),
            ("is:snoozed", .state(.snoozed)), ("IS:Refused", .state(.refused)), ("has:image", .has(.image)),
            ("priority:3", .priority(.equal, 3)), ("priority:>=3", .priority(.atLeast, 3)),
            ("priority:<3", .priority(.below, 3)), ("priority:=10", .priority(.equal, 10)),
            ("template:\"on call\"", .template("on call")), ("category:\"on call\"", .category("on call")),
            ("expires:<2h", .expires(.below, seconds: 7200)),
            ("sent:<2h", .age(.below, seconds: 7200)), ("sent:<90", .age(.below, seconds: 90)),
            ("expires:<2H", .expires(.below, seconds: 7200)), ("sent:<\"2 hours\"", .age(.below, seconds: 7200)),
            ("sent:>=1d", .age(.atLeast, seconds: 86_400)),
            ("expires:>1d12h", .expires(.above, seconds: 129_600)), ("expires:<PT90S", .expires(.below, seconds: 90)),
            ("expires:>=1w", .expires(.atLeast, seconds: 604_800)), ("expires:never", .neverExpires),
            ("var.region:eu", .variable(name: "region", value: "eu")),
            ("var.Region:\"eu west\"", .variable(name: "Region", value: "eu west")),
        ] as [(String, CardSearch.Condition)])
    func `a term is parsed, and negated with a minus`(text: String, condition: CardSearch.Condition) throws {
        #expect(try terms(text) == [CardSearch.Term(condition)])
        #expect(try terms("-" + text) == [CardSearch.Term(condition, isNegated: true)])
    }

    @Test func `blanks separate terms, and incomplete terms are left out`() throws {
        #expect(try terms("  a\tb  ") == [.init(.text("a")), .init(.text("b"))])
        #expect(try terms("a -").count == 1)
        #expect(try terms("\"\"").isEmpty && terms("").isEmpty)
        // While the user is typing.
        #expect(try terms("\"two wor") == [.init(.text("two wor"))])
        #expect(try terms("co-op") == [.init(.text("co-op"))])
    }

    @Test(arguments: [
        (
            "priorty:3",
            "priorty: expected one of is, has, priority, template, category, expires, sent, var.NAME; put other text in quotes"
        ),
        ("is:", "is: expected one of unseen, seen, snoozed, waiting, refused, voted, unread, read"),
        ("is:new", "is:new: expected one of unseen, seen, snoozed, waiting, refused, voted, unread, read"),
        ("has:sound", "has:sound: expected one of image, video, input, button, file, subview"),
        ("priority:high", "priority: expected a number from 1 to 10, such as priority:>=3"),
        ("priority:11", "priority: expected a number from 1 to 10, such as priority:>=3"),
        ("priority:", "priority: expected a number from 1 to 10, such as priority:>=3"),
        ("expires:2h", "expires: expected \"never\", or < or > with a duration, such as expires:<1d12h"),
        ("expires:<soon", "expires: expected \"never\", or < or > with a duration, such as expires:<1d12h"),
        (
            "expires:<99999999999h",
            "expires: expected \"never\", or < or > with a duration, such as expires:<1d12h"
        ),
        ("template:", "template: expected a name, such as template:\"on call\""),
        ("category:", "category: expected a name, such as category:ops"),
        ("var.:x", "var.: expected a name and a value, such as var.region:eu"),
        ("var.x:", "var.x: expected a name and a value, such as var.region:eu"),
        (
            "http://a",
            "http: expected one of is, has, priority, template, category, expires, sent, var.NAME; put other text in quotes"
        ),
    ])
    func `a mistake says what was expected`(text: String, message: String) {
        #expect {
            try CardSearch("fine " + text)
        } throws: { error in
            "\(error)" == message
        }
    }

    // MARK: Matching

    private func holds(_ text: String, _ card: Card, isSeen: Bool = false, at now: Date = .fixed) throws -> Bool {
        let filter = PreparedFilter(FeedFilter(search: try CardSearch(text)))
        let facts = PreparedFilter.Facts(
            id: card.id, status: card.status, priority: card.priority, createdAt: card.createdAt,
            expiresAt: card.expiresAt, vote: card.vote, delivery: .none, isSeen: isSeen)
        return filter.verdict(facts, at: now) ?? filter.matches(facts, body: card.body.encoded())
    }

    private let card = makeCard(
        expiresAt: .fixed(5400), vote: .up,
        body: makeBody(
            title: "Zürich an der Limmat", text: "Ana paid 10:30 \"twice\" for {{what}}", priority: 2,
            template: .init(id: "t-1", name: "On Call"), variables: [.init(name: "what", defaultValue: "Öl")],
            subviews: [
                "more": Card.Subview(title: "Hidden place", components: [.media(Card.Media(kind: .video, url: "v"))])
            ]))

    @Test(arguments: [
        "zurich", "ZÜRICH", "zürich limmat", "\"der limmat\"", "approve", "öl", "ol", "hidden", "\"10:30\"", "-bern",
        "is:unseen", "-is:seen",
        "is:voted", "-is:snoozed", "priority:2", "priority:<3 priority:>1", "-priority:3", "template:call",
        "template:t-1", "template:\"on call\"", "has:button", "has:subview", "has:video", "-has:image", "expires:<2h",
        "expires:>1h", "-expires:never", "var.what:ol", "-var.what:x", "-var.other:ol",
    ])
    func `a search matches the card`(text: String) throws { #expect(try holds(text, card)) }

    @Test(arguments: [
        // The search ignores the names of JSON members, and the text around a variable.
        "headline", "content", "what", "bern", "zurich bern", "is:seen", "-zurich", "is:snoozed", "is:refused",
        "priority:>2",
        "template:t-", "template:other", "has:image", "has:input", "has:file", "expires:<1h", "expires:>2h",
        "expires:never", "var.what:x", "var.other:ol",
    ])
    func `a search does not match the card`(text: String) throws { #expect(try !holds(text, card)) }

    @Test(arguments: [
        ("category:ops", true), ("category:\"NIGHT ops\"", true), ("category:\"ops öl\"", true),
        ("-category:ops", false),
        ("category:what", false), ("category:zurich", false), ("category:\"ops x\"", false),
    ]) func `a card is found by its category, with the values of variables`(text: String, isFound: Bool) throws {
        var card = card
        card.body.components.insert(.category(Card.Category(text: "Night Ops {{what}}")), at: 0)
        #expect(try holds(text, card) == isFound)
        #expect(try !holds("category:ops", self.card))
    }

    @Test(arguments: [
        ("sent:2026-07-31", true), ("sent:=2026-08-01", false), ("sent:>2026-07-31", false),
        ("sent:>=2026-07-31", true), ("sent:<=2026-07-31", true), ("sent:<2026-07-31", false),
        ("sent:>2026-07-30", true), ("sent:<=2026-07-30", false), ("sent:>=2026-08-01", false),
        ("sent:<2026-08-01", true), ("sent:<2026-07-31T09:00:00Z", false), ("sent:<=2026-07-31T09:00:00Z", true),
    ]) func `a card is found by the time at which it was sent`(text: String, isFound: Bool) throws {
        var card = card
        card.createdAt = try #require(Date(rfc3339: "2026-07-31T09:00:00Z"))
        #expect(try holds(text, card) == isFound)
    }

    @Test(arguments: ["sent:", "sent:today", "sent:>31/7", "sent:>=2026-13-01"])
    func `other text is not a time`(text: String) {
        #expect(throws: CardSearchError.self) { try CardSearch(text) }
    }

    /// The card was published an hour and a half earlier.
    @Test(arguments: [
        ("sent:<2h", true), ("sent:<90m", false), ("sent:<=90m", true), ("sent:>90m", false), ("sent:>=90m", true),
        ("sent:>PT1H", true), ("-sent:<1h", true),
    ]) func `a card is found by its age`(text: String, isFound: Bool) throws {
        #expect(try holds(text, card, at: card.createdAt + 5400) == isFound)
    }

    @Test(arguments: ["sent:2h", "sent:=2h"]) func `an age needs an operator, and the message says so`(text: String) {
        let error = #expect(throws: CardSearchError.self) { try CardSearch(text) }
        #expect(error?.description.contains("or < or > with a duration, such as sent:<2h") == true)
    }

    @Test(arguments: [false, true]) func `read is another name of seen`(isSeen: Bool) throws {
        #expect(try holds("is:read", card, isSeen: isSeen) == isSeen)
        #expect(try holds("is:unread", card, isSeen: isSeen) == !isSeen)
        #expect(try holds("-is:read", card, isSeen: isSeen) == !isSeen)
    }

    @Test func `a text is found however its JSON is written`() throws {
        let filter = PreparedFilter(FeedFilter(search: try CardSearch("zurich \"a/b\"")))
        let facts = PreparedFilter.Facts(
            id: CardID("a"), status: .active, priority: 5, createdAt: .fixed, expiresAt: nil, vote: nil, delivery: .none
        )
        let json = #"{"content":[{"type":"headline","text":"Z\u00fcrich a\/b"}]}"#
        #expect(filter.matches(facts, body: Array(json.utf8)))
    }

    @Test func `an unreadable card matches no term about its content`() throws {
        let facts = PreparedFilter.Facts(
            id: CardID("a"), status: .active, priority: 5, createdAt: .fixed, expiresAt: nil, vote: nil, delivery: .none
        )
        let filter = PreparedFilter(FeedFilter(search: try CardSearch("-x")))
        #expect(!filter.matches(facts, body: Array("{".utf8)))
        #expect(try PreparedFilter(FeedFilter(search: CardSearch("priority:5"))).verdict(facts, at: .fixed) == true)
    }

    @Test(arguments: ["straße", "Łódź", "ΑΘΗΝΑ", "Việt", "東京", "🎉", "e\u{301}t\u{e9}"])
    func `case and marks do not matter in other scripts`(word: String) throws {
        let card = makeCard(body: makeBody(title: "x \(word) y"))
        #expect(try holds(word.lowercased(), card))
        #expect(try holds(word.uppercased(), card) || word == "straße")
        #expect(try !holds(word + "q", card))
    }
}
