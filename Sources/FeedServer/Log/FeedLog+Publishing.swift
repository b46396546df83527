import Cards
import FeedAPI
import FeedEngine
import GRDB

import struct Foundation.Data
import struct Foundation.Date
import struct Foundation.UUID

extension FeedLog {
    /// So many cards are loaded, decided and written together: a larger request takes no more memory.
    private static let batchCards = 1000

    /// Stores all publications in one transaction: all of them or, when one is refused, none.
    func publish(
        _ publications: [Publication], environment: EnvironmentID, now: Date
    ) async throws(Problem) -> (receipt: PublishReceipt, changed: Set<FeedKey>) {
        try await write { [self] database in
            var rows = FeedRows(database, hooks: knownHooks)
            var engine = FeedEngine(now: now)
            var ids = Self.makeIDs(publications.reduce(0) { $0 + $1.request.users.count })[...]
            var receipt = PublishReceipt(cards: [])
            var rest = publications[...]
            while !rest.isEmpty {
                let batch = Self.takeBatch(from: &rest)
                engine.load(try Self.storedPublications(of: batch, environment: environment, database))
                engine.load(try rows.load(engine.needs(for: batch, in: environment)))
                for publication in batch {
                    receipt.cards += try engine.publish(publication, in: environment, ids: &ids)
                }
                try rows.write(engine.takeChanges(), at: FeedTime.milliseconds(now))
            }
            return (receipt, try rows.finish(&engine))
        }
    }

    /// Random ids, sorted: cards published at once are of one millisecond, where the id decides their order, and so the
    /// first of them comes first.
    private static func makeIDs(_ count: Int) -> [CardID] {
        (0..<count).map { _ in CardID(stored: UUID().uuidString.lowercased()) }.sorted()
    }

    /// At least one publication.
    private static func takeBatch(from rest: inout ArraySlice<Publication>) -> ArraySlice<Publication> {
        var cards = 0
        let batch = rest.prefix { publication in
            defer { cards += publication.request.users.count }
            return cards < batchCards
        }
        rest = rest[batch.endIndex...]
        return batch
    }

    private static func storedPublications(
        of publications: ArraySlice<Publication>, environment: EnvironmentID, _ database: Database
    ) throws -> [StoredPublication] {
        let select = try database.cachedStatement(
            sql: "SELECT fingerprint, receipt FROM publication WHERE environment = ? AND key = ?")
        return try publications.lazy.compactMap(\.request.key).compactMap { key in
            let row = try Row.fetchOne(select, arguments: [environment.rawValue, key.rawValue])
            return try row.map { row in
                StoredPublication(
                    environment: environment, key: key, fingerprint: row[0],
                    receipt: try FeedCoder.decodeStoredPublishReceipt(row.bytes(at: 1)))
            }
        }
    }

    /// Stores the keys of publications with their answers. Part of their transaction.
    static func remember(_ publications: [StoredPublication], at now: Int64, _ database: Database) throws {
        guard !publications.isEmpty else { return }
        let insert = try database.cachedStatement(
            sql: """
                INSERT INTO publication (environment, key, fingerprint, receipt, receivedAt)
                VALUES (?, ?, ?, ?, ?)
                """)
        for publication in publications {
            try insert.execute(arguments: [
                publication.environment.rawValue, publication.key.rawValue, publication.fingerprint,
                Data(FeedCoder.encode(publication.receipt)), now,
            ])
        }
    }

    // MARK: Afterwards

    /// What became of a card.
    func outcome(_ id: CardID, environment: EnvironmentID) async throws(Problem) -> CardOutcome {
        try await read { try Self.outcome(id, environment: environment, $0) }
    }

    private static func outcome(_ id: CardID, environment: EnvironmentID, _ database: Database) throws -> CardOutcome {
        let select = try database.cachedStatement(
            sql: """
                SELECT card.rowid, user, stream, status, createdAt, updatedAt FROM card
                JOIN feed ON feed.id = card.feed WHERE card.id = ? AND environment = ?
                """)
        guard let row = try Row.fetchOne(select, arguments: [id.rawValue, environment.rawValue]),
            let status = CardStatus(rawValue: row[3])
        else { throw Problem.unknownCardOfEnvironment }
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
            var rows = FeedRows(database, hooks: knownHooks)
            var engine = FeedEngine(now: now)
            let select = try database.cachedStatement(
                sql: """
                    SELECT \(FeedRows.cardColumns) FROM card WHERE id = ?
                    AND feed IN (SELECT id FROM feed WHERE environment = ?)
                    """)
            let card = try Row.fetchOne(select, arguments: [id.rawValue, environment.rawValue]).map {
                try rows.card($0)
            }
            if let card { engine.load(try rows.load(FeedNeeds(feeds: [card.feed]))) }
            try engine.cancel(card)
            let changed = try rows.finish(&engine)
            return (try Self.outcome(id, environment: environment, database), changed)
        }
    }
}

extension Row {
    /// A column's blob.
    func bytes(at index: Int) throws -> [UInt8] {
        try withUnsafeData(atIndex: index) { data in data.map { [UInt8]($0) } ?? [] }
    }
}
