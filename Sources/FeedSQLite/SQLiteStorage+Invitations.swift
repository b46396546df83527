package import FeedAPI
package import FeedEngine
import FeedStorage

/// Reads invitations.
extension SQLiteStorage {
    package func invitations(of environment: EnvironmentID) async throws(Problem) -> [StoredInvitation] {
        try await read { try FeedRows($0).invitations(of: environment) }
    }
}
