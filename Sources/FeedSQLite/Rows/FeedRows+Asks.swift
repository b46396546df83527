import Cards
import FeedAPI
import FeedEngine
import SQLite

/// Reads and writes asks.
extension FeedRows {
    private static let askColumns = "id, environment, createdAt, deadline, request, state"

    mutating func loadAsks(_ needs: FeedNeeds, into loaded: inout LoadedFeeds) throws {
        for id in needs.asks {
            loaded.asks += try asks("id = ?", [id.rawValue])
        }
        for key in needs.askKeys {
            loaded.asks += try asks("environment = ? AND key = ?", [key.environment.rawValue, key.key.rawValue])
        }
        if let due = needs.dueAsks {
            loaded.asks += try asks("due <= ? ORDER BY due LIMIT ?", [due.now, due.limit])
        }
        guard !loaded.asks.isEmpty else { return }
        let select = try database.statement("SELECT \(Self.cardColumns) FROM card WHERE id = ?")
        for person in loaded.asks.flatMap(\.state.asked) {
            guard let card = try select.first([person.card.rawValue], { try card($0) }) else { continue }
            loaded.askCards.append(card)
            loaded.counters[card.feed] = try counters(of: card.feed)
        }
    }

    /// - Parameter condition: The SQL after `WHERE`.
    func asks(_ condition: String, _ arguments: [(any SQLiteValue)?]) throws -> [StoredAsk] {
        try database.statement("SELECT \(Self.askColumns) FROM ask WHERE \(condition)").all(arguments) { row in
            StoredAsk(
                id: AskID(stored: row[0]), environment: EnvironmentID(stored: row[1]),
                request: try FeedCoder.decodeAskRequest(row.bytes(4)), createdAt: row[2], deadline: row[3],
                state: try FeedCoder.decodeStoredAskState(row.bytes(5)))
        }
    }

    /// The cards of an ask, in the order in which their users were asked.
    func cards(of ask: StoredAsk) throws -> [Ask.Card] {
        let select = try database.statement("SELECT status, seenAt FROM card WHERE id = ?")
        return try ask.state.asked.compactMap { person in
            try select.first([person.card.rawValue]) { row in
                let seen: Int64? = row[1]
                return CardStatus(rawValue: row[0]).map {
                    Ask.Card(id: person.card, user: person.user, status: $0, seenAt: seen.map(FeedTime.date))
                }
            } ?? nil
        }
    }

    func write(_ asks: [StoredAsk]) throws {
        for ask in asks {
            try database.statement(
                """
                INSERT INTO ask (id, environment, key, createdAt, deadline, due, settledAt, request, state)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET due = excluded.due, settledAt = excluded.settledAt,
                state = excluded.state
                """
            ).run([
                ask.id.rawValue, ask.environment.rawValue, ask.request.key?.rawValue, ask.createdAt, ask.deadline,
                ask.due, ask.state.settlement.map { FeedTime.milliseconds($0.at) }, FeedCoder.encode(ask.request),
                FeedCoder.encode(ask.state),
            ])
        }
    }
}
