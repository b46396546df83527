import Cards

/// What one or more transactions changed.
struct StoreChanges {
    /// The streams of which a window may show something else now.
    var streams: Set<StreamID> = []
    /// The cards that were written, by row, also those that are in no window.
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
    /// What shows differently now.
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
