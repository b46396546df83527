import Basics
import Cards
package import FeedStorage
import Glibc
import SQLite

/// Reads and writes the whole feed.
extension SQLiteStorage: ArchivableStorage {
    package static var archiveName: String { "SQLite" }

    private static let sql = ArchiveSQL(number: "rowid", names: ["record.number": "sequence"])

    /// Queries for the tables that differ from those of the archive, because their numbers are counted for all
    /// environments together.
    private static func select(_ table: ArchiveTable) -> String {
        switch table.name {
        case "ending":
            """
            SELECT feed.environment, t.number, card.id FROM ending AS t JOIN card ON card.rowid = t.card
            JOIN feed ON feed.id = card.feed ORDER BY feed.environment, t.number
            """
        case "environment":
            """
            SELECT environment, coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'ending'), 0),
            coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'record'), 0)
            FROM (SELECT environment FROM feed UNION SELECT environment FROM record) ORDER BY environment
            """
        default: sql.select(table)
        }
    }

    /// A row keeps its number if all earlier numbers are lower; otherwise it gets the next number.
    private static func insert(_ table: ArchiveTable) -> String {
        switch table.name {
        case "ending":
            """
            INSERT INTO ending (number, card)
            SELECT max(?2, coalesce((SELECT max(number) FROM ending), 0) + 1), rowid FROM card
            WHERE id = ?3 AND ?1 IS NOT NULL
            """
        case "record":
            """
            INSERT INTO record (environment, sequence, kind, user, id, receivedAt, content)
            VALUES (?1, max(?2, coalesce((SELECT max(sequence) FROM record), 0) + 1), ?3, ?4, ?5, ?6, ?7)
            """
        default: sql.insert(table) { "?\($0)" }
        }
    }

    package func readArchive(_ read: @escaping @Sendable (ArchiveRow) throws -> Void) async throws {
        let directory = directory?.path
        do {
            try await database.access { database in
                for table in ArchiveTable.all where table.name != "chunk" {
                    try database.statement(Self.select(table)).forEachRow { row in
                        try read(Self.row(table, row))
                        return true
                    }
                }
                guard let directory else { return }
                let ids = try database.statement("SELECT id FROM upload ORDER BY id").values(as: String.self)
                for id in ids { try ArchiveFiles.read(id, in: directory, read) }
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
            // Not all databases allow this character in text.
            case .text: values.append(.text(row.string(index).replacing("\0", with: "\u{FFFD}")))
            case .flag: values.append(.flag(row[index]))
            case .json, .bytes: values.append(.bytes(row[index]))
            }
        }
        return ArchiveRow(table, values)
    }

    package func importedRows(of archive: String) async throws -> Int {
        do {
            return try await database.access { database in
                try database.transaction(.immediate) {
                    if let stored = try database.statement("SELECT stored FROM archiveImport WHERE archive = ?")
                        .value([archive], as: Int.self)
                    {
                        return stored
                    }
                    let isPartial = try database.statement(
                        "SELECT EXISTS (SELECT 1 FROM archiveImport WHERE NOT isDone)"
                    ).value(as: Bool.self)
                    guard isPartial == false else { throw ArchiveError.unfinished }
                    let isEmpty = try [
                        "archiveImport", "feed", "record", "profile", "device", "deviceStreams",
                        "invitation", "reader", "userGroup", "theme", "webhook", "ask", "audit", "publication",
                        "upload",
                    ].allSatisfy { table in
                        try database.statement("SELECT EXISTS (SELECT 1 FROM \(table))").value(as: Bool.self) == false
                    }
                    guard isEmpty else { throw ArchiveError.notEmpty }
                    try database.run("INSERT INTO archiveImport (archive, stored) VALUES (?, 0)", [archive])
                    return 0
                }
            }
        } catch { throw Self.archiveError(error) }
    }

    package func write(_ rows: [ArchiveRow], of archive: String, count: Int) async throws {
        let directory = directory?.path
        do {
            try await database.access { database in
                // Write the pieces to disk before the database says that they are there. Writing a piece again changes
                // nothing.
                let chunks = rows.filter { $0.table.name == "chunk" }
                if !chunks.isEmpty {
                    guard let directory else {
                        throw ArchiveError.failed("the feed has no directory for uploaded files")
                    }
                    try ArchiveFiles.write(chunks, in: directory)
                }
                try database.transaction(.immediate) {
                    let isNext = try database.run(
                        "UPDATE archiveImport SET stored = ? WHERE archive = ? AND stored = ?",
                        [count, archive, count - rows.count])
                    guard isNext == 1 else {
                        throw ArchiveError.failed(
                            "another import of this archive is running; wait until that import ends")
                    }
                    for row in rows where row.table.name != "chunk" {
                        if row.table.name == "environment" {
                            try Self.raise("ending", to: row["endings"].integer ?? 0, database)
                            try Self.raise("record", to: row["records"].integer ?? 0, database)
                        } else {
                            let changed = try database.run(Self.insert(row.table), row.values.map(Self.parameter))
                            guard changed == 1 else {
                                throw ArchiveError.unreadable("\(row.shownName) refers to an unknown card")
                            }
                        }
                    }
                }
            }
        } catch { throw Self.archiveError(error) }
    }

    /// Makes a table assign only numbers greater than `number`.
    private static func raise(_ table: String, to number: Int64, _ database: Database) throws {
        let changed = try database.run("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?", [number, table])
        if changed == 0 { try database.run("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", [table, number]) }
    }

    private static func parameter(_ value: ArchiveRow.Value) -> (any SQLiteValue)? {
        switch value {
        case .null: nil
        case .integer(let value): value
        case .text(let value): value
        case .flag(let value): value
        case .bytes(let value): value
        }
    }

    package func finishImport(of archive: String) async throws {
        do {
            try await database.access { database in
                _ = try database.run("UPDATE archiveImport SET isDone = 1 WHERE archive = ?", [archive])
            }
        } catch { throw Self.archiveError(error) }
    }

    private static func archiveError(_ error: any Error) -> any Error {
        guard let error = error as? DatabaseError else { return error }
        return ArchiveError.failed("SQLite failed on the feed's file: \(error.message) (\(error.code.primary))")
    }
}
