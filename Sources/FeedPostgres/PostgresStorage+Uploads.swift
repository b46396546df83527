import Cards
package import FeedAPI
package import FeedEngine
import Postgres

package import struct Foundation.Date

/// Files that users upload, after they were received.
extension PostgresStorage {
    package func upload(_ id: UploadID, in environment: EnvironmentID) async throws(Problem) -> StoredUpload? {
        try await readOnce { try FeedRows($0).upload(id, in: environment) }
    }

    package func forgetUploads(before: Date) async throws(Problem) {
        try await write { database in
            _ = try database.run(
                """
                WITH gone AS (DELETE FROM upload WHERE submittedAt IS NULL AND createdAt <= $1 RETURNING id)
                DELETE FROM file USING gone WHERE file.id = gone.id
                """, [FeedTime.milliseconds(before)])
        }
    }

    /// Deletes the contents of deleted cards, and those that were begun a day ago and never kept: only the server that
    /// receives one knows whether it is still being sent.
    package func removeStrayFiles() async throws(Problem) {
        try await write { database in
            _ = try database.run(
                """
                DELETE FROM file WHERE isKept AND NOT EXISTS (SELECT FROM upload WHERE upload.id = file.id)
                OR NOT isKept AND startedAt < now() - interval '1 day'
                """)
        }
    }
}
