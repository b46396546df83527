package import FeedAPI
import FeedEngine
import FeedStorage
import SQLite

/// Reads asks and audit logs.
extension SQLiteStorage {
    package func ask(_ id: AskID, in environment: EnvironmentID) async throws(Problem) -> Ask? {
        try await read { database in
            let rows = FeedRows(database)
            let found = try rows.asks("id = ? AND environment = ?", [id.rawValue, environment.rawValue])
            return try found.first.map { Ask($0, cards: try rows.cards(of: $0)) }
        }
    }

    package func countOpenAsks(of environment: EnvironmentID) async throws(Problem) -> Int {
        try await read { database in
            try database.statement("SELECT count(*) FROM ask WHERE environment = ? AND settledAt IS NULL")
                .value([environment.rawValue], as: Int.self) ?? 0
        }
    }

    package func audit(
        of environment: EnvironmentID, in range: AuditQuery
    ) async throws(Problem) -> [AuditRow] {
        try await read { try FeedRows($0).audit(of: environment, in: range) }
    }

    package func asks(
        of environment: EnvironmentID, includesSettled: Bool, limit: Int
    ) async throws(Problem) -> [Ask] {
        try await read { database in
            let rows = FeedRows(database)
            let open = includesSettled ? "" : "AND settledAt IS NULL "
            return try rows.asks("environment = ? \(open)ORDER BY rowid DESC LIMIT ?", [environment.rawValue, limit])
                .map { Ask($0, cards: try rows.cards(of: $0)) }
        }
    }
}
