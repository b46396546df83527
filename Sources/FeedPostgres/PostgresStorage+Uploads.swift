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

    /// So many files are deleted at once: each has megabytes, and a statement ends in time.
    private static let filesAtOnce = 20

    package func forgetUploads(before: Date) async throws(Problem) {
        try await deleteFiles { database in
            try database.run(
                """
                WITH gone AS (DELETE FROM upload WHERE id = ANY(ARRAY(
                    SELECT id FROM upload WHERE submittedAt IS NULL AND createdAt <= $1 LIMIT $2 FOR UPDATE SKIP LOCKED))
                    RETURNING id)
                DELETE FROM file USING gone WHERE file.id = gone.id
                """, [FeedTime.milliseconds(before), Self.filesAtOnce])
        }
    }

    /// Deletes the contents of deleted cards, and those that were begun a day ago and never kept: only the server that
    /// receives one knows whether it is still being sent.
    package func removeStrayFiles() async throws(Problem) {
        try await deleteFiles { database in
            // Those that another server deletes just now are left to it.
            try database.run(
                """
                DELETE FROM file WHERE id = ANY(ARRAY(
                    SELECT id FROM file WHERE isKept AND NOT EXISTS (SELECT FROM upload WHERE upload.id = file.id)
                    OR NOT isKept AND startedAt < now() - interval '1 day' LIMIT $1 FOR UPDATE SKIP LOCKED))
                """, [Self.filesAtOnce])
        }
    }

    private func deleteFiles(_ some: @escaping @Sendable (Database) throws -> Int) async throws(Problem) {
        while try await write(some) > 0 {}
    }
}
