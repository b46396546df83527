import Basics
package import CardSources
package import Cards
import SQLite

package import struct Foundation.Date

extension CardDatabase {
    /// Stores a user's response: the action to send and its effect on the card, in one transaction that is on disk when
    /// this returns. It replaces a refused action of the same card.
    ///
    /// - Parameters:
    ///   - key: A new random key, which makes repeated delivery harmless.
    ///   - report: The record for the publisher, which is queued once the server has accepted the action; see
    ///     ``OutboxRecord/report``.
    ///   - hold: Seconds before the action may be delivered, so that the user can undo it; see ``undo(at:)``. At most
    ///     ``longestHold``, less if the card expires earlier; 0 for an answer to a card that does not allow undo.
    ///   - values: The values of the card's runtime variables, by name. The history shows the card's title with them.
    ///   - proof: See ``CardSources/ActionRequest/proof``.
    ///   - draft: The change of the card's draft in the same transaction: after a crash, the user's input is either in
    ///     the draft or in the action.
    /// - Returns: The time at which the action may be delivered.
    @discardableResult
    package func respond(
        _ response: CardResponse, to cardID: CardID, in streamID: StreamID, key: ActionKey, at now: Date,
        report: [UInt8] = [], hold: Double = 0, values: [String: String] = [:], proof: AnswerProof? = nil,
        entered: JSONObject = [:], draft: DraftChange = .none
    ) async throws(StoreError) -> Date {
        try await write(.full) { transaction in
            let stream = try transaction.streamRow(streamID)
            let response = transaction.onServerClock(response)
            guard let card = try transaction.card(cardID, in: stream) else { throw StoreError.unknownCard(cardID) }
            let isSnoozed = card.effect.status == CardStatus.snoozed.rawValue
            // A reply does not change the card, so a snoozed card need not be woken for it.
            let isOpen =
                switch response {
                case .unsnooze: isSnoozed
                case .reply: card.isVisible || isSnoozed
                default: card.isVisible
                }
            guard isOpen else { throw StoreError.alreadyAnswered(cardID) }
            try transaction.discardRefused(cardID, in: stream)
            let isHeld = try hold > 0 && transaction.allowsUndo(of: response, to: cardID, in: stream)
            let leaving = card.state.leaving(
                after: isHeld ? hold.waitingTime(atMost: Self.longestHold) : 0, at: now)
            let history = try transaction.recordHistory(
                response, of: cardID, in: stream, values: values, at: now.milliseconds)
            try transaction.enqueue(
                OutboxRecord(
                    key: key, streamID: streamID, cardID: cardID, response: response, createdAt: now,
                    nextAttempt: leaving, history: history, report: report, proof: proof, entered: entered))
            if case .replaced(by: let draft) = draft { try transaction.setDraft(draft, of: cardID, in: stream) }
            try transaction.refresh(cardID, in: stream, at: now.milliseconds)
            return leaving
        }
    }

    /// The actions to deliver now: only the oldest of each card, and none behind a refused one, so that the order is
    /// kept for each card.
    package func outboxWork(
        at now: Date, limit: Int, of source: StoredSource = .connection
    ) async throws(StoreError) -> OutboxWork {
        try await read { db in
            let head = """
                refused_reason IS NULL AND NOT EXISTS (
                    SELECT 1 FROM outbox AS earlier
                    WHERE earlier.stream = outbox.stream AND earlier.card = outbox.card
                        AND earlier.position < outbox.position)
                """
            // Sorted by position instead of the index of times: if many actions are due, only the first ones are
            // needed.
            let due = try db.statement(
                """
                \(OutboxRecord.select(by: "outbox_source"))
                WHERE outbox.source = ? AND +next_attempt <= ? AND \(head) ORDER BY position LIMIT ?
                """
            ).all([source.row, now.milliseconds, limit], OutboxRecord.init)
            // Uses the index of times: if many actions wait, most are the first of their card, so the first row usually
            // matches.
            let next = try db.statement(
                """
                SELECT next_attempt FROM outbox INDEXED BY outbox_time
                WHERE source = ? AND next_attempt > ? AND \(head) ORDER BY next_attempt LIMIT 1
                """
            ).value([source.row, now.milliseconds], as: Int64.self)
            let actions = due.compactMap(\.self)
            return OutboxWork(
                due: actions, nextAttempt: next.map { Date(milliseconds: $0) },
                hasUnreadable: actions.count < due.count)
        }
    }

