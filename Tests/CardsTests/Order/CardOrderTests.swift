import Basics
import Cards
import Support
import Testing

import struct Foundation.Date

/// The rules of orders and groups.
struct CardOrderTests {
    @Test(arguments: [
        (CardOrder.feed, 5_000 as Int64, 9_000 as Int64?, 0 as Int64), (.feed, 6_000, nil, 0),
        (.newest, 5_000, nil, -5_000), (.newest, 6_000, 1, -6_000),
        (.expiring, 5_000, 9_000, 9_000), (.expiring, 5_000, nil, .max),
    ])
    func `an order compares its fields`(order: CardOrder, activeAt: Int64, expiresAt: Int64?, expected: Int64) {
        #expect(order.key(activeAt: activeAt, expiresAt: expiresAt) == expected)
    }

    @Test(arguments: [
        ("feed", CardOrder.feed as CardOrder?), ("priority", .feed), ("newest", .newest), ("expiring", .expiring),
        ("Newest", nil), ("oldest", nil), ("", nil),
    ])
    func `an order is found by its name`(name: String, expected: CardOrder?) {
        #expect(CardOrder(name: name) == expected)
    }

    @Test func `every order has its name in the list`() {
        #expect(CardOrder.names == ["feed", "newest", "expiring", "priority"])
        #expect(CardOrder.names.allSatisfy { CardOrder(name: $0) != nil })
    }

    private func group(_ grouping: CardGrouping, _ components: Card.Component..., zone: LocalZone = .utc) -> CardGroup?
    {
        grouping.group(priority: 3, activeAt: .fixed, zone: zone) { makeBody(components: components) }
    }

    @Test func `the group of a card follows from its content`() {
        #expect(group(.none) == nil)
        #expect(group(.priority) == .priority(3))
        #expect(group(.category, .category(Card.Category(text: "Finance"))) == .category("Finance"))
        #expect(group(.category, .category(Card.Category(text: "  Finance \n"))) == .category("Finance"))
        #expect(group(.category, .headline(Card.Headline(text: "Hi"))) == .category(nil))
        #expect(group(.category, .category(Card.Category(text: "  "))) == .category(nil))
        // The first category is the one that the card shows.
        let two = [Card.Component.category(Card.Category(text: "A")), .category(Card.Category(text: "B"))]
        #expect(group(.category, two[0], two[1]) == .category("A"))
        #expect(CardGrouping.category.group(priority: 1, activeAt: .fixed, zone: .utc) { nil } == .category(nil))
    }

    @Test func `a category may hold a variable, which shows its default`() {
        let body = makeBody(
            components: [.category(Card.Category(text: "Team {{team}}"))],
            variables: [RuntimeVariable(name: "team", defaultValue: "blue")])
        #expect(body.categoryName == "Team blue")
    }

    @Test func `days begin at midnight of the user's zone`() {
        let noon = Date(timeIntervalSince1970: 20_000 * 86400 + 12 * 3600)
        func day(_ offset: Int, _ hours: Double) -> CardGroup? {
            CardGrouping.day.group(
                priority: 1, activeAt: noon.addingTimeInterval(hours * 3600),
                zone: LocalZone(firstOffset: offset * 3600)
            ) { nil }
        }
        #expect(day(0, 0) == .day(20_000))
        #expect(day(0, -12) == .day(20_000))
        #expect(day(0, -12.01) == .day(19_999))
        #expect(day(2, 9.99) == .day(20_000))
        #expect(day(2, 10) == .day(20_001))
        #expect(day(-5, -7) == .day(20_000))
        #expect(day(-5, -7.01) == .day(19_999))
    }

    @Test(arguments: [
        [CardGroup.category("äpfel"), .category("Birnen"), .category("birnen"), .category("Zimt"), .category(nil)],
        [.day(20_002), .day(20_001), .day(19_000)],
        [.priority(1), .priority(2), .priority(10)],
    ])
    func `groups are in order`(groups: [CardGroup]) {
        #expect(groups.reversed().sorted() == groups)
        for (index, group) in groups.enumerated() {
            for later in groups[(index + 1)...] { #expect(group < later && !(later < group)) }
        }
    }

    @Test(arguments: [
        CardGroup.category("Finance"), .category(""), .category(nil), .category("n"), .day(20_000), .day(-3),
        .priority(7),
    ])
    func `the item of a folded group has an id that no card has`(group: CardGroup) {
        #expect(CardGroup(itemID: group.itemID) == group)
        #expect(CardID(rawValue: group.itemID.rawValue) == nil)
    }

    @Test(arguments: ["c1", "", "category:A"])
    func `the id of a card is not that of a group`(id: String) {
        #expect(CardGroup(itemID: CardID(stored: id)) == nil)
    }

    @Test func `groups fold one by one and all at once`() {
        var groups = CardGroups(.priority)
        #expect(!groups.isFolded(.priority(1)))
        groups.setFolded(true, .priority(1))
        #expect(groups.isFolded(.priority(1)) && !groups.isFolded(.priority(2)))
        groups.setFolded(false, .priority(1))
        #expect(groups == CardGroups(.priority))
        groups.setAllFolded(true)
        groups.setFolded(false, .priority(2))
        #expect(groups.isFolded(.priority(1)) && !groups.isFolded(.priority(2)) && groups.isFolded(.priority(3)))
        groups.setAllFolded(false)
        #expect(groups == CardGroups(.priority))
    }
}
