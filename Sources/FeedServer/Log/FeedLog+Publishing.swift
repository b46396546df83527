import Cards
import FeedAPI
import GRDB

import struct Foundation.Data
import struct Foundation.Date
import struct Foundation.UUID

/// A checked publish request, ready to be stored.
struct Publication: Sendable {
    var request: PublishRequest
    var card: CheckedCard
    /// The 1-based line of a bulk publish.
    var line: Int?
    /// Tells a repeated request from another one that uses the same key.
    var fingerprint: String
}

extension FeedLog {
    /// Stores all publications in one transaction: all of them or, when one is refused, none.
    func publish(
        _ publications: [Publication], environment: EnvironmentID, now: Date
    ) async throws(Problem) -> (receipt: PublishReceipt, changed: Set<FeedKey>) {
        try await write { [self] database in
            var ledger = FeedLedger(database, hooks: knownHooks)
            var receipt = PublishReceipt(cards: [])
            let now = FeedTime.milliseconds(now)
            var ids = Self.makeIDs(publications.reduce(0) { $0 + $1.request.users.count })[...]
            for publication in publications {
                receipt.cards += try Self.store(
                    publication, environment: environment, now: now, ids: &ids, ledger: &ledger, database)
            }
            try ledger.flush()
            return (receipt, ledger.changed)
        }
    }

    /// Random ids, sorted: cards published at once are of one millisecond, where the id decides their order, and so the
    /// first of them comes first.
    private static func makeIDs(_ count: Int) -> [CardID] {
        (0..<count).map { _ in CardID(stored: UUID().uuidString.lowercased()) }.sorted()
    }

    private static func store(
        _ publication: Publication, environment: EnvironmentID, now: Int64, ids: inout ArraySlice<CardID>,
        ledger: inout FeedLedger, _ database: Database
    ) throws -> [PublishReceipt.Published] {
        let request = publication.request
        if let key = request.key {
            let select = try database.cachedStatement(
                sql: "SELECT fingerprint, receipt FROM publication WHERE environment = ? AND key = ?")
            if let row = try Row.fetchOne(select, arguments: [environment.rawValue, key.rawValue]) {
                guard row[0] as String == publication.fingerprint else {
                    throw Problem(
                        .keyReused, detail: "The key was used for another publication.", pointer: "/key",
                        line: publication.line)
                }
                return try FeedCoder.decodeStoredPublishReceipt(row.bytes(at: 1)).cards
            }
        }
        let card = publication.card
        let insert = try database.cachedStatement(
            sql: """
                INSERT INTO card (id, feed, sequence, status, priority, createdAt, updatedAt, recency, publishAt,
                expiresAt, deadline, lifecycle, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        var published: [PublishReceipt.Published] = []
        published.reserveCapacity(request.users.count)
        for user in request.users {
            let feed = try ledger.feedID(FeedKey(environment: environment, user: user, streamID: request.streamID))
            let id = ids.removeFirst()
            let status = card.status(at: now)
            if let lifecycle = card.lifecycle {
                // What the user sees stays until its successor takes over at the end of its embargo.
                try CardRecord.cancelOthers(
                    of: lifecycle, feed: feed, except: id,
                    in: status == .embargoed ? [.embargoed] : [.active, .embargoed, .snoozed], at: now,
                    ledger: &ledger, database)
            }
            let sequence = status == .active ? try ledger.recordChange(in: feed, from: nil, to: .active) : 0
            try insert.execute(arguments: [
                id.rawValue, feed, sequence, status.rawValue, card.priority, now, now, -now, card.publishAt,
                card.expiresAt,
                CardRecord.deadline(status: status, publishAt: card.publishAt, expiresAt: card.expiresAt),
                card.lifecycle?.rawValue, Data(request.body),
            ])
            try ledger.tell(
                of: database.lastInsertedRowID, in: feed, from: nil, to: status, sequence: sequence, at: now)
            published.append(
                PublishReceipt.Published(id: id, user: user, streamID: request.streamID, status: status))
        }
        if let key = request.key {
            try database.cachedStatement(
                sql: """
                    INSERT INTO publication (environment, key, fingerprint, receipt, receivedAt)
                    VALUES (?, ?, ?, ?, ?)
                    """
            ).execute(arguments: [
                environment.rawValue, key.rawValue, publication.fingerprint,
                Data(FeedCoder.encode(PublishReceipt(cards: published))),
                now,
            ])
        }
        return published
    }

    // MARK: Afterwards

    /// What became of a card.
    func outcome(_ id: CardID, environment: EnvironmentID) async throws(Problem) -> CardOutcome {
        try await read { try Self.outcome(id, environment: environment, $0) }
    }

    private static let unknownCard = Problem(.unknownCard, detail: "No card of this environment has this id.")

    private static func outcome(_ id: CardID, environment: EnvironmentID, _ database: Database) throws -> CardOutcome {
        let select = try database.cachedStatement(
            sql: """
                SELECT card.rowid, user, stream, status, createdAt, updatedAt FROM card
                JOIN feed ON feed.id = card.feed WHERE card.id = ? AND environment = ?
                """)
        guard let row = try Row.fetchOne(select, arguments: [id.rawValue, environment.rawValue]),
            let status = CardStatus(rawValue: row[3])
        else { throw unknownCard }
        let actions = try database.cachedStatement(
            sql: "SELECT request, receivedAt FROM action WHERE card = ? ORDER BY rowid")
        var responses: [CardOutcome.Response] = []
        for action in try Row.fetchAll(actions, arguments: [row[0] as Int64]) {
            let request = try FeedCoder.decodeStoredActionRequest(action.bytes(at: 0))
            responses.append(
                CardOutcome.Response(
                    response: request.response, at: request.at, receivedAt: FeedTime.date(milliseconds: action[1])))
        }
        return CardOutcome(
            id: id, user: UserID(stored: row[1]), streamID: StreamID(stored: row[2]), status: status,
            createdAt: FeedTime.date(milliseconds: row[4]), updatedAt: FeedTime.date(milliseconds: row[5]),
            responses: responses)
    }

    /// Cancels an open card; cancelling it again changes nothing and answers the same.
    func cancel(
        _ id: CardID, environment: EnvironmentID, now: Date
    ) async throws(Problem) -> (outcome: CardOutcome, changed: Set<FeedKey>) {
        try await write { [self] database in
            let select = try database.cachedStatement(
                sql: """
                    SELECT \(CardRecord.columns) FROM card WHERE id = ?
                    AND feed IN (SELECT id FROM feed WHERE environment = ?)
                    """)
            guard let row = try Row.fetchOne(select, arguments: [id.rawValue, environment.rawValue]) else {
                throw Self.unknownCard
            }
            var card = try CardRecord(row)
            var ledger = FeedLedger(database, hooks: knownHooks)
            if card.status.isOpen {
                try card.change(to: .cancelled, at: FeedTime.milliseconds(now), in: &ledger, database)
                try ledger.flush()
            } else if card.status != .cancelled {
                throw Problem(.cardClosed, detail: "The card is \(card.status.rawValue) already.")
            }
            return (try Self.outcome(id, environment: environment, database), ledger.changed)
        }
    }
}

extension Row {
    /// A column's blob.
    func bytes(at index: Int) throws -> [UInt8] {
        try withUnsafeData(atIndex: index) { data in data.map { [UInt8]($0) } ?? [] }
    }
}