    /// Counts the actions in the outbox. An action that is held back for undo counts as waiting only after its holding
    /// time.
    ///
    /// - Parameter source: The source whose actions are counted; nil counts all.
    package func outboxCounts(
        at now: Date = .distantFuture, of source: StoredSource? = nil
    ) async throws(StoreError) -> OutboxCounts {
        try await read { db in
            let isHeld = "refused_reason IS NULL AND attempts = 0 AND next_attempt > ?1"
            let counts = try db.statement(
                """
                SELECT count(*) - count(refused_reason) - total(\(isHeld)), count(refused_reason),
                    min(iif(\(isHeld), next_attempt, NULL)) FROM outbox \(source == nil ? "" : "WHERE source = ?2")
                """
            ).first([now.milliseconds] + (source.map { [$0.row] } ?? [])) { row in
                OutboxCounts(
                    waiting: Int(row[0] as Double), refused: row[1],
                    heldUntil: row.optionalInt64(2).map { Date(milliseconds: $0) })
            }
            return counts ?? OutboxCounts()
        }
    }

    /// Records the start of a delivery. Call it before sending: from then on the server may have the action. Returns
    /// false if the action was withdrawn in the meantime and must not be sent.
    package func beginAttempt(_ key: ActionKey) async throws(StoreError) -> Bool {
        try await write(.full) { transaction in
            try transaction.run("UPDATE outbox SET attempts = attempts + 1 WHERE key = ?", [key.rawValue])
            return transaction.db.changesCount > 0
        }
    }

    /// Withdraws a card's newest action if its delivery has not begun. The card then looks as before the action.
    package func withdraw(
        _ cardID: CardID, in streamID: StreamID, at now: Date
    ) async throws(StoreError) -> WithdrawalResult {
        try await write(.full) { transaction in
            let stream = try transaction.streamRow(streamID)
            let newest = try transaction.db.statement(
                """
                SELECT key FROM outbox
                WHERE stream = ? AND card = ? AND refused_reason IS NULL ORDER BY position DESC LIMIT 1
                """
            ).value([stream.row, cardID.rawValue], as: String.self)
            guard let newest else { return .settled }
            return try transaction.withdraw(ActionKey(stored: newest), at: now.milliseconds)
        }
    }

    /// Withdraws one action in the same way, independently of other actions on its card.
    package func withdraw(_ key: ActionKey, at now: Date) async throws(StoreError) -> WithdrawalResult {
        try await write(.full) { transaction in try transaction.withdraw(key, at: now.milliseconds) }
    }

    /// Sets the closure that is called after each commit of this process which ended answers that the source did not
    /// perform: the user withdrew or discarded them, or their card ended. Nil removes it. Not called for answers that a
    /// logout removes.
    package func setUnperformedHandler(_ handler: (@Sendable ([OutboxRecord]) -> Void)?) {
        onUnperformed.withLock { $0 = handler.map(StoreHandler.init) }
    }

    /// Stores the result of a delivery, together with the card's new state. Ignores an action that is already settled.
    /// Queues the publisher's record of an accepted action in the same transaction.
    ///
    /// - Parameter answer: The server's refusal, for callers that await the action.
    /// - Returns: Whether the action was still in the outbox.
    @discardableResult
    package func settle(
        _ key: ActionKey, _ settlement: DeliveryResult, answer: SourceRefusal? = nil, at now: Date
    ) async throws(StoreError) -> Bool {
        try await write(.full) { transaction in
            if let answer { transaction.outboxEvents.append(.refusal(key, answer)) }
            guard let action = try transaction.action(key) else { return false }
            let stream = try transaction.streamRow(action.streamID)
            let serverTime = transaction.serverTime(now.milliseconds)
            switch settlement {
            case .accepted(let receipt):
                try transaction.remove(key, .accepted)
                try transaction.queueReport(of: action)
                if let receipt { try transaction.apply(receipt, for: action, in: stream, at: serverTime) }
            case .kept:
                try transaction.remove(key, .accepted)
                try transaction.queueReport(of: action)
                try transaction.keep(action, in: stream, at: serverTime)
            case .superseded:
                try transaction.remove(key, .superseded)
                try transaction.recordClosed(action.history)
                if try !transaction.staysOpen(after: action, in: stream) {
                    try transaction.close(action.cardID, in: stream, at: serverTime)
                }
            case .lapsed: try transaction.remove(key, .lapsed)
            case .refused(let reason):
                try transaction.run(
                    "UPDATE outbox SET refused_reason = ? WHERE key = ?", [StoredText(reason), key.rawValue])
                transaction.outboxEvents.append(.tried(key))
            case .retry(let time):
                try transaction.run(
                    "UPDATE outbox SET next_attempt = ? WHERE key = ?", [time.milliseconds, key.rawValue])
                transaction.outboxEvents.append(.tried(key))
                return true
            case .unsent:
                // The action is due and no longer held back for undo. Increase the time of its next attempt: a caller
                // that waits for an answer or a failure detects the change by it.
                try transaction.run(
                    "UPDATE outbox SET attempts = max(0, attempts - 1), next_attempt = max(?, next_attempt + 1) WHERE key = ?",
                    [now.milliseconds, key.rawValue])
                transaction.outboxEvents.append(.tried(key))
                return true
            }
            try transaction.refresh(action.cardID, in: stream, at: now.milliseconds)
            return true
        }
    }

