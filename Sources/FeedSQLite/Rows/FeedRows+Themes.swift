import Cards
import FeedAPI
import FeedEngine
import SQLite

/// Reads and writes themes of streams.
extension FeedRows {
    func theme(_ id: StoredTheme.ID) throws -> String? {
        try database.statement("SELECT document FROM theme WHERE environment = ? AND stream = ?")
            .value([id.environment.rawValue, id.stream.rawValue], as: String.self)
    }

    /// The themes of an environment, sorted by stream.
    func themes(of environment: EnvironmentID) throws -> [StoredTheme] {
        try database.statement("SELECT stream, document FROM theme WHERE environment = ? ORDER BY stream")
            .all([environment.rawValue]) { row in
                StoredTheme(
                    StoredTheme.ID(environment: environment, stream: StreamID(stored: row[0])),
                    document: row[1] as String)
            }
    }

    func themes(_ needs: FeedNeeds) throws -> [StoredTheme] {
        try needs.themes.compactMap { id in try theme(id).map { StoredTheme(id, document: $0) } }
    }

    func writeThemes(_ changes: FeedChanges) throws {
        for theme in changes.themes {
            let key = [theme.id.environment.rawValue, theme.id.stream.rawValue]
            if let document = theme.document {
                try database.statement("INSERT OR REPLACE INTO theme (environment, stream, document) VALUES (?, ?, ?)")
                    .run(key + [document])
            } else {
                try database.statement("DELETE FROM theme WHERE environment = ? AND stream = ?").run(key)
            }
        }
    }
}
