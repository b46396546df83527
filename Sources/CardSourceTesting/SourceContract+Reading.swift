import CardSources
import Cards

/// Rules about snapshots and changes.
extension SourceContract {
    static let readingRules: [Rule] = [
        Rule("an empty stream has a cursor, but no cards") { run in
            let (entries, cursor) = try await run.snapshot()
            try run.expect(entries.isEmpty, "the stream has \(entries.count) cards before any card was published")
            try run.expect(
                try await run.source.changes(of: run.stream, since: cursor) == nil, "the empty stream has changes")
        },
        Rule("a snapshot has each card once, with a body that can be read") { run in
            var cards: Set<CardID> = []
            for number in 1...5 { cards.insert(try await run.publish("Card \(number)")) }
            let entries = try await run.snapshot().entries
            try run.expect(
                entries.count == 5 && Set(entries.map(\.id)) == cards, "the snapshot has \(entries.map(\.id))")
            for entry in entries {
                try run.expect((0..<(1 << 47)).contains(entry.version), "the version \(entry.version) is out of range")
                do { _ = try CardBody.decode(entry.body) } catch {
                    throw SourceContractFailure(
                        rule: run.rule, detail: "the body of \(entry.id) cannot be read: \(error)")
                }
            }
        },
        Rule("nothing has changed since the cursor of a snapshot") { run in
            try await run.publish("Present")
            let cursor = try await run.snapshot().cursor
            try run.expect(
                try await run.source.changes(of: run.stream, since: cursor) == nil, "there are changes after the cursor"
            )
        },
        Rule("the changes deliver a new card once") { run in
            try await run.publish("Old")
            let cursor = try await run.snapshot().cursor
            let card = try await run.publish("New")
            let changes = try await run.changes(since: cursor)
            try run.expect(changes.upserts.map(\.id) == [card], "the upserts are \(changes.upserts.map(\.id))")
            try run.expect(changes.removals.isEmpty, "a card was removed")
            try run.expect(
                try await run.source.changes(of: run.stream, since: changes.cursor) == nil,
                "the card is delivered again")
        },
        Rule("the changes deliver the removal of a card, with a higher version") { run in
            let card = try await run.publish("A card to withdraw")
            let before = try await run.snapshot()
            let version = try run.unwrap(before.entries.first?.version, "the snapshot does not have the card")
            try await run.fixture.withdraw(card)
            let changes = try await run.changes(since: before.cursor)
            try run.expect(changes.removals.map(\.id) == [card], "the removals are \(changes.removals.map(\.id))")
            try run.expect(changes.removals.allSatisfy { $0.version > version }, "the version did not increase")
            try run.expect(try await run.snapshot().entries.isEmpty, "a new snapshot still has the card")
        },
        Rule("a cursor that is not from this source counts as expired") { run in
            let cursor = try run.unwrap(FeedCursor(rawValue: "no cursor of this source"), "the cursor is not valid")
            let reason = try await run.refusal("the cursor") {
                _ = try await run.source.changes(of: run.stream, since: cursor)
            }
            try run.expect(reason == .cursorExpired, "the reason is \(reason)")
        },
    ]
}