    /// Sends a card's refused action again, at the user's request. The refused action had no effect. It gets a new key,
    /// because the server may only repeat its response to the old one.
    package func retry(
        _ cardID: CardID, in streamID: StreamID, newKey: ActionKey, at now: Date
    ) async throws(StoreError) {
        try await write(.full) { transaction in
            let stream = try transaction.streamRow(streamID)
            let condition = "stream = ? AND card = ? AND refused_reason IS NOT NULL"
            let refused = try transaction.db.statement("SELECT key FROM outbox WHERE \(condition)").value(
                [stream.row, cardID.rawValue], as: String.self)
            try transaction.run(
                """
                UPDATE outbox SET refused_reason = NULL, attempts = 0, next_attempt = ?, key = ? WHERE \(condition)
                """, [now.milliseconds, newKey.rawValue, stream.row, cardID.rawValue])
            if let refused { transaction.outboxEvents.append(.renewed(ActionKey(stored: refused), by: newKey)) }
            try transaction.refresh(cardID, in: stream, at: now.milliseconds)
        }
    }

    /// Discards a card's refused action. The card then shows the server's state, and later actions of the card can be
    /// sent.
    ///
    /// - Returns: The discarded actions, and what the user had entered for them.
    @discardableResult
    package func discard(
        _ cardID: CardID, in streamID: StreamID, at now: Date
    ) async throws(StoreError) -> [(response: CardResponse, entered: JSONObject)] {
        try await write(.full) { transaction in
            let stream = try transaction.streamRow(streamID)
            let discarded = try transaction.discardRefused(cardID, in: stream)
            try transaction.refresh(cardID, in: stream, at: now.milliseconds)
            return discarded
        }
    }

    /// Discards one action in the same way. Does nothing if it was not refused.
    package func discard(_ key: ActionKey, at now: Date) async throws(StoreError) {
        try await write(.full) { transaction in
            guard let action = try transaction.action(key), let reason = action.refusedReason else { return }
            let stream = try transaction.streamRow(action.streamID)
            try transaction.remove(key, .discarded(reason: reason))
            try transaction.endHistory(action.history, .discarded)
            try transaction.refresh(action.cardID, in: stream, at: now.milliseconds)
        }
    }

    /// Decides about an action whose key the server may have forgotten, by comparing it with the server's state of the
    /// card. The stream must have been synchronised just before.
    package func reconcile(
        _ key: ActionKey, newKey: ActionKey, at now: Date
    ) async throws(StoreError) -> Reconciliation {
        try await write(.full) { transaction in
            guard let action = try transaction.action(key) else { return .gone }
            let stream = try transaction.streamRow(action.streamID)
            let card = try transaction.card(action.cardID, in: stream)
            if card?.state.shows(action.response) ?? true {
                // The card is gone or shows the action's effect, so the action counts as accepted.
                try transaction.remove(key, .accepted)
                try transaction.queueReport(of: action)
                try transaction.refresh(action.cardID, in: stream, at: now.milliseconds)
                return .applied
            }
            try transaction.renew(key, as: newKey, at: now.milliseconds)
            return .renewed
        }
    }
}

