package import FeedAPI
import FeedEngine
import FeedStorage
import Postgres

/// Reads asks and audit logs.
extension PostgresStorage {
    package func ask(_ id: AskID, in environment: EnvironmentID) async throws(Problem) -> Ask? {
        try await read { database in
            let rows = FeedRows(database)
            let found = try rows.asks("id = $1 AND environment = $2", [id.rawValue, environment.rawValue])
            return try found.first.map { Ask($0, cards: try rows.cards(of: $0)) }
        }
    }

    package func countOpenAsks(of environment: EnvironmentID) async throws(Problem) -> Int {
        try await readOnce { database in
            let count = try database.value(
                "SELECT count(*) FROM ask WHERE environment = $1 AND settledAt IS NULL", [environment.rawValue],
                as: Int.self)
            return count ?? 0
        }
    }

    package func audit(
        of environment: EnvironmentID, in range: AuditQuery
    ) async throws(Problem) -> [AuditRow] {
        try await readOnce { try FeedRows($0).audit(of: environment, in: range) }
    }

    package func asks(
        of environment: EnvironmentID, includesSettled: Bool, limit: Int
    ) async throws(Problem) -> [Ask] {
        try await read { database in
            let rows = FeedRows(database)
            let open = includesSettled ? "" : "AND settledAt IS NULL "
            return try rows.asks(
                "environment = $1 \(open)ORDER BY number DESC LIMIT $2", [environment.rawValue, limit]
            )
            .map { Ask($0, cards: try rows.cards(of: $0)) }
        }
    }
}
