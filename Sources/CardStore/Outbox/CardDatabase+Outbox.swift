import Basics
package import CardSources
package import Cards
import SQLite

package import struct Foundation.Date

extension CardDatabase {
    /// Takes up a user's response: the action to send and its effect on the screen, in one transaction that is on
    /// the disk when this returns. A refused action of the same card gives way to it.
    ///
    /// - Parameters:
    ///   - key: random and new; it makes repeated delivery harmless.
    ///   - report: What is reported to the publisher once the server has it, see ``OutboxRecord/report``.
    ///   - hold: Seconds before it may be delivered, for the user to think better of it; see ``undo(at:)``. Less where
    ///     the card expires before, and at most ``longestHold``; none for an answer to a card that allows no undo.
    ///   - values: Of the card's runtime variables, by name: the history names the card as it was shown.
    ///   - proof: See ``CardSources/ActionRequest/proof``.
    ///   - draft: What becomes of the card's draft in the same transaction: after a crash what was entered is either
    ///     the draft or the action.
    /// - Returns: when it may be delivered.
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
            // A reply leaves the card as it is, so it needs no waking.
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

    /// The actions to deliver now: of each card the oldest only, and none behind a refused one, so that order is
    /// kept per card.
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
            // In the order of positions, not by the index of times: of many that are due only the first matter.
            let due = try db.statement(
                """
                \(OutboxRecord.select(by: "outbox_source"))
                WHERE outbox.source = ? AND +next_attempt <= ? AND \(head) ORDER BY position LIMIT ?
                """
            ).all([source.row, now.milliseconds, limit], OutboxRecord.init)
            // By its index: where many wait, most are the first of their card, and one look is enough.
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

    /// What is held back to be undone counts as waiting only once its time is over.
    ///
    /// - Parameter source: Whose actions are counted; nil counts all.
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

    /// Notes that a delivery begins, before it does: from here on the server may have the action. False when it was
    /// withdrawn in the meantime and must not be sent.
    package func beginAttempt(_ key: ActionKey) async throws(StoreError) -> Bool {
        try await write(.full) { transaction in
            try transaction.run("UPDATE outbox SET attempts = attempts + 1 WHERE key = ?", [key.rawValue])
            return transaction.db.changesCount > 0
        }
    }

    /// Takes a card's newest action back, where no delivery of it has begun. The card comes back as it was before.
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

    /// The same with one action, independent of other actions on its card.
    package func withdraw(_ key: ActionKey, at now: Date) async throws(StoreError) -> WithdrawalResult {
        try await write(.full) { transaction in try transaction.withdraw(key, at: now.milliseconds) }
    }

    /// Calls `handler` after each commit of this process that ended answers which the source did not perform: the user took
    /// them back or gave them up, or their card ended. Nil ends that. Those that a logout removes are not told.
    package func setUnperformedHandler(_ handler: (@Sendable ([OutboxRecord]) -> Void)?) {
        onUnperformed.withLock { $0 = handler.map(StoreHandler.init) }
    }

