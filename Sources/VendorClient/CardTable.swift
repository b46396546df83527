package import CardSources
package import Cards

package import struct Foundation.Date

/// The cards of one stream in the form of a source: a history of changes, whose versions and cursors only grow.
package struct CardTable: Sendable {
    package let stream: StreamID
    /// Identifies the numbering of versions. Must change when versions start again.
    package let generation: String
    /// The version before the first change of this table.
    package let firstVersion: Int64
    /// The version of the last change.
    package private(set) var version: Int64
    package private(set) var entries: [CardID: FeedEntry] = [:]
    package private(set) var removals: [CardID: FeedRemoval] = [:]
    /// The cards that have changed since ``takeChanges(at:)`` was last called.
    private var unpublished: Set<CardID> = []

    /// Creates an empty table.
    ///
    /// - Parameter firstVersion: The time in milliseconds, so that versions are higher than those of earlier runs.
    package init(stream: StreamID, generation: String, firstVersion: Int64) {
        self.stream = stream
        self.generation = generation
        self.firstVersion = firstVersion
        version = firstVersion
    }

    // MARK: Changing

    /// Adds or replaces a card. A card without changes keeps its version.
    package mutating func write(_ entry: FeedEntry) {
        var entry = entry
        if let old = entries[entry.id] {
            entry.version = old.version
            if old == entry { return }
        }
        version += 1
        entry.version = version
        removals[entry.id] = nil
        entries[entry.id] = entry
        unpublished.insert(entry.id)
    }

    /// Removes a card. Does nothing if it does not exist.
    package mutating func remove(_ card: CardID, _ status: CardStatus) {
        guard entries.removeValue(forKey: card) != nil else { return }
        version += 1
        removals[card] = FeedRemoval(id: card, version: version, status: status)
        unpublished.insert(card)
    }

    // MARK: Reading

    /// The version after the last change of a card.
    package func version(of card: CardID) -> Int64 { entries[card]?.version ?? removals[card]?.version ?? version }

    /// The cursor after the last change.
    package var cursor: FeedCursor {
        get throws(SourceError) {
            guard let cursor = FeedCursor(rawValue: "\(generation) \(version)") else { throw .malformed("no cursor") }
            return cursor
        }
    }

    /// The version of a cursor; nil for a cursor of another generation.
    package func position(of cursor: FeedCursor) -> Int64? {
        let parts = cursor.rawValue.split(separator: " ")
        guard parts.count == 2, parts[0] == generation, let known = Int64(parts[1]), known <= version else {
            return nil
        }
        return known
    }

    /// All cards in feed order, as a single page.
    package func page(at now: Date) throws(SourceError) -> FeedPage {
        let sorted = entries.values.sorted { ($0.priority, $1.activeAt, $0.id) < ($1.priority, $0.activeAt, $1.id) }
        return FeedPage(
            streamID: stream, cursor: try cursor, entries: sorted,
            totalCount: sorted.count { $0.status == .active }, hasEverHadCard: version > firstVersion,
            serverTime: now, generation: generation)
    }

    /// All changes after a version; nil if there are none.
    package func delta(since known: Int64, at now: Date) throws(SourceError) -> FeedDelta? {
        guard known < version else { return nil }
        return FeedDelta(
            streamID: stream, cursor: try cursor, upserts: entries.values.filter { $0.version > known },
            removals: removals.values.filter { $0.version > known }, serverTime: now)
    }

    /// The changes since the last call; nil if there are none.
    package mutating func takeChanges(at now: Date) -> FeedDelta? {
        guard !unpublished.isEmpty else { return nil }
        let cards = unpublished
        unpublished = []
        // Ignore errors: a cursor with these characters is always valid.
        guard let cursor = try? cursor else { return nil }
        return FeedDelta(
            streamID: stream, cursor: cursor, upserts: cards.compactMap { entries[$0] },
            removals: cards.compactMap { removals[$0] }, serverTime: now)
    }
}
