import AppCore
import Cards
import Testing

@testable import AppRuntime

/// Filters in the configuration, and the tabs for saved filters.
struct FiltersReaderTests {
    private func load(_ text: String) throws -> Config {
        try withTemporaryFile(text) { path in try ConfigLoader(path: path).load() }
    }

    @Test func `all fields, operators and types are read`() throws {
        let text = """
            [containers.a]
            search = "is:waiting -has:image"
            filters = [
                { field = "priority", operator = "between", value = [1, 3] },
                { field = "createdDate", operator = "greaterThan", value = 2026-01-31 },
                { field = "createdDate", operator = "lessThan", value = 2026-02-01T10:30:00+02:00 },
                { field = "templateName", operator = "notIn", value = ["a", ""] },
                { field = "variable", name = "amount", operator = "lessThanOrEqualTo", value = 12.5 },
                { field = "variable", name = "due", operator = "equalTo", value = { date = "2026-03-01" } },
                { field = "filterKey", key = "teams", operator = "including", value = ["ops"] },
                { field = "content", path = "content.0.text", operator = "notEqualTo", value = "x" },
                { field = "filterKey", key = "open", operator = "equalTo", value = true },
            ]
            """
        let options = try #require(try load(text).screens?.containers.first?.options)
        let date = { (text: String) in
            try CardFilter(
                json: ["field": "createdDate", "operator": "equalTo", "value": ["date": .string(text)]]).values[0]
        }
        #expect(
            options.filters == [
                try CardFilter(.priority, .between, [.number(JSONNumber(1)), .number(JSONNumber(3))]),
                try CardFilter(.createdDate, .greaterThan, try date("2026-01-31")),
                try CardFilter(.createdDate, .lessThan, try date("2026-02-01T08:30:00Z")),
                try CardFilter(.templateName, .notIn, [.string("a"), .string("")]),
                try CardFilter(.variable("amount"), .lessThanOrEqualTo, .number(12.5)),
                try CardFilter(.variable("due"), .equalTo, try date("2026-03-01")),
                try CardFilter(.filterKey("teams"), .including, .string("ops")),
                try CardFilter(.content("content.0.text"), .notEqualTo, .string("x")),
                try CardFilter(.filterKey("open"), .equalTo, .bool(true)),
            ])
        #expect(options.search == (try CardSearch("is:waiting -has:image")))
    }

    static let mistakes: [(String, String)] = [
        (
            "filters = [{ field = \"templateId\", operator = \"lessThan\", value = \"a\" }]",
            ":2: containers.a.filters[0]: lessThan cannot compare this field with a string; "
                + "compare strings with equalTo, notEqualTo, in and notIn"
        ),
        (
            "filters = [{ field = \"filterKey\", key = \"k\", operator = \"in\", value = true }]",
            ":2: containers.a.filters[0]: in cannot compare this field with a boolean; "
                + "compare booleans with equalTo and notEqualTo"
        ),
        (
            "filters = [{ field = \"priority\", operator = \"including\", value = 1 }]",
            ":2: containers.a.filters[0]: including cannot compare this field with a number; "
                + "including, excluding, includedIn and excludedFrom are for content and filterKey"
        ),
        (
            "filters = [{ field = \"priority\", operator = \"equalTo\", value = \"high\" }]",
            ":2: containers.a.filters[0]: the field can only be compared with a number, not with a string"
        ),
        (
            "filters = [{ field = \"priority\", operator = \"between\", value = [1] }]",
            ":2: containers.a.filters[0]: the operator needs 2 values, not 1"
        ),
        (
            "filters = [{ field = \"priority\", operator = \"in\", value = [1, \"2\"] }]",
            ":2: containers.a.filters[0]: all values of a filter must be of the same type"
        ),
        (
            "filters = [{ field = \"priority\", op = \"in\", value = 1 }]",
            ":2: unknown setting \"op\" of containers.a.filters[0]; "
        ),
        (
            "filters = [{ field = \"prio\", operator = \"in\", value = 1 }]",
            ":2: containers.a.filters[0]: field: expected one of priority, createdDate, templateId, templateName, "
                + "variable, cardInstanceId, content, filterKey, found \"prio\""
        ),
        (
            "filters = [{ field = \"priority\", operator = \"is\", value = 1 }]",
            ":2: containers.a.filters[0]: operator: expected one of equalTo, notEqualTo, greaterThan"
        ),
        (
            "filters = [{ field = \"variable\", name = \"amount\", operator = \"lessThan\", value = inf }]",
            ":2: containers.a.filters[0]: value: expected a string, number, boolean or date"
        ),
        ("filters = [3]", ":2: containers.a.filters[0] is 3; expected a condition such as { field = \"priority\""),
        ("filters = 3", ":2: containers.a.filters is 3; expected a list in brackets"),
        ("search = \"is:new\"", ":2: containers.a.search: is:new: expected one of "),
    ]

    @Test(arguments: mistakes) func `a mistake names operator, type, file and line`(text: String, message: String) {
        #expect {
            try load("[containers.a]\n" + text)
        } throws: { error in
            guard let error = error as? ConfigError else { return false }
            return "\(error)".contains(message)
        }
    }

    // MARK: Saved filters

    @Test func `saved filters are tabs after the cards, in their order`() throws {
        let screens = try #require(
            try load("stream = \"mine\"\n[filters]\nurgent = \"priority:<=2\"\nforms = \"has:input\"").screens)
        #expect(screens.screens.map(\.title) == ["Cards", "urgent", "forms"])
        #expect(screens.streams == [StreamID("mine")])
        #expect(screens.containers[1].query.filter.search == (try CardSearch("priority:<=2")))
        #expect(screens.containers[1].query.streamID == StreamID("mine"))
    }

    @Test func `saved filters are tabs beside containers and screens`() throws {
        let text = """
            [containers.a]
            [containers.m]
            kind = "modal"
            [screens.s]
            container = "a"
            modals = ["m"]
            [filters]
            urgent = "priority:<=2"
            """
        let screens = try #require(try load(text).screens)
        #expect(screens.screens.map(\.name) == ["s", "urgent"])
        // The modal containers of one screen are also those of the other.
        #expect(screens.screens[1].modals == [ContainerID("m")])
    }

    @Test func `a saved filter has only its container, also for other streams`() throws {
        let text = "stream = \"mine\"\n[containers.a]\n[filters]\nurgent = \"priority:<=2\"\nstream = \"x\""
        let screens = try #require(try load(text).screens?.filtersOnly(stream: "mine"))
        // A name that the stream already uses is left out.
        #expect(screens.screens.map(\.name) == ["stream", "urgent"])
        #expect(screens.containers[1].query.filter.search == (try CardSearch("priority:<=2")))
        #expect(try load("[containers.a]").screens?.filtersOnly(stream: "mine") == nil)
    }

    @Test(arguments: [
        ("[filters]\nurgent = \"is:new\"", ":2: filters.urgent: is:new: expected one of "),
        ("[filters]\n\"\" = \"x\"", ":2: \"\" cannot be the name of a filter, because the name is the label"),
        ("[filters]\n\"a\\nb\" = \"x\"", " cannot be the name of a filter"),
        ("[filters]\n\nurgent = \"x \\\"open\"", ":3: filters.urgent: a quote is not closed"),
        ("[filters]\nurgent = \"-\"", ":2: filters.urgent matches every card"),
        ("[filters]\nurgent = \"\"", ":2: filters.urgent matches every card"),
        ("[filters]\nurgent = 2", ":2: filters.urgent is 2; expected a string in quotes"),
        (
            "[containers.a]\n[filters]\na = \"x\"",
            ":3: a container or screen \"a\" already exists; choose another name"
        ),
    ])
    func `a mistake in a saved filter names its line`(text: String, message: String) {
        #expect {
            try load(text)
        } throws: { error in
            "\(error)".contains(message)
        }
    }
}