    /// Stores what became of a delivery, together with the card's new state. An action settled already is left. What
    /// the publisher gets about an accepted one is queued in the same transaction.
    ///
    /// - Parameter answer: What the server has against it, for who waits for it.
    /// - Returns: Whether there was such an action.
    @discardableResult
    package func settle(
        _ key: ActionKey, _ settlement: DeliveryResult, answer: SourceRefusal? = nil, at now: Date
    ) async throws(StoreError) -> Bool {
        try await write(.full) { transaction in
            if let answer { transaction.news.append(.answered(key, answer)) }
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
                transaction.news.append(.tried(key))
            case .retry(let time):
                try transaction.run(
                    "UPDATE outbox SET next_attempt = ? WHERE key = ?", [time.milliseconds, key.rawValue])
                transaction.news.append(.tried(key))
                return true
            case .unsent:
                // The action is due and not held back for undoing. Its next attempt is later than before: a caller that
                // waits for an answer or a failure detects the change by that.
                try transaction.run(
                    "UPDATE outbox SET attempts = max(0, attempts - 1), next_attempt = max(?, next_attempt + 1) WHERE key = ?",
                    [now.milliseconds, key.rawValue])
                transaction.news.append(.tried(key))
                return true
            }
            try transaction.refresh(action.cardID, in: stream, at: now.milliseconds)
            return true
        }
    }

    /// Sends a card's refused action again, at the user's wish. It was refused, so it had no effect; it gets a new
    /// key because under the old one the server may only repeat its answer.
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
            if let refused { transaction.news.append(.renewed(ActionKey(stored: refused), by: newKey)) }
            try transaction.refresh(cardID, in: stream, at: now.milliseconds)
        }
    }

    /// Gives a card's refused action up. The card comes back as the server has it; what waited behind goes on.
    ///
    /// - Returns: What was given up, and what the user had entered for it.
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

    /// The same with one action; nothing where it was not refused.
    package func discard(_ key: ActionKey, at now: Date) async throws(StoreError) {
        try await write(.full) { transaction in
            guard let action = try transaction.action(key), let reason = action.refusedReason else { return }
            let stream = try transaction.streamRow(action.streamID)
            try transaction.remove(key, .discarded(reason: reason))
            try transaction.endHistory(action.history, .discarded)
            try transaction.refresh(action.cardID, in: stream, at: now.milliseconds)
        }
    }

    /// Decides about an action whose key the server may have forgotten, by the card's state as the server has it.
    /// The stream must have been synchronised just before.
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
    /// Gives an action another key, under which it is sent from now on.
    func renew(_ key: ActionKey, as newKey: ActionKey, at now: Milliseconds) throws {
        try run(
            "UPDATE outbox SET key = ?, attempts = 0, created = ?, next_attempt = ? WHERE key = ?",
            [newKey.rawValue, now, now, key.rawValue])
        news.append(.renewed(key, by: newKey))
    }

    fileprivate func remove(_ key: ActionKey, _ end: ActionEnd) throws {
        if end != .accepted { try recordUnperformed("key = ?", [key.rawValue]) }
        try run("DELETE FROM outbox WHERE key = ?", [key.rawValue])
        news.append(.ended(key, end))
    }

    fileprivate func withdraw(_ key: ActionKey, at now: Milliseconds) throws -> WithdrawalResult {
        guard let action = try action(key), action.refusedReason == nil else { return .settled }
        guard action.attempts == 0 else { return .underWay }
        try remove(key, .withdrawn)
        try endHistory(action.history, .undone)
        try refresh(action.cardID, in: streamRow(action.streamID), at: now)
        return .withdrawn
    }

    /// Whether the card only says who has answered, which the server refuses a late answer for: it is there until it is
    /// dismissed.
    fileprivate func staysOpen(after action: OutboxRecord, in stream: StreamRow) throws -> Bool {
        guard case .submit = action.response else { return false }
        let body: [UInt8]? = try db.statement("SELECT body FROM card WHERE stream = ? AND id = ?")
            .value([stream.row, action.cardID.rawValue])
        // A body that cannot be read says nothing.
        guard let body, let json = try? JSONParser.parse(body) else { return false }
        return json["answered"] != nil
    }

    /// The server says that the card is over, which its own change may report later or, when the server has forgotten
    /// the card, never. Until then it must not come back to the screen.
    fileprivate func close(_ id: CardID, in stream: StreamRow, at now: Milliseconds) throws {
        guard let card = try card(id, in: stream), card.state.status.isOpen else { return }
        var state = card.state
        state.status = .dismissed
        state.snoozedUntil = nil
        state.updated = now
        try update(card, id: id, to: state, in: stream, at: now, outboxChanged: true)
    }

    /// A receipt is newer than every earlier version of the card, but it has no content. The entry of the same version
    /// may have a new one, from this action or from the publisher, and is still stored.
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

    /// Gives a card the state that an action asks for, without a word of the source: its version stays, so that the
    /// source's next change of the card wins.
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
    /// What a response changes in addition to the status.
    fileprivate mutating func apply(_ response: CardResponse) {
        switch response {
        case .snooze(let until): snoozedUntil = until.milliseconds
        case .unsnooze: snoozedUntil = nil
        case .voteUp: vote = .up
        case .voteDown: vote = .down
        case .dismiss, .submit, .reply: break
        }
    }

    /// Whether the server has, or no longer needs, this response.
    fileprivate func shows(_ response: CardResponse) -> Bool {
        guard status.isOpen else { return true }
        return switch response {
        // A reply leaves no trace on the card.
        case .dismiss, .submit, .reply: false
        case .unsnooze: status != .snoozed
        case .snooze(let until): status == .snoozed && snoozedUntil.map { $0 == until.milliseconds } ?? true
        case .voteUp: vote == .up
        case .voteDown: vote == .down
        }
    }
}
