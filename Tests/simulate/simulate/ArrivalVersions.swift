import CardSources
import Cards

/// Gives each arriving card a version above all that have arrived before (``Mutation/byArrival``).
struct ArrivalVersions {
    private var last: [CardID: Int64] = [:]

    mutating func renumber(_ delta: FeedDelta) -> FeedDelta {
        var delta = delta
        for index in delta.upserts.indices { renumber(delta.upserts[index].id, &delta.upserts[index].version) }
        for index in delta.removals.indices { renumber(delta.removals[index].id, &delta.removals[index].version) }
        return delta
    }

    mutating func renumber(_ page: FeedPage) -> FeedPage {
        var page = page
        for index in page.entries.indices { renumber(page.entries[index].id, &page.entries[index].version) }
        return page
    }

    private mutating func renumber(_ card: CardID, _ version: inout Int64) {
        if let known = last[card], version < known { version = known + 1 }
        last[card] = version
    }
}
