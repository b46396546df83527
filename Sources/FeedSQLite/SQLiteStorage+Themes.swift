package import Cards
package import FeedAPI
package import FeedEngine
import SQLite

/// Reads themes of streams.
extension SQLiteStorage {
    package func theme(of stream: StreamID, in environment: EnvironmentID) async throws(Problem) -> String? {
        let id = StoredTheme.ID(environment: environment, stream: stream)
        return try await read { try FeedRows($0).theme(id) }
    }

    package func themes(of environment: EnvironmentID) async throws(Problem) -> [StoredTheme] {
        try await read { try FeedRows($0).themes(of: environment) }
    }
}
