import Basics
import Cards

/// Imports an archive into a storage, in transactions of a few hundred rows. Each transaction also stores the progress,
/// so that an interrupted import can be continued with the same archive. At the end, the whole storage is read and
/// compared with the archive.
package struct ArchiveImport: Sendable {
    private let storage: any ArchivableStorage
    private var archive: String?
    /// The number of rows in the storage, and the number of rows that were read.
    package private(set) var stored = 0
    package private(set) var read = 0
    /// The number of rows that the storage contained when this import began.
    package private(set) var resumedAt = 0
    /// The number of rows in the archive; nil until its end was read.
    private var expected: Int?
    private var batch: [ArchiveRow] = []
    private var bytes = 0
    /// The hashes of the rows that must be identical in every storage, 8 bytes each.
    private var hashes: [UInt64] = []

    private let rowsAtOnce: Int
    private static let mostBytes = 4_194_304

    /// - Parameter rowsAtOnce: The maximum number of rows in a transaction.
    package init(into storage: any ArchivableStorage, rowsAtOnce: Int = 500) {
        self.storage = storage
        self.rowsAtOnce = rowsAtOnce
    }

    /// Adds the next line, without its line feed. Empty lines are skipped.
    ///
    /// - Throws: ``ArchiveError``, or an error of the storage.
    package mutating func add(_ line: [UInt8]) async throws {
        guard !line.isEmpty else { return }
        guard expected == nil else { throw ArchiveError.unreadable("the archive has lines after its row \"end\"") }
        let object: JSONObject?
        do { object = try JSONParser.parse(line, depthLimit: JSONParser.maxDepthLimit).object } catch {
            throw ArchiveError.unreadable("not a line of JSON: \(error.kind)")
        }
        guard let object else { throw ArchiveError.unreadable("not a JSON object") }
        guard let archive else { return try await begin(object) }
        if object["row"]?.string == "end" {
            expected = object["rows"]?.number?.int ?? -1
            return
        }
        let row = try ArchiveRow(object)
        read += 1
        if row.table.isVerified { hashes.append(row.hash) }
        guard read > stored else { return }
        batch.append(row)
        bytes += line.count
        if batch.count >= rowsAtOnce || bytes >= Self.mostBytes { try await flush(archive) }
    }

    private mutating func begin(_ header: JSONObject) async throws {
        guard header["cardstream"]?.string == "feed", let id = header["archive"]?.string, !id.isEmpty,
            let format = header["format"]?.number?.int
        else {
            throw ArchiveError.unreadable("not an archive of a feed; expected the output of `cardstream admin export`")
        }
        guard format <= ArchiveExport.format else { throw ArchiveError.newer }
        stored = try await storage.importedRows(of: id)
        resumedAt = stored
        archive = id
    }

    private mutating func flush(_ archive: String) async throws {
        guard !batch.isEmpty else { return }
        try await storage.write(batch, of: archive, count: read)
        stored = read
        batch = []
        bytes = 0
    }

    /// Stores the remaining rows, compares the storage with the archive, and lets servers use the storage.
    ///
    /// - Returns: The number of rows.
    /// - Throws: ``ArchiveError``, or an error of the storage. The stored rows are kept, and the import can be
    ///   continued.
    package mutating func finish() async throws -> Int {
        guard let archive else { throw ArchiveError.unreadable("the archive is empty") }
        try await flush(archive)
        guard expected == read else { throw ArchiveError.incomplete }
        let (hashes, compared) = (hashes, Lock(0))
        try await storage.readArchive { row in
            guard row.table.isVerified else { return }
            let index = compared.withLock { index in
                defer { index += 1 }
                return index
            }
            guard index < hashes.count, hashes[index] == row.hash else { throw ArchiveError.differs(row.shownName) }
        }
        guard compared.withLock({ $0 }) == hashes.count else { throw ArchiveError.differs("rows are missing") }
        try await storage.finishImport(of: archive)
        return read
    }
}