extension StoreTransaction {
    /// Gives an action a new key, under which it is sent from now on.
    func renew(_ key: ActionKey, as newKey: ActionKey, at now: Milliseconds) throws {
        try run(
            "UPDATE outbox SET key = ?, attempts = 0, created = ?, next_attempt = ? WHERE key = ?",
            [newKey.rawValue, now, now, key.rawValue])
        outboxEvents.append(.renewed(key, by: newKey))
    }

    fileprivate func remove(_ key: ActionKey, _ end: ActionEnd) throws {
        if end != .accepted { try recordUnperformed("key = ?", [key.rawValue]) }
        try run("DELETE FROM outbox WHERE key = ?", [key.rawValue])
        outboxEvents.append(.ended(key, end))
    }

    fileprivate func withdraw(_ key: ActionKey, at now: Milliseconds) throws -> WithdrawalResult {
        guard let action = try action(key), action.refusedReason == nil else { return .settled }
        guard action.attempts == 0 else { return .underWay }
        try remove(key, .withdrawn)
        try endHistory(action.history, .undone)
        try refresh(action.cardID, in: streamRow(action.streamID), at: now)
        return .withdrawn
    }

    /// Whether the card stays open after a refused late answer: it only shows who has answered, until the user
    /// dismisses it.
    fileprivate func staysOpen(after action: OutboxRecord, in stream: StreamRow) throws -> Bool {
        guard case .submit = action.response else { return false }
        let body: [UInt8]? = try db.statement("SELECT body FROM card WHERE stream = ? AND id = ?")
            .value([stream.row, action.cardID.rawValue])
        // Ignore errors: a body that cannot be read has no such field.
        guard let body, let json = try? JSONParser.parse(body) else { return false }
        return json["answered"] != nil
    }

    /// Closes a card because the server says that it has ended. Its own change may arrive later or, if the server has
    /// forgotten the card, never. Until then the card must not come back.
    fileprivate func close(_ id: CardID, in stream: StreamRow, at now: Milliseconds) throws {
        guard let card = try card(id, in: stream), card.state.status.isOpen else { return }
        var state = card.state
        state.status = .dismissed
        state.snoozedUntil = nil
        state.updated = now
        try update(card, id: id, to: state, in: stream, at: now, outboxChanged: true)
    }

    /// Applies a receipt. It is newer than every earlier version of the card, but it has no content. An entry with the
    /// same version may have new content, from this action or the publisher, and must still be stored.
    fileprivate func apply(
        _ receipt: ActionReceipt, for action: OutboxRecord, in stream: StreamRow, at now: Milliseconds
    ) throws {
        guard let card = try card(action.cardID, in: stream), receipt.version > card.state.sequence else { return }
        var state = card.state
        state.sequence = receipt.version - 1
        state.status = receipt.status
        state.updated = now
        state.apply(action.response)
        try update(card, id: action.cardID, to: state, in: stream, at: now, outboxChanged: true)
    }

    /// Gives a card the state that an action results in, without a change by the source. The version stays, so that the
    /// source's next change of the card replaces this state.
    fileprivate func keep(_ action: OutboxRecord, in stream: StreamRow, at now: Milliseconds) throws {
        guard let card = try card(action.cardID, in: stream) else { return }
        var state = card.state
        state.status = action.response.resultingStatus ?? state.status
        state.updated = now
        state.apply(action.response)
        try update(card, id: action.cardID, to: state, in: stream, at: now, outboxChanged: true)
    }
}

extension CardState {
    /// Applies the changes of a response other than the status.
    fileprivate mutating func apply(_ response: CardResponse) {
        switch response {
        case .snooze(let until): snoozedUntil = until.milliseconds
        case .unsnooze: snoozedUntil = nil
        case .voteUp: vote = .up
        case .voteDown: vote = .down
        case .dismiss, .submit, .reply: break
        }
    }

    /// Whether the state shows that the server has received the response, or no longer needs it.
    fileprivate func shows(_ response: CardResponse) -> Bool {
        guard status.isOpen else { return true }
        return switch response {
        // These leave no trace on an open card.
        case .dismiss, .submit, .reply: false
        case .unsnooze: status != .snoozed
        case .snooze(let until): status == .snoozed && snoozedUntil.map { $0 == until.milliseconds } ?? true
        case .voteUp: vote == .up
        case .voteDown: vote == .down
        }
    }
}
