import Basics
import CardStore
import Cards
import FeedAPI
import Foundation
import Support
import Testing

/// Compares windows in other orders than the feed's, and in groups, with all cards sorted at once.
@Suite struct OrderTests {
    let database: CardDatabase
    init() throws { database = try CardDatabase.inMemory() }

    private static let categories: [String?] = ["Finance", "ops", "Ops", "Travel", nil]

    private func entry(_ number: Int, sequence: Int64, _ random: inout SeededGenerator) -> FeedEntry {
        let category = Self.categories.randomElement(using: &random) ?? nil
        let expires = Int.random(in: 0..<5, using: &random)
        return makeEntry(
            "card-\(number)", sequence: sequence,
            // Few distinct times, so that the order of the feed often decides; over several days.
            activeAt: .fixed(Double(Int.random(in: -60..<0, using: &random)) * 3600),
            expiresAt: expires == 0 ? nil : .fixed(Double(expires) * 3600),
            body: makeBody(
                components: category.map { [.category(Card.Category(text: $0))] } ?? [
                    .headline(Card.Headline(text: "None"))
                ],
                priority: Int.random(in: 1...10, using: &random)))
    }

    // MARK: The expected order, determined without the store

    private enum ExpectedItem: Equatable {
        case card(String)
        case folded(CardGroup, Int)
    }

    private func isBefore(_ left: FeedEntry, _ right: FeedEntry, _ order: CardOrder) -> Bool {
        switch order {
        case .newest where left.activeAt != right.activeAt: return left.activeAt > right.activeAt
        case .expiring where left.expiresAt != right.expiresAt:
            return left.expiresAt ?? .distantFuture < right.expiresAt ?? .distantFuture
        default: break
        }
        if left.priority != right.priority { return left.priority < right.priority }
        if left.activeAt != right.activeAt { return left.activeAt > right.activeAt }
        return left.id.rawValue < right.id.rawValue
    }

    private func group(_ entry: FeedEntry, _ groups: CardGroups) -> CardGroup? {
        groups.grouping.group(priority: entry.priority, activeAt: entry.activeAt, zone: groups.zone) {
            try? CardBody.decode(entry.body)
        }
    }

    private func sorted(_ entries: [FeedEntry], _ query: FeedQuery) -> [(entry: FeedEntry, group: CardGroup?)] {
        let cards = entries.map { (entry: $0, group: group($0, query.groups)) }.sorted {
            isBefore($0.entry, $1.entry, query.order)
        }
        guard query.groups.grouping != .none else { return cards }
        // Categories in the order of their first cards, with the cards without a category last.
        var groups: [CardGroup] = []
        for case let group? in cards.map(\.group) where !groups.contains(group) { groups.append(group) }
        if query.groups.grouping == .category {
            groups = groups.filter { $0 != .category(nil) } + groups.filter { $0 == .category(nil) }
        } else {
            groups.sort()
        }
        return groups.flatMap { group in cards.filter { $0.group == group } }
    }

    /// All items, each with its heading and the number of cards before it.
    private func expected(
        _ entries: [FeedEntry], _ query: FeedQuery
    ) -> [(item: ExpectedItem, heading: CardHeading?, rank: Int)] {
        var items: [(ExpectedItem, CardHeading?, Int)] = []
        let all = sorted(entries, query)
        let counts = Dictionary(all.map { ($0.group, 1) }, uniquingKeysWith: +)
        var last: CardGroup?
        for (rank, card) in all.enumerated() {
            let isFolded = card.group.map(query.groups.isFolded) ?? false
            let isFirst = rank == 0 || card.group != last
            last = card.group
            let heading = card.group.map { CardHeading($0, count: counts[$0] ?? 0, isFolded: isFolded) }
            if isFolded, let group = card.group {
                if isFirst { items.append((.folded(group, counts[group] ?? 0), heading, rank)) }
            } else {
                items.append((.card(card.entry.id.rawValue), isFirst ? heading : nil, rank))
            }
        }
        return items.map { (item: $0.0, heading: $0.1, rank: $0.2) }
    }

    private func expectedItem(_ item: CardWindow.Item) -> ExpectedItem {
        guard item.content == .foldedGroup, let heading = item.heading else { return .card(item.id.rawValue) }
        return .folded(heading.group, heading.count)
    }

