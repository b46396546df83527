import Cards

/// The changes of one or more transactions.
struct StoreChanges {
    /// The streams whose windows may have changed.
    var streams: Set<StreamID> = []
    /// The rows of the cards that were written, including cards in no window.
    var rows: [StreamID: [Int64]] = [:]
    /// The streams that lost all of their cards.
    var emptied: Set<StreamID> = []

    var isEmpty: Bool { streams.isEmpty && rows.isEmpty }

    mutating func add(_ other: StoreChanges) {
        streams.formUnion(other.streams)
        rows.merge(other.rows, uniquingKeysWith: +)
        emptied.formUnion(other.emptied)
    }
}

extension StoreTransaction {
    /// What the transaction has changed.
    var changes: StoreChanges {
        var changes = StoreChanges()
        for stream in rows.values {
            if stream.isChanged { changes.streams.insert(stream.id) }
            if stream.isEmptied { changes.emptied.insert(stream.id) }
            if !stream.changedRows.isEmpty { changes.rows[stream.id] = stream.changedRows }
        }
        return changes
    }
}
