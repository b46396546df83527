import Cards
import FeedAPI
import GRDB

extension StoreTransaction {
    /// What a card has in the outbox.
    struct Queue {
        var pending: [CardResponse] = []
        var isRefused = false
        var isEmpty = true
    }

    /// Few cards have actions, and a feed has many cards: so each looks for its queue only when it has one.
    /// - Parameter isKnown: It has, or had: then nothing need be known of the others, of which there may be many.
    func queue(of id: CardID, in stream: StreamRow, isKnown: Bool = false) throws -> Queue {
        guard try isKnown || busyCards(of: stream).contains(id.rawValue) else { return Queue() }
        let select = try db.cachedStatement(
            sql: "SELECT response, refused_reason FROM outbox WHERE stream = ? AND card = ? ORDER BY position")
        let found = try Row.fetchAll(select, arguments: [stream.row, id.rawValue])
        let responses = found.compactMap { StoredResponse.decode(StoreBlob.bytes($0, at: 0)) }
        return Queue(
            pending: responses, isRefused: found.first.map { ($0[1] as String?) != nil } ?? false,
            isEmpty: found.isEmpty)
    }

    private func busyCards(of stream: StreamRow) throws -> Set<String> {
        if let known = stream.busyCards { return known }
        let select = try db.cachedStatement(sql: "SELECT card FROM outbox WHERE stream = ?")
        let found = try String.fetchSet(select, arguments: [stream.row])
        stream.busyCards = found
        return found
    }
}