    /// The difference between a window and its part of the expected items; nil if there is none.
    private func problem(_ window: CardWindow, _ entries: [FeedEntry], _ query: FeedQuery) -> String? {
        let all = expected(entries, query)
        if window.isPartial { return "partial" }
        if window.totalCount != entries.count { return "count \(window.totalCount)" }
        guard let first = window.items.first else { return all.isEmpty ? nil : "empty" }
        guard let start = all.firstIndex(where: { $0.item == expectedItem(first) }) else {
            return "begins with \(first.id)"
        }
        let range = start..<min(all.count, start + window.items.count)
        if window.items.map(expectedItem) != all[range].map(\.item) { return "other items" }
        if window.offset != all[start].rank { return "offset \(String(describing: window.offset))" }
        if window.hasMoreBefore != (start > 0) || window.hasMoreAfter != (range.upperBound < all.count) {
            return "ends"
        }
        for (index, item) in window.items.enumerated() {
            var heading = all[start + index].heading
            if index == 0, heading == nil, let entry = entries.first(where: { $0.id == item.id }) {
                let group = group(entry, query.groups)
                heading = group.map { group in
                    let count = entries.count { self.group($0, query.groups) == group }
                    return CardHeading(group, count: count, isFirst: false)
                }
            }
            if item.heading != heading { return "heading of \(item.id)" }
        }
        return nil
    }

    private func position(
        of id: CardID, _ all: [(item: ExpectedItem, heading: CardHeading?, rank: Int)], _ entries: [FeedEntry],
        _ query: FeedQuery
    ) -> Int? {
        let own = CardGroup(itemID: id) ?? entries.first { $0.id == id }.flatMap { group($0, query.groups) }
        if let own, CardGroup(itemID: id) != nil || query.groups.isFolded(own) {
            return all.firstIndex { $0.heading?.group == own }
        }
        return all.firstIndex { $0.item == .card(id.rawValue) }
    }

    // MARK: Queries

    private static let zone = LocalZone(firstOffset: 5 * 3600)

    private static func queries() -> [FeedQuery] {
        var queries: [FeedQuery] = []
        for order in CardOrder.allCases {
            for grouping in CardGrouping.allCases {
                var query = FeedQuery(streamID: ops, before: 0, after: 10_000, order: order)
                query.groups = CardGroups(grouping, in: zone)
                queries.append(query)
            }
        }
        return queries
    }

    private func watch(_ query: FeedQuery) -> (CardObservation, LatestWindow) {
        let seen = LatestWindow()
        return (database.observe(query, clock: { .fixed }) { seen.receive($0) }, seen)
    }

    private func fill(_ count: Int, seed: UInt64) async throws -> [FeedEntry] {
        var random = SeededGenerator(seed: seed)
        let entries = (0..<count).map { entry($0, sequence: Int64($0 + 1), &random) }
        try await database.apply(makeDelta(entries, cursor: Int64(count)), at: .fixed)
        return entries
    }

    // MARK: Tests

    @Test func `a window holds all cards in order, with headings`() async throws {
        let entries = try await fill(900, seed: 1)
        for query in Self.queries() {
            let (observation, seen) = watch(query)
            try await seen.wait { $0.map { !$0.isPartial } ?? false }
            let window = try #require(seen.last)
            #expect(problem(window, entries, query) == nil, "\(query.order) by \(query.groups.grouping)")
            #expect(window.items.count == 900)
            observation.cancel()
        }
    }

    @Test func `a window around a card or a group is the right slice, with some groups folded`() async throws {
        let entries = try await fill(700, seed: 2)
        var random = SeededGenerator(seed: 3)
        for var query in Self.queries() {
            let groups = Array(Set(entries.compactMap { group($0, query.groups) })).sorted()
            if Bool.random(using: &random) { query.groups.setAllFolded(true) }
            for group in groups where Int.random(in: 0..<3, using: &random) == 0 {
                query.groups.setFolded(!query.groups.isFolded(group), group)
            }
            (query.before, query.after) = (6, 9)
            let all = expected(entries, query)
            var anchors = (0..<12).map { _ in entries[Int.random(in: 0..<entries.count, using: &random)].id }
            anchors += groups.map(\.itemID)
            let (observation, seen) = watch(query)
            for anchor in anchors {
                query.anchor = .card(anchor)
                let middle = try #require(position(of: anchor, all, entries, query))
                let range = max(0, middle - 6)..<min(all.count, middle + 10)
                observation.setQuery(query)
                let wanted = all[range].map(\.item)
                try await seen.wait { $0.map { !$0.isPartial && $0.items.map(expectedItem) == wanted } ?? false }
                #expect(problem(try #require(seen.last), entries, query) == nil)
            }
            query.anchor = .end
            observation.setQuery(query)
            let last = all.suffix(9).map(\.item)
            try await seen.wait { $0?.items.map(expectedItem) == last }
            #expect(problem(try #require(seen.last), entries, query) == nil)
            observation.cancel()
        }
    }

