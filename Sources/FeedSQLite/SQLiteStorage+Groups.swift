package import FeedAPI
import FeedEngine
import FeedStorage

/// Reads groups of users.
extension SQLiteStorage {
    package func groups(of environment: EnvironmentID) async throws(Problem) -> [UserGroup] {
        try await read { try FeedRows($0).groups(of: environment) }
    }
}
