package import Cards
package import FeedAPI
import FeedEngine
import SQLite

/// Reads themes of streams.
extension SQLiteStorage {
    package func theme(of stream: StreamID, in environment: EnvironmentID) async throws(Problem) -> String? {
        let id = StoredTheme.ID(environment: environment, stream: stream)
        return try await read { try FeedRows($0).theme(id) }
    }
}
