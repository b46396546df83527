import CardSources
import Cards
import SQLite

extension StoreTransaction {
    /// The actions of a card in the outbox.
    struct Queue {
        var pending: [CardResponse] = []
        var isRefused = false
        var isEmpty = true
    }

    /// Reads the actions of a card. Few of the many cards in a feed have any, so the query only runs for cards known to
    /// have actions.
    ///
    /// - Parameter isKnown: Whether the card is known to have, or to have had, actions. This avoids reading all cards
    ///   with actions, of which there may be many.
    func queue(of id: CardID, in stream: StreamRow, isKnown: Bool = false) throws -> Queue {
        guard try isKnown || busyCards(of: stream).contains(id.rawValue) else { return Queue() }
        let select = try db.statement(
            "SELECT response, refused_reason FROM outbox WHERE stream = ? AND card = ? ORDER BY position")
        let found = try select.all([stream.row, id.rawValue]) { row in
            (response: StoredResponse.decode(row.bytes(0)), isRefused: !row.isNull(1))
        }
        return Queue(
            pending: found.compactMap(\.response), isRefused: found.first?.isRefused ?? false, isEmpty: found.isEmpty)
    }

    /// Withdraws the unsent actions of a card and discards the refused ones, because the card has ended and the server
    /// accepts no answers to it. An action that is being sent stays until the server responds. The caller must
    /// recompute the card's effect.
    func endActions(of id: CardID, in stream: StreamRow, as status: CardStatus) throws {
        guard try busyCards(of: stream).contains(id.rawValue) else { return }
        let condition = "stream.row = ? AND card = ? AND (attempts = 0 OR refused_reason IS NOT NULL)"
        let select = try db.statement("\(OutboxRecord.select) WHERE \(condition) ORDER BY position")
        let actions = try select.all([stream.row, id.rawValue], OutboxRecord.init).compactMap(\.self)
        for action in actions {
            try run("DELETE FROM outbox WHERE key = ?", [action.key.rawValue])
            if let reason = action.refusedReason {
                outboxEvents.append(.ended(action.key, .discarded(reason: reason)))
                try endHistory(action.history, .discarded)
            } else {
                // The same refusal as from the server.
                let refusal = SourceRefusal(
                    .cardClosed, detail: "The card is already \(status.rawValue).", name: "card-closed", status: 409)
                outboxEvents += [.refusal(action.key, refusal), .ended(action.key, .superseded)]
                try recordClosed(action.history)
            }
            ended.append(EndedAction(action: action, status: status))
        }
        unperformed += actions.filter(\.response.carriesValues)
    }

    /// Records actions that are about to be removed without being performed by the source.
    func recordUnperformed(_ condition: String, _ arguments: [(any SQLiteValue)?]) throws {
        let actions = try db.statement("\(OutboxRecord.select) WHERE \(condition)").all(arguments, OutboxRecord.init)
        unperformed += actions.compactMap(\.self).filter(\.response.carriesValues)
    }

    private func busyCards(of stream: StreamRow) throws -> Set<String> {
        if let known = stream.busyCards { return known }
        let select = try db.statement("SELECT card FROM outbox WHERE stream = ?")
        let found = Set(try select.values([stream.row], as: String.self))
        stream.busyCards = found
        return found
    }
}

extension CardResponse {
    /// Whether a source may keep resources for the response until it is performed.
    fileprivate var carriesValues: Bool {
        switch self {
        case .submit, .reply: true
        case .dismiss, .snooze, .unsnooze, .voteUp, .voteDown: false
        }
    }
}
