import Cards
import FeedAPI
import FeedEngine
import Postgres

/// Reads and writes themes of streams.
extension FeedRows {
    func theme(_ id: StoredTheme.ID) throws -> String? {
        try database.value(
            "SELECT document FROM theme WHERE environment = $1 AND stream = $2",
            [id.environment.rawValue, id.stream.rawValue], as: String.self)
    }

    /// The themes of an environment, sorted by stream.
    func themes(of environment: EnvironmentID) throws -> [StoredTheme] {
        try database.all(
            "SELECT stream, document FROM theme WHERE environment = $1 ORDER BY stream", [environment.rawValue]
        ) { row in
            StoredTheme(
                StoredTheme.ID(environment: environment, stream: StreamID(stored: row[0])), document: row[1] as String)
        }
    }

    func themes(_ needs: FeedNeeds) throws -> [StoredTheme] {
        try needs.themes.compactMap { id in try theme(id).map { StoredTheme(id, document: $0) } }
    }

    func writeThemes(_ changes: FeedChanges) throws {
        for theme in changes.themes {
            let key = [theme.id.environment.rawValue, theme.id.stream.rawValue]
            if let document = theme.document {
                try database.enqueue(
                    """
                    INSERT INTO theme (environment, stream, document) VALUES ($1, $2, $3)
                    ON CONFLICT (environment, stream) DO UPDATE SET document = excluded.document
                    """, key + [document])
            } else {
                try database.enqueue("DELETE FROM theme WHERE environment = $1 AND stream = $2", key)
            }
        }
    }
}
