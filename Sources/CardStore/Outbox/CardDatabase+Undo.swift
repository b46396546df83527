import Basics
package import Cards
import SQLite

package import struct Foundation.Date

/// Actions are held back for a moment before they are sent. Only their time distinguishes them from others, so that
/// what a crash leaves behind is sent by the next start like any other action.
extension CardDatabase {
    /// The longest time an action is held back, in seconds; ten minutes. One that waits for longer than anything may is
    /// taken for one from before the clock was set back, and sent.
    package static let longestHold = 600.0
    /// Seconds that those answered at once may take to be written, for which the first are also held back.
    static let writingTime = 60.0
    /// After this nothing waits any more, in seconds.
    package static let longestDelay = longestHold + writingTime

    /// Takes the newest action back of those of which no delivery has begun. The card comes back as it was before. Actions of
    /// other processes and of earlier ones come after those of this one (decision 0070).
    package func undo(at now: Date) async throws(StoreError) -> UndoResult {
        let ownEntries = ownEntries
        return try await write(.full) { transaction in
            let newest =
                try transaction.db.statement(
                    OutboxRecord.select
                        + " WHERE refused_reason IS NULL"
                        + " ORDER BY coalesce(history, 0) IN \(ownEntries.list) DESC, attempts > 0, position DESC LIMIT 1"
                ).first([], OutboxRecord.init) ?? nil
            guard let newest else { return .nothing }
            guard newest.attempts == 0 else { return .underWay }
            let stream = try transaction.streamRow(newest.streamID)
            let cards = try transaction.withdraw(newest)
            for card in cards { try transaction.refresh(card, in: stream, at: now.milliseconds) }
            try transaction.endHistory(newest.history, .undone)
            guard !ownEntries.contains(newest.history) else {
                return .undone(newest.cardID, newest.response, count: cards.count)
            }
            let title: String? = try transaction.db.statement("SELECT title FROM history WHERE row = ?")
                .value([newest.history])
            return .undoneOther(newest.cardID, newest.response, count: cards.count, title: title ?? "")
        }
    }

    /// Lets what is held back go sooner: by so many seconds, or with nil at once, for a program that ends. Returns
    /// whether there was any.
    package func release(sooner seconds: Double? = nil, at now: Date) async throws(StoreError) -> Bool {
        let isHeld = "refused_reason IS NULL AND attempts = 0 AND next_attempt > ?1"
        let time = now.milliseconds
        // Mostly there is none, and a write takes longer than a look.
        let isAny = try await read { db in
            try db.statement("SELECT EXISTS (SELECT 1 FROM outbox WHERE \(isHeld))").value([time], as: Bool.self)
        }
        guard isAny == true else { return false }
        let sooner = seconds.map { Milliseconds($0.waitingTime() * 1000) }
        try await write(.full) { transaction in
            try transaction.run(
                "UPDATE outbox SET next_attempt = max(?1, coalesce(next_attempt - ?2, ?1)) WHERE \(isHeld)",
                [time, sooner])
        }
        return true
    }

    /// Whether something that was to go at this time, or before it, has got neither an answer nor a failure yet.
    package func isSending(
        dueAt time: Date, of source: StoredSource = .connection
    ) async throws(StoreError) -> Bool {
        try await read { db in
            try db.statement(
                """
                SELECT EXISTS (
                    SELECT 1 FROM outbox WHERE source = ? AND next_attempt <= ? AND refused_reason IS NULL)
                """
            ).value([source.row, time.milliseconds]) ?? false
        }
    }
}

extension StoreTransaction {
    /// Whether a response is held back to be undone: all are but answers to cards whose publisher waits for them.
    func allowsUndo(of response: CardResponse, to card: CardID, in stream: StreamRow) throws -> Bool {
        guard case .submit = response else { return true }
        let body: [UInt8]? = try db.statement("SELECT body FROM card WHERE stream = ? AND id = ?")
            .value([stream.row, card.rawValue])
        // A body that cannot be read has no buttons.
        guard let body, let json = try? JSONParser.parse(body) else { return true }
        return json["undo"]?.bool ?? true
    }

    /// Takes an action out of the outbox, with those done at once with it that have not left; returns their cards.
    fileprivate func withdraw(_ action: OutboxRecord) throws -> [CardID] {
        guard let history = action.history else {
            try recordUnperformed("key = ?", [action.key.rawValue])
            try run("DELETE FROM outbox WHERE key = ?", [action.key.rawValue])
            news.append(.ended(action.key, .withdrawn))
            return [action.cardID]
        }
        let condition = "history = ? AND attempts = 0 AND refused_reason IS NULL"
        let select = try db.statement("SELECT card, key FROM outbox WHERE \(condition)")
        let held = try select.all([history]) { (card: CardID(stored: $0[0]), key: ActionKey(stored: $0[1])) }
        switch action.response {
        case .submit, .reply: try recordUnperformed(condition, [history])
        // Nothing is kept for these, of which there may be many.
        case .dismiss, .snooze, .unsnooze, .voteUp, .voteDown: break
        }
        try run("DELETE FROM outbox WHERE \(condition)", [history])
        for action in held { news.append(.ended(action.key, .withdrawn)) }
        return held.map(\.card)
    }
}
