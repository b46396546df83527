import Cards
import FeedAPI
import FeedStorage
import Postgres

import struct Foundation.UUID

/// The files that users upload, stored as rows of some kilobytes each, so that neither the server nor the database ever
/// has a whole file in memory. The table of uploads contains their properties, and whether they were submitted.
struct DatabaseFiles: FileStorage {
    let writers: Pool
    let readers: Pool
    let onTrouble: @Sendable (String) -> Void

    func begin(size: Int) async throws(Problem) -> UploadID {
        let id = UploadID(stored: UUID().uuidString.lowercased())
        try await change { _ = try $0.run("INSERT INTO file (id) VALUES ($1)", [id.rawValue]) }
        return id
    }

    func append(_ bytes: [UInt8], to id: UploadID) async throws(Problem) {
        let count = try await change { database in
            // ``finish(_:)`` waits for the disk once for all pieces. If a crash loses pieces before that, this is
            // noticed when the file is kept.
            try database.run("SET LOCAL synchronous_commit = off")
            return try database.run(
                """
                INSERT INTO chunk (file, number, bytes)
                SELECT id, coalesce((SELECT max(number) + 1 FROM chunk WHERE file = $1), 0), $2 FROM file WHERE id = $1
                """, [id.rawValue, bytes])
        }
        // The file was discarded, or its upload has taken too long.
        guard count == 1 else { throw Problem(.shuttingDown) }
    }

    func finish(_ id: UploadID) async throws(Problem) {
        // A commit that waits for the disk also writes all earlier commits.
        let count = try await change { try $0.run("UPDATE file SET startedAt = now() WHERE id = $1", [id.rawValue]) }
        guard count == 1 else { throw Problem(.shuttingDown) }
    }

    func discard(_ id: UploadID) async {
        // After an error, the file is deleted later with other stray files.
        try? await change { _ = try $0.run("DELETE FROM file WHERE id = $1 AND NOT isKept", [id.rawValue]) }
    }

    func open(_ id: UploadID) async throws(Problem) -> any FileContent {
        let exists: Bool?
        do {
            exists = try await readers.access { database in
                try database.singleRead { try database.value("SELECT true FROM file WHERE id = $1", [id.rawValue]) }
            }
        } catch { throw Problem(storage: error, onTrouble) }
        guard exists == true else {
            throw Problem(.notFound, detail: "The file is no longer in the server's database.")
        }
        return DatabaseContent(id: id, readers: readers)
    }

    private func change<Result: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws(Problem) -> Result {
        do {
            return try await writers.access { database in try database.transaction(.change) { try body(database) } }
        } catch { throw Problem(storage: error, onTrouble) }
    }
}

/// A file that is being read.
private actor DatabaseContent: FileContent {
    private let id: UploadID
    private let readers: Pool
    private var chunk: Int64 = 0
    /// The offset within the chunk, in bytes.
    private var offset = 0

    init(id: UploadID, readers: Pool) {
        self.id = id
        self.readers = readers
    }

    struct EndOfFile: Error {}

    func read(atMost count: Int) async throws -> [UInt8] {
        while true {
            let (chunk, offset) = (chunk, offset)
            let bytes: [UInt8]? = try await readers.access { [id] database in
                try database.singleRead {
                    try database.value(
                        """
                        SELECT substring(bytes FROM $3::integer FOR $4::integer) FROM chunk
                        WHERE file = $1 AND number = $2
                        """, [id.rawValue, chunk, Int32(clamping: offset + 1), Int32(clamping: count)])
                }
            }
            guard let bytes else { throw EndOfFile() }
            self.offset += bytes.count
            if !bytes.isEmpty { return bytes }
            self.chunk += 1
            self.offset = 0
        }
    }

    func close() {}
}
