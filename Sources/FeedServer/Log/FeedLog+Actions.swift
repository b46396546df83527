import Cards
import FeedAPI
import GRDB

import struct Foundation.Data
import struct Foundation.Date

extension FeedLog {
    /// Does what the user asks, once: effect, key and answer are one transaction. A repeated key gets the first answer.
    ///
    /// - Throws: a ``Problem`` of type `key-reused`, `unknown-card`, `card-closed`, `not-offered` or `bad-action`.
    func perform(
        _ request: ActionRequest, viewer: Viewer, now: Date
    ) async throws(Problem) -> (receipt: ActionReceipt, changed: Set<FeedKey>) {
        try await write { [self] database in
            let encoded = FeedCoder.encode(request)
            if let first = try Self.firstAnswer(request.key, encoded, viewer, database) { return (first, []) }

            let select = try database.cachedStatement(
                sql: """
                    SELECT \(CardRecord.columns), body FROM card WHERE id = ?
                    AND feed = (SELECT id FROM feed WHERE environment = ? AND user = ? AND stream = ?)
                    """)
            guard
                let row = try Row.fetchOne(
                    select,
                    arguments: [
                        request.cardID.rawValue, viewer.environment.rawValue, viewer.user.rawValue,
                        request.streamID.rawValue,
                    ])
            else { throw Problem(.unknownCard, detail: "The user's stream holds no such card.") }
            var card = try CardRecord(row)
            guard card.status != .embargoed else {
                throw Problem(.unknownCard, detail: "The user's stream holds no such card.")
            }
            guard card.status.isOpen else {
                throw Problem(.cardClosed, detail: "The card is \(card.status.rawValue) already.")
            }
            let body = try CardBody.reading(row.bytes(at: 13), isStrict: false)
            try ActionCheck(body: body, expiresAt: card.expiresAt.map(FeedTime.date)).check(request, now: now)
            if case .submit(_, let values) = request.response {
                try Self.claimUploads(
                    values, of: body, card: card.rowID, viewer: viewer, now: FeedTime.milliseconds(now), database)
            }

            switch request.response {
            case .snooze(let until): card.snoozedUntil = FeedTime.milliseconds(until)
            case .voteUp: card.vote = Card.Vote.up.rawValue
            case .voteDown: card.vote = Card.Vote.down.rawValue
            case .dismiss, .submit, .unsnooze: break
            }
            var ledger = FeedLedger(database, hooks: knownHooks)
            let milliseconds = FeedTime.milliseconds(now)
            try card.change(
                to: request.response.resultingStatus ?? card.status, at: milliseconds, in: &ledger, database)
            let receipt = ActionReceipt(
                key: request.key, cardID: request.cardID, status: card.status, sequence: card.sequence)
            try database.cachedStatement(
                sql: """
                    INSERT INTO action (card, environment, user, key, request, receipt, receivedAt)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """
            ).execute(arguments: [
                card.rowID, viewer.environment.rawValue, viewer.user.rawValue, request.key.rawValue, Data(encoded),
                Data(FeedCoder.encode(receipt)), milliseconds,
            ])
            try ledger.flush()
            return (receipt, ledger.changed)
        }
    }

    private static func firstAnswer(
        _ key: ActionKey, _ encoded: [UInt8], _ viewer: Viewer, _ database: Database
    ) throws -> ActionReceipt? {
        let select = try database.cachedStatement(
            sql: "SELECT request, receipt FROM action WHERE environment = ? AND user = ? AND key = ?")
        guard
            let row = try Row.fetchOne(
                select, arguments: [viewer.environment.rawValue, viewer.user.rawValue, key.rawValue])
        else {
            return nil
        }
        guard try row.bytes(at: 0) == encoded else {
            throw Problem(.keyReused, detail: "Make a new key for every action.", pointer: "/key")
        }
        return try FeedCoder.decodeStoredActionReceipt(row.bytes(at: 1))
    }
}
