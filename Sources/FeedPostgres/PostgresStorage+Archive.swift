import Basics
import Cards
package import FeedStorage
import Postgres

/// Reads and writes the whole feed.
extension PostgresStorage: ArchivableStorage {
    package static var archiveName: String { "PostgreSQL" }

    private static let sql = ArchiveSQL(
        number: "number",
        names: ["*.user": "userID", "record": "collected", "record.number": "sequence", "chunk.upload": "file"])

    package func readArchive(_ read: @escaping @Sendable (ArchiveRow) throws -> Void) async throws {
        let hasBegun = Lock(false)
        do {
            try await readers.access { database in
                let isRepeated = hasBegun.withLock { begun in
                    defer { begun = true }
                    return begun
                }
                // Rows that were already passed to `read` cannot be undone.
                guard !isRepeated else {
                    throw ArchiveError.failed("the connection to the database has ended; run the command again")
                }
                try database.transaction(.snapshot) {
                    try database.execute("SET LOCAL statement_timeout = 0")
                    for table in ArchiveTable.all where table.name != "chunk" {
                        try database.forEachRow(Self.sql.select(table)) { row in
                            try read(Self.row(table, row))
                            return true
                        }
                    }
                    try Self.readChunks(database, read)
                }
            }
        } catch { throw Self.archiveError(error) }
    }

    private static func row(_ table: ArchiveTable, _ row: borrowing Row) -> ArchiveRow {
        var values: [ArchiveRow.Value] = []
        for (index, column) in table.columns.enumerated() {
            guard !row.isNull(index) else {
                values.append(.null)
                continue
            }
            switch column.kind {
            case .integer: values.append(.integer(row[index]))
            case .text: values.append(.text(row[index]))
            case .flag: values.append(.flag(row[index]))
            case .json, .bytes: values.append(.bytes(row[index]))
            }
        }
        return ArchiveRow(table, values)
    }

    /// Reads files in pieces of one size. They are stored in pieces of the sizes in which they arrived.
    private static func readChunks(_ database: Database, _ read: (ArchiveRow) throws -> Void) throws {
        var file = ""
        var number = 0
        var rest: [UInt8] = []
        func pass(all: Bool) throws {
            while rest.count >= ArchiveRow.chunkSize || all && !rest.isEmpty {
                let bytes = Array(rest.prefix(ArchiveRow.chunkSize))
                rest.removeFirst(bytes.count)
                if let row = ArchiveRow.chunk(of: file, number, bytes) { try read(row) }
                number += 1
            }
        }
        try database.forEachRow(
            """
            SELECT chunk.file, chunk.bytes FROM chunk JOIN upload ON upload.id = chunk.file
            ORDER BY chunk.file, chunk.number
            """
        ) { row in
            if row.string(0) != file {
                try pass(all: true)
                (file, number) = (row.string(0), 0)
            }
            rest += row.bytes(1)
            try pass(all: false)
            return true
        }
        try pass(all: true)
    }

    package func importedRows(of archive: String) async throws -> Int {
        do {
            return try await writers.access { database in
                try database.transaction(.change) {
                    // Only one import can begin at a time.
                    try database.run("LOCK TABLE archiveImport IN EXCLUSIVE MODE")
                    if let stored = try database.value(
                        "SELECT stored FROM archiveImport WHERE archive = $1", [archive], as: Int.self)
                    {
                        return stored
                    }
                    let isPartial = try database.value(
                        "SELECT EXISTS (SELECT FROM archiveImport WHERE NOT isDone)", as: Bool.self)
                    guard isPartial == false else { throw ArchiveError.unfinished }
                    let isEmpty = try [
                        "archiveImport", "feed", "collected", "profile", "device", "deviceStreams",
                        "invitation", "reader", "userGroup", "theme", "webhook", "ask", "audit", "publication",
                        "upload",
                        "file",
                    ].allSatisfy { table in
                        try database.value("SELECT EXISTS (SELECT FROM \(table))", as: Bool.self) == false
                    }
                    guard isEmpty else { throw ArchiveError.notEmpty }
                    // A server that starts after this refuses the database.
                    guard try database.value(Schema.beginImport) == true else { throw ArchiveError.inUse }
                    try database.run("INSERT INTO archiveImport (archive, stored) VALUES ($1, 0)", [archive])
                    return 0
                }
            }
        } catch { throw Self.archiveError(error) }
    }

    package func write(_ rows: [ArchiveRow], of archive: String, count: Int) async throws {
        do {
            try await writers.access { database in
                try database.transaction(.change) {
                    try database.execute("SET LOCAL statement_timeout = 0")
                    let isNext = try database.run(
                        "UPDATE archiveImport SET stored = $2 WHERE archive = $1 AND stored = $3",
                        [archive, count, count - rows.count])
                    guard isNext == 1 else {
                        throw ArchiveError.failed(
                            "another import of this archive is running; wait until that import ends")
                    }
                    for (table, rows) in rows.byTable {
                        try database.runEach(
                            Self.sql.insert(table) { "$\($0)" }, rows.map { $0.values.map(Self.parameter) })
                        if table.name == "upload" {
                            try database.runEach(
                                "INSERT INTO file (id, isKept) VALUES ($1, true)", rows.map { [$0["id"].text] })
                        }
                    }
                }
            }
        } catch { throw Self.archiveError(error) }
    }

    private static func parameter(_ value: ArchiveRow.Value) -> (any PostgresValue)? {
        switch value {
        case .null: nil
        case .integer(let value): value
        case .text(let value): value.withoutNulls
        case .flag(let value): value
        case .bytes(let value): value
        }
    }

    package func finishImport(of archive: String) async throws {
        do {
            try await writers.access { database in
                try database.transaction(.change) {
                    _ = try database.run("UPDATE archiveImport SET isDone = true WHERE archive = $1", [archive])
                }
            }
        } catch { throw Self.archiveError(error) }
    }

    private static func archiveError(_ error: any Error) -> any Error {
        guard let error = error as? PostgresError else { return error }
        return ArchiveError.failed("the database failed: \(error.message) (\(error.state.rawValue))")
    }
}