    @Test func `windows follow random writes`() async throws {
        var random = SeededGenerator(seed: 11)
        var entries = try await fill(250, seed: 4)
        var watched: [(query: FeedQuery, observation: CardObservation, seen: LatestWindow)] = []
        for var query in Self.queries() {
            for group in Set(entries.compactMap { group($0, query.groups) })
            where Int.random(in: 0..<4, using: &random) == 0 { query.groups.setFolded(true, group) }
            let (observation, seen) = watch(query)
            watched.append((query, observation, seen))
        }
        for round in 0..<25 {
            let sequence = Int64(1000 + round * 100)
            var upserts: [FeedEntry] = []
            for offset in 0..<Int.random(in: 1..<20, using: &random) {
                let number = Int.random(in: 0..<300, using: &random)
                let changed = entry(number, sequence: sequence + Int64(offset), &random)
                if !upserts.contains(where: { $0.id == changed.id }) { upserts.append(changed) }
            }
            var removals: [FeedRemoval] = []
            if let gone = entries.randomElement(using: &random)?.id, !upserts.contains(where: { $0.id == gone }) {
                removals.append(FeedRemoval(id: gone, sequence: sequence + 50, status: .dismissed))
                entries.removeAll { $0.id == gone }
            }
            // An update does not bring back a dismissed card.
            let dismissed = self.dismissed
            upserts.removeAll { dismissed.ids.contains($0.id) }
            for removal in removals { dismissed.ids.insert(removal.id) }
            entries.removeAll { entry in upserts.contains { $0.id == entry.id } }
            entries += upserts
            try await database.apply(
                makeDelta(upserts, removing: removals, cursor: sequence + 99), at: .fixed)
            for watch in watched {
                try await watch.seen.wait { $0.map { problem($0, entries, watch.query) == nil } ?? false }
            }
        }
        for watch in watched { watch.observation.cancel() }
    }

    private final class Dismissed { var ids: Set<CardID> = [] }
    private let dismissed = Dismissed()

    @Test func `a removed card keeps its position`() async throws {
        var entries = try await fill(200, seed: 5)
        var sequence: Int64 = 5000
        for var query in Self.queries() {
            (query.before, query.after) = (3, 3)
            let all = sorted(entries, query)
            let (card, next) = (all[100].entry, all[101].entry)
            query.anchor = .card(card.id)
            let (observation, seen) = watch(query)
            try await seen.wait { $0.map { !$0.isPartial } ?? false }
            #expect(seen.last?.items.dropFirst(3).first?.id == card.id)
            let removal = FeedRemoval(id: card.id, sequence: sequence, status: .dismissed)
            try await database.apply(makeDelta(removing: [removal], cursor: sequence), at: .fixed)
            try await seen.wait { $0?.items.dropFirst(3).first?.id == next.id }
            observation.cancel()
            entries.removeAll { $0.id == card.id }
            sequence += 1
        }
    }

    @Test func `the cards between two cards follow the order, including folded groups`() async throws {
        let entries = try await fill(300, seed: 6)
        for var query in Self.queries() {
            let all = sorted(entries, query)
            if let group = all[150].group { query.groups.setFolded(true, group) }
            let ends = (all[200].entry.id, all[40].entry.id)
            let found = try await database.cards(of: query, between: ends, at: .fixed)
            #expect(found == Set(all[40...200].map(\.entry.id)), "\(query.order) by \(query.groups.grouping)")
            #expect(try await database.cards(of: query, at: .fixed).count == 300)
        }
    }

    @Test func `the first window is in order as well`() async throws {
        let entries = try await fill(40, seed: 7)
        for query in Self.queries() {
            let window = try database.window(query, at: .fixed)
            #expect(problem(window, entries, query) == nil)
        }
    }
}
