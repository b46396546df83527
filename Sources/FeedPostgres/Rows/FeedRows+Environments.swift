import Cards
import FeedAPI
import FeedEngine
import Postgres

/// The numbers that are counted for each environment: cards that have ended, collected records, and rows of the audit
/// log.
extension FeedRows {
    /// Writes the counted rows. This must be the last step of a transaction: from here until the commit, other
    /// transactions that count in the same environment have to wait.
    mutating func finish() throws {
        var endings: [(environment: EnvironmentID, card: Int64)] = []
        for card in ended { endings.append((card.environment, try number(of: card.card))) }
        let numbered: [Int64] =
            endings.isEmpty
            ? []
            : try database.values(
                "SELECT card FROM ending WHERE card = ANY($1)", [PostgresArray(endings.map(\.card))])
        var known = Set(numbered)
        endings = endings.filter { known.insert($0.card).inserted }
        for environment in Set(endings.map(\.environment) + audit.map(\.environment)).sorted(by: {
            $0.rawValue < $1.rawValue
        }) {
            try writeEndings(endings.filter { $0.environment == environment }.map(\.card), of: environment)
            try append(audit.filter { $0.environment == environment }.map(\.entry), of: environment)
        }
        ended = []
        audit = []
    }

    /// Increases the counters of an environment, and locks them until the end of the transaction.
    ///
    /// - Returns: The numbers of the last ended card and of the last record, after the increase.
    func count(endings: Int = 0, records: Int = 0, of environment: EnvironmentID) throws
        -> (endings: Int64, records: Int64)
    {
        let row = try database.first(
            """
            INSERT INTO environment (id, endings, records) VALUES ($1, $2, $3)
            ON CONFLICT (id) DO UPDATE SET endings = environment.endings + excluded.endings,
            records = environment.records + excluded.records
            RETURNING endings, records
            """, [environment.rawValue, endings, records]
        ) { (endings: $0.int64(0), records: $0.int64(1)) }
        return row ?? (0, 0)
    }

    private func writeEndings(_ cards: [Int64], of environment: EnvironmentID) throws {
        let last = try count(endings: cards.count, of: environment).endings
        let first = last - Int64(cards.count) + 1
        try database.enqueueEach(
            "INSERT INTO ending (environment, number, card) VALUES ($1, $2, $3)",
            cards.enumerated().map { [environment.rawValue, first + Int64($0), $1] })
    }

    /// Appends rows to the audit log. The environment's counters must be locked.
    func append(_ entries: [AuditEntry], of environment: EnvironmentID) throws {
        guard !entries.isEmpty else { return }
        var last = try database.first(
            "SELECT number, hash FROM audit WHERE environment = $1 ORDER BY number DESC LIMIT 1",
            [environment.rawValue]
        ) { (number: $0.int64(0), hash: $0.string(1)) }
        var rows: [[(any PostgresValue)?]] = []
        for entry in entries {
            let row = AuditRow(entry, after: last)
            last = (row.number, row.hash)
            rows.append([
                environment.rawValue, row.number, entry.at, entry.event.rawValue, entry.ask.rawValue,
                entry.user?.rawValue, entry.card?.rawValue,
                entry.detail.isEmpty ? nil : JSONValue.object(entry.detail).encoded(), row.previous, row.hash,
            ])
        }
        try database.enqueueEach(
            """
            INSERT INTO audit (environment, number, at, event, ask, userID, card, detail, previous, hash)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
            """, rows)
    }

    func audit(of environment: EnvironmentID, in query: AuditQuery) throws -> [AuditRow] {
        try database.all(
            """
            SELECT number, at, event, ask, userID, card, detail, previous, hash FROM audit
            WHERE environment = $1 AND number > $2 AND ($3::text IS NULL OR ask = $3)
            AND ($4::bigint IS NULL OR at >= $4) ORDER BY number LIMIT $5
            """,
            [
                environment.rawValue, query.after, query.ask?.rawValue, query.since.map(FeedTime.milliseconds),
                query.limit ?? .max,
            ]
        ) { row in
            let event = AuditEntry.Event(rawValue: row[2])
            var detail: JSONObject? = row.isNull(6) ? [:] : (try? JSONParser.parse(row.bytes(6)))?.object
            // A row that cannot be decoded was changed. This member makes its hash wrong, so that the check finds it.
            if event == nil || detail == nil { detail = ["damaged": true] }
            return AuditRow(
                number: row[0],
                entry: AuditEntry(
                    event ?? .asked, ask: AskID(stored: row[3]),
                    user: (row[4] as String?).map(UserID.init(stored:)),
                    card: (row[5] as String?).map(CardID.init(stored:)), detail: detail ?? [:], at: row[1]),
                previous: row[7], hash: row[8])
        }
    }
}
