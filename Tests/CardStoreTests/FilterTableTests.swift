import CardStore
import Cards
import FeedAPI
import Support
import Testing

/// Checks the store, and the filters of cards in memory, against the table of filters.
@Suite struct FilterTableTests {
    /// Symbols: filter-value, filter-priority, filter-created, filter-template-id, filter-template-name
    /// Symbols: filter-variable, filter-content, filter-key
    @Test func `filtering in memory agrees with the table`() throws {
        for row in try FilterTable.rows() {
            let ids = try FilterTable.entries.filter { entry in
                row.filters.matches(
                    Card(
                        id: entry.id, streamID: "ops", createdAt: entry.createdAt,
                        body: try CardBody.decode(entry.body)))
            }.map(\.id.rawValue).sorted()
            #expect(ids == row.ids, "\(row.name)")
        }
    }

    @Test func `the store's windows and sets agree with the table`() async throws {
        let database = try CardDatabase.inMemory()
        try await database.apply(makeDelta(FilterTable.entries, cursor: 9), at: .fixed)
        for row in try FilterTable.rows() {
            let filter = FeedFilter(conditions: row.filters)
            let window = try database.window(FeedQuery(streamID: "ops", filter: filter), at: .fixed)
            #expect(window.items.map(\.id.rawValue).sorted() == row.ids, "\(row.name)")
            let set = try await database.cards(in: "ops", through: filter, at: .fixed)
            #expect(set.map(\.rawValue).sorted() == row.ids, "\(row.name)")
            #expect(try await database.count(in: "ops", through: filter, at: .fixed) == row.ids.count, "\(row.name)")
        }
    }

    @Test func `every field and every operator has its row`() throws {
        let filters = try FilterTable.rows().flatMap(\.filters)
        #expect(Set(filters.map(\.operation)) == Set(CardFilter.Operation.allCases))
        for field in ["priority", "createdDate", "templateId", "templateName", "variable", "content", "filterKey"] {
            #expect(filters.contains { $0.json["field"]?.string == field }, "\(field)")
        }
    }

    @Test func `a filter with values of another field is refused`() {
        #expect(throws: CardFilterError.mixedFields) {
            try CardFilter.in([.priority(1), .templateID("expense")])
        }
        #expect(throws: CardFilterError.wrongCount(expected: 2, found: 1)) {
            try CardFilter(.priority, .between, [1])
        }
        #expect(throws: CardFilterError.noValue) { try CardFilter.in([]) }
        #expect(throws: CardFilterError.operatorNotAllowed(.lessThan, type: "string")) {
            try CardFilter.lessThan(.templateName("a"))
        }
    }
}
