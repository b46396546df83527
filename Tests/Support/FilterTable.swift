package import Cards
package import FeedAPI

/// Which cards match which filters. All implementations (memory, store, server) are tested with this table, so that
/// they agree.
package enum FilterTable {
    package struct Row: Sendable {
        package var name: String
        package var filters: [CardFilter]
        /// The ids of the matching cards, in alphabetical order.
        package var ids: [String]
    }

    /// The cards, all of them active: `lunch` and `taxi` with the same template, `alert` with a template without a
    /// name, and `plain`, which has none of the fields that a filter may test.
    package static let entries: [FeedEntry] = [
        makeEntry(
            "lunch", sequence: 1, createdAt: .fixed,
            body: makeBody(
                title: "Lunch", priority: 3, template: CardBody.Template(id: "expense", name: "Expense"),
                metadata: ["team": "sales", "tags": ["food", "small"], "level": 2, "open": true],
                variables: [
                    RuntimeVariable(name: "amount", defaultValue: "42.50"),
                    RuntimeVariable(name: "due", defaultValue: "2026-02-01"),
                    RuntimeVariable(name: "urgent", defaultValue: "false"),
                    RuntimeVariable(name: "region", defaultValue: "eu"),
                ])),
        makeEntry(
            "taxi", sequence: 2, createdAt: .fixed(3600),
            body: makeBody(
                title: "Taxi", priority: 6, template: CardBody.Template(id: "expense", name: "Expense"),
                metadata: ["team": "ops", "tags": ["travel"], "level": 10],
                variables: [
                    RuntimeVariable(name: "amount", defaultValue: "9"),
                    RuntimeVariable(name: "due", defaultValue: "2026-03-01T12:00:00Z"),
                    RuntimeVariable(name: "urgent", defaultValue: "true"),
                    RuntimeVariable(name: "region", defaultValue: "us"),
                ])),
        makeEntry(
            "alert", sequence: 3, createdAt: .fixed(7200),
            body: makeBody(
                title: "Disk", priority: 1, template: CardBody.Template(id: "alert"),
                metadata: ["team": "ops", "tags": [], "open": false])),
        makeEntry("plain", sequence: 4, createdAt: .fixed(10_800), body: makeBody(title: "Plain", priority: 10)),
    ]

    /// A row for every field and every operator that it supports, including fields that a card does not have.
    ///
    /// Symbols: filter-priority, filter-created, filter-template-id, filter-template-name, filter-variable
    /// Symbols: filter-content, filter-key, filter-equal, filter-not-equal, filter-above, filter-at-least, filter-below
    /// Symbols: filter-at-most, filter-in, filter-not-in, filter-between, filter-lists
    package static func rows() throws -> [Row] {
        let all = ["alert", "lunch", "plain", "taxi"]
        return try [
            Row(name: "no filter", filters: [], ids: all),
            row("priority equal", .equalTo(.priority(3)), "lunch"),
            row("priority not equal", .notEqualTo(.priority(3)), "alert", "plain", "taxi"),
            row("priority above", .greaterThan(.priority(3)), "plain", "taxi"),
            row("priority at least", .greaterThanOrEqualTo(.priority(6)), "plain", "taxi"),
            row("priority below", .lessThan(.priority(3)), "alert"),
            row("priority at most", .lessThanOrEqualTo(.priority(3)), "alert", "lunch"),
            row("priority in", .in([.priority(1), .priority(3)]), "alert", "lunch"),
            row("priority not in", .notIn([.priority(1), .priority(3)]), "plain", "taxi"),
            row("priority between, both ends included", .between(.priority(3), .priority(6)), "lunch", "taxi"),
            row("made at", .equalTo(.createdDate(.fixed(3600))), "taxi"),
            row("made not at", .notEqualTo(.createdDate(.fixed(3600))), "alert", "lunch", "plain"),
            row("made after", .greaterThan(.createdDate(.fixed(3600))), "alert", "plain"),
            row("made not before", .greaterThanOrEqualTo(.createdDate(.fixed(3600))), "alert", "plain", "taxi"),
            row("made before", .lessThan(.createdDate(.fixed(3600))), "lunch"),
            row("made not after", .lessThanOrEqualTo(.createdDate(.fixed(3600))), "lunch", "taxi"),
            row("made in", .in([.createdDate(.fixed), .createdDate(.fixed(1))]), "lunch"),
            row("made not in", .notIn([.createdDate(.fixed)]), "alert", "plain", "taxi"),
            row("made between", .between(.createdDate(.fixed(1)), .createdDate(.fixed(7200))), "alert", "taxi"),
            row("template", .equalTo(.templateID("expense")), "lunch", "taxi"),
            row("not the template", .notEqualTo(.templateID("expense")), "alert", "plain"),
            row("templates", .in([.templateID("expense"), .templateID("alert")]), "alert", "lunch", "taxi"),
            row("not the templates", .notIn([.templateID("expense"), .templateID("alert")]), "plain"),
            row("template's name", .equalTo(.templateName("Expense")), "lunch", "taxi"),
            row("untitled", .equalTo(.templateName("")), "alert", "plain"),
            row("template's name not in", .notIn([.templateName("Expense")]), "alert", "plain"),
            row("text variable", .equalTo(.variable("region", "eu")), "lunch"),
            row("text variable, not", .notEqualTo(.variable("region", "eu")), "alert", "plain", "taxi"),
            row("text variable in", .in([.variable("region", "eu"), .variable("region", "us")]), "lunch", "taxi"),
            row("number variable, as a number", .greaterThan(.variable("amount", 10)), "lunch"),
            row("number variable equal, however written", .equalTo(.variable("amount", 42.5)), "lunch"),
            row("number variable between", .between(.variable("amount", 9), .variable("amount", 42)), "taxi"),
            row("date variable", .lessThan(.variable("due", .date(.fixed(40 * 86_400)))), "lunch"),
            row("truth variable", .equalTo(.variable("urgent", true)), "taxi"),
            row("truth variable, not", .notEqualTo(.variable("urgent", true)), "alert", "lunch", "plain"),
            row("variable of another type", .equalTo(.variable("region", 1))),
            row("content", .equalTo(.content("content.0.text", "Taxi")), "taxi"),
            row(
                "content in", .in([.content("content.0.text", "Disk"), .content("content.0.text", "Plain")]),
                "alert", "plain"),
            row("content that is not there", .equalTo(.content("content.9.text", "Taxi"))),
            row("content that is not there, not", .notEqualTo(.content("content.9.text", "Taxi")), all),
            row("filter key", .equalTo(.filterKey("team", "ops")), "alert", "taxi"),
            row("filter key, as a number", .greaterThan(.filterKey("level", 9)), "taxi"),
            row("filter key, as a truth value", .equalTo(.filterKey("open", false)), "alert"),
            row("filter key of another type", .equalTo(.filterKey("level", "2"))),
            row("list with all of", .including([.filterKey("tags", "food"), .filterKey("tags", "small")]), "lunch"),
            row("list with none of", .excluding([.filterKey("tags", "food")]), "alert", "plain", "taxi"),
            row("list within", .includedIn([.filterKey("tags", "food"), .filterKey("tags", "small")]), "lunch"),
            row("list without", .excludedFrom([.filterKey("tags", "travel")]), "alert", "lunch", "plain"),
            row("one card", .cardInstanceID("taxi"), "taxi"),
            row("a card that is not there", .cardInstanceID("gone")),
            Row(
                name: "all of several", filters: [.equalTo(.templateID("expense")), .lessThan(.priority(5))],
                ids: ["lunch"]),
            Row(
                name: "a card stands alone",
                filters: [.lessThan(.priority(2)), .cardInstanceID("taxi"), .cardInstanceID("lunch")], ids: ["taxi"]),
        ]
    }

    private static func row(_ name: String, _ filter: CardFilter, _ ids: String...) -> Row {
        Row(name: name, filters: [filter], ids: ids)
    }

    private static func row(_ name: String, _ filter: CardFilter, _ ids: [String]) -> Row {
        Row(name: name, filters: [filter], ids: ids)
    }
}
