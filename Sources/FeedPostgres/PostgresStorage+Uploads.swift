import Cards
package import FeedAPI
package import FeedEngine
import Postgres

package import struct Foundation.Date

/// Reads and deletes uploaded files that were completely received.
extension PostgresStorage {
    package func upload(_ id: UploadID, in environment: EnvironmentID) async throws(Problem) -> StoredUpload? {
        try await readOnce { try FeedRows($0).upload(id, in: environment) }
    }

    /// The number of files deleted in one statement. Each may have megabytes, and a statement has a time limit.
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

    /// Deletes the contents of uploads of deleted cards, and files that were begun a day ago and never kept. They are
    /// deleted only then, because only the server that receives a file knows whether it is still being sent.
    package func removeStrayFiles() async throws(Problem) {
        try await deleteFiles { database in
            // Skip the files that another server is deleting at the moment.
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
