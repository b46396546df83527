import Basics
package import Cards
import SQLite

package import struct Foundation.Date

/// Undo: actions are held back for a moment before they are sent. Only their time distinguishes them from others, so
/// the next start after a crash sends them like any other action.
extension CardDatabase {
    /// The longest time that an action is held back, in seconds: ten minutes. An action with a longer wait is assumed
    /// to be from before the clock was set back, and is sent.
    package static let longestHold = 600.0
    /// The time, in seconds, that it may take to store actions on many cards at once. The first ones are held back for
    /// this time as well.
    static let writingTime = 60.0
    /// The maximum time that any action is held back, in seconds.
    package static let longestDelay = longestHold + writingTime

    /// Withdraws the newest action whose delivery has not begun. The card then looks as before the action. Actions of
    /// other processes and of earlier runs come after those of this process (decision 0070).
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

    /// Shortens the wait of held actions by a number of seconds; nil ends it at once, for a program that exits. Returns
    /// whether there were held actions.
    package func release(sooner seconds: Double? = nil, at now: Date) async throws(StoreError) -> Bool {
        let isHeld = "refused_reason IS NULL AND attempts = 0 AND next_attempt > ?1"
        let time = now.milliseconds
        // Mostly there are none, and reading is faster than writing.
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

    /// Whether any action that was due by this time has neither been answered nor failed.
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
    /// Whether a response may be held back for undo. True except for answers to cards whose publisher waits for them.
    func allowsUndo(of response: CardResponse, to card: CardID, in stream: StreamRow) throws -> Bool {
        guard case .submit = response else { return true }
        let body: [UInt8]? = try db.statement("SELECT body FROM card WHERE stream = ? AND id = ?")
            .value([stream.row, card.rawValue])
        // Ignore errors: a body that cannot be read has no buttons.
        guard let body, let json = try? JSONParser.parse(body) else { return true }
        return json["undo"]?.bool ?? true
    }

    /// Removes an action from the outbox, with the unsent ones of the same history entry. Returns their cards.
    fileprivate func withdraw(_ action: OutboxRecord) throws -> [CardID] {
        guard let history = action.history else {
            try recordUnperformed("key = ?", [action.key.rawValue])
            try run("DELETE FROM outbox WHERE key = ?", [action.key.rawValue])
            outboxEvents.append(.ended(action.key, .withdrawn))
            return [action.cardID]
        }
        let condition = "history = ? AND attempts = 0 AND refused_reason IS NULL"
        let select = try db.statement("SELECT card, key FROM outbox WHERE \(condition)")
        let held = try select.all([history]) { (card: CardID(stored: $0[0]), key: ActionKey(stored: $0[1])) }
        switch action.response {
        case .submit, .reply: try recordUnperformed(condition, [history])
        // Sources keep no resources for these, and there may be many.
        case .dismiss, .snooze, .unsnooze, .voteUp, .voteDown: break
        }
        try run("DELETE FROM outbox WHERE \(condition)", [history])
        for action in held { outboxEvents.append(.ended(action.key, .withdrawn)) }
        return held.map(\.card)
    }
}
