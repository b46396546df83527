import Cards
import Support
import Testing

@Suite struct CardFilterTests {
    private let card = makeCard(
        "c1",
        body: makeBody(
            title: "Lunch", priority: 3, template: CardBody.Template(id: "t1"),
            metadata: ["team": "ops", "tags": ["a", "b"], "level": 2, "open": true],
            variables: [
                RuntimeVariable(name: "amount", defaultValue: "42.50"),
                RuntimeVariable(name: "due", defaultValue: "2026-02-01"),
            ]))

    /// Symbols: filter
    @Test(
        arguments: [
            (.priority, .equalTo, [.number(JSONNumber(3))], true),
            (.priority, .lessThan, [.number(JSONNumber(3))], false),
            (.priority, .lessThanOrEqualTo, [.number(JSONNumber(3))], true),
            (.priority, .in, [.number(JSONNumber(1)), .number(JSONNumber(3))], true),
            (.priority, .notIn, [.number(JSONNumber(1))], true),
            (.priority, .between, [.number(JSONNumber(3)), .number(JSONNumber(5))], true),
            (.priority, .between, [.number(JSONNumber(4)), .number(JSONNumber(5))], false),
            (.createdDate, .equalTo, [.date(.fixed)], true), (.createdDate, .greaterThan, [.date(.fixed(-1))], true),
            (.createdDate, .greaterThanOrEqualTo, [.date(.fixed(1))], false),
            (.templateID, .equalTo, [.string("t1")], true), (.templateName, .equalTo, [.string("")], true),
            (.templateName, .notEqualTo, [.string("x")], true), (.cardInstanceID, .equalTo, [.string("c1")], true),
            (.variable("amount"), .greaterThan, [.number(JSONNumber(42))], true),
            (.variable("amount"), .equalTo, [.number(42.5)], true),
            (.variable("due"), .lessThan, [.date(.fixed)], false), (.variable("none"), .equalTo, [.string("")], false),
            (.variable("none"), .notEqualTo, [.string("x")], true),
            (.content("content.0.text"), .equalTo, [.string("Lunch")], true),
            (.content("content.9.text"), .equalTo, [.string("Lunch")], false),
            (.content("content.0.type"), .in, [.string("headline")], true),
            (.filterKey("team"), .equalTo, [.string("ops")], true), (.filterKey("open"), .equalTo, [.bool(true)], true),
            (.filterKey("level"), .greaterThan, [.number(JSONNumber(1))], true),
            (.filterKey("level"), .equalTo, [.string("2")], false),
            (.filterKey("tags"), .including, [.string("a")], true),
            (.filterKey("tags"), .including, [.string("c")], false),
            (.filterKey("tags"), .excluding, [.string("c")], true),
            (.filterKey("tags"), .excluding, [.string("a")], false),
            (.filterKey("tags"), .includedIn, [.string("a"), .string("b"), .string("c")], true),
            (.filterKey("tags"), .includedIn, [.string("a")], false),
            (.filterKey("tags"), .excludedFrom, [.string("c")], true),
            (.filterKey("none"), .includedIn, [.string("c")], false),
        ] as [(CardFilter.Field, CardFilter.Operation, [CardFilter.Value], Bool)])
    func `a filter matches as expected, and round-trips`(
        field: CardFilter.Field, operation: CardFilter.Operation, values: [CardFilter.Value], isMatch: Bool
    ) throws {
        let filter = try CardFilter(field, operation, values)
        #expect(filter.matches(card) == isMatch)
        #expect(try CardFilter(json: JSONParser.parse(filter.json.text())) == filter)
    }

    /// Symbols: filter-wrong
    @Test(
        arguments: [
            (.priority, .equalTo, [], .noValue),
            (.priority, .equalTo, [.string("3")], .wrongType(expected: "number", found: "string")),
            (.createdDate, .equalTo, [.number(JSONNumber(3))], .wrongType(expected: "date", found: "number")),
            (.priority, .in, [.number(JSONNumber(3)), .string("3")], .mixedTypes),
            (.priority, .between, [.number(JSONNumber(3))], .wrongCount(expected: 2, found: 1)),
            (
                .priority, .equalTo, [.number(JSONNumber(3)), .number(JSONNumber(4))],
                .wrongCount(expected: 1, found: 2)
            ),
            (.templateID, .lessThan, [.string("a")], .operatorNotAllowed(.lessThan, type: "string")),
            (.variable("v"), .in, [.bool(true)], .operatorNotAllowed(.in, type: "boolean")),
            (.variable("v"), .including, [.string("a")], .operatorNotAllowed(.including, type: "string")),
            (.cardInstanceID, .notEqualTo, [.string("a")], .operatorNotAllowed(.notEqualTo, type: "string")),
            (.variable(""), .equalTo, [.string("a")], .emptyName),
            (.content("a..b"), .equalTo, [.string("a")], .invalidName),
            (.filterKey(String(repeating: "k", count: 129)), .equalTo, [.string("a")], .nameTooLong),
            (.filterKey("a b"), .equalTo, [.string("a")], .invalidName),
        ] as [(CardFilter.Field, CardFilter.Operation, [CardFilter.Value], CardFilterError)])
    func `an invalid filter is refused`(
        field: CardFilter.Field, operation: CardFilter.Operation, values: [CardFilter.Value], error: CardFilterError
    ) {
        #expect(throws: error) { try CardFilter(field, operation, values) }
    }

    /// Symbols: filter-instance
    @Test func `filters are ANDed, and the first card instance filter stands alone`() throws {
        let high = try CardFilter(.priority, .lessThan, .number(JSONNumber(5)))
        let other = try CardFilter(.templateID, .equalTo, .string("t2"))
        let this = try CardFilter(.cardInstanceID, .equalTo, .string("c1"))
        let that = try CardFilter(.cardInstanceID, .equalTo, .string("c2"))
        #expect([CardFilter]().matches(card))
        #expect([high].matches(card))
        #expect(![high, other].matches(card))
        #expect([other, this, that].matches(card))
        #expect(![that, this].matches(card))
    }
}
