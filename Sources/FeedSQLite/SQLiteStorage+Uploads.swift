import Cards
package import FeedAPI
package import FeedEngine
import SQLite

package import struct Foundation.Date

/// Reads and deletes uploaded files that were completely received.
extension SQLiteStorage {
    package func upload(_ id: UploadID, in environment: EnvironmentID) async throws(Problem) -> StoredUpload? {
        try await read { try FeedRows($0).upload(id, in: environment) }
    }

    package func forgetUploads(before: Date) async throws(Problem) {
        let ids = try await write { database in
            try database.statement(
                "DELETE FROM upload WHERE submittedAt IS NULL AND createdAt <= ? RETURNING id"
            ).values([FeedTime.milliseconds(before)], as: String.self)
        }
        await contents.remove(ids.map { UploadID(stored: $0) })
    }

    package func removeStrayFiles() async throws(Problem) {
        let ids = await contents.settledFiles()
        let stray = try await read { database in
            let select = try database.statement("SELECT 1 FROM upload WHERE id = ?")
            return try ids.filter { try select.value([$0.rawValue], as: Int.self) == nil }
        }
        await contents.remove(stray)
    }
}
