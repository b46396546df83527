import Cards
import FeedAPI
import FeedEngine
import Postgres

/// Reads and writes asks.
extension FeedRows {
    private static let askColumns = "id, environment, createdAt, deadline, request, state"

    /// - Parameter found: The asks that ``lock(_:)`` has found for these needs.
    mutating func loadAsks(_ found: [AskID], _ needs: FeedNeeds, into loaded: inout LoadedFeeds) throws {
        guard !found.isEmpty else { return }
        loaded.asks = try asks("id = ANY($1)", [PostgresArray(found.map(\.rawValue))])
        if let due = needs.dueAsks {
            // Another server may have performed the step in the meantime.
            loaded.asks.removeAll { ($0.due ?? .max) > due.now && !needs.asks.contains($0.id) }
            loaded.asks.sort { ($0.due ?? 0) < ($1.due ?? 0) }
        }
        let people = loaded.asks.flatMap(\.state.asked)
        let cards = try cards("card.id = ANY($1)", [PostgresArray(people.map(\.card.rawValue))])
        let byID = Dictionary(cards.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        loaded.askCards = people.compactMap { byID[$0.card] }
        for card in loaded.askCards { loaded.counters[card.feed] = counters[card.feed] }
    }

    /// - Parameter condition: The SQL after `WHERE`.
    func asks(_ condition: String, _ values: [(any PostgresValue)?]) throws -> [StoredAsk] {
        try database.all("SELECT \(Self.askColumns) FROM ask WHERE \(condition)", values) { row in
            StoredAsk(
                id: AskID(stored: row[0]), environment: EnvironmentID(stored: row[1]),
                request: try FeedCoder.decodeAskRequest(row.bytes(4)), createdAt: row[2], deadline: row[3],
                state: try FeedCoder.decodeStoredAskState(row.bytes(5)))
        }
    }

    /// The cards of an ask, in the order in which their users were asked.
    func cards(of ask: StoredAsk) throws -> [Ask.Card] {
        let found = try database.all(
            "SELECT id, status, seenAt FROM card WHERE id = ANY($1)",
            [PostgresArray(ask.state.asked.map(\.card.rawValue))]
        ) { (id: CardID(stored: $0[0]), status: CardStatus(rawValue: $0[1]), seenAt: $0[2] as Int64?) }
        let byID = Dictionary(found.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        return ask.state.asked.compactMap { person in
            guard let card = byID[person.card], let status = card.status else { return nil }
            return Ask.Card(
                id: person.card, user: person.user, status: status, seenAt: card.seenAt.map(FeedTime.date))
        }
    }

    func write(_ asks: [StoredAsk]) throws {
        let rows = asks.map { ask in
            [
                ask.id.rawValue, ask.environment.rawValue, ask.request.key?.rawValue, ask.createdAt, ask.deadline,
                ask.due, ask.state.settlement.map { FeedTime.milliseconds($0.at) }, FeedCoder.encode(ask.request),
                FeedCoder.encode(ask.state),
            ] as [(any PostgresValue)?]
        }
        try database.enqueueEach(
            """
            INSERT INTO ask (id, environment, key, createdAt, deadline, due, settledAt, request, state)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
            ON CONFLICT (id) DO UPDATE SET due = excluded.due, settledAt = excluded.settledAt, state = excluded.state
            """, rows)
    }
}
