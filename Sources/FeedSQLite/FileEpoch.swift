import SQLite

import struct Foundation.UUID

/// A part of the history of a feed's file (decision 0185). Cursors contain the id of their epoch. A file that was
/// restored from a backup does not have the epochs that began after the backup, and knows the numbers that the feeds had
/// at the end of those before, so that cursors of the lost history are refused.
struct FileEpoch: Sendable {
    /// Ascending in a file, from 1.
    let number: Int64
    /// Unique, also among copies of the file.
    let id: String

    /// The maximum number of epochs in a file. Cursors of older ones are refused.
    private static let mostKept: Int64 = 100_000

    /// Continues the last epoch or begins a new one. A new one begins for a server, and if the file is not the one in
    /// which the last epoch began.
    ///
    /// - Parameter file: The identity of the file.
    static func open(_ database: Database, file: String, isServer: Bool) throws -> FileEpoch {
        let last = try database.statement("SELECT number, id, file FROM epoch ORDER BY number DESC LIMIT 1")
            .first { row in (epoch: FileEpoch(number: row[0], id: row[1]), file: row[2] as String?) }
        if let last, !isServer, last.file == file { return last.epoch }
        do {
            return try database.transaction(.immediate) { try begin(database, after: last?.epoch.number ?? 0, file) }
        } catch let error as DatabaseError
            where error.code.primary == .full || error.code.primary == .inputOutput && database.hasReachedFileLimit
        {
            // Cards can be read even if nothing can be stored. A replaced file needs an epoch of its own.
            guard let last, last.file == file else { throw error }
            return last.epoch
        }
    }

    private static func begin(_ database: Database, after last: Int64, _ file: String) throws -> FileEpoch {
        let epoch = FileEpoch(
            number: last + 1, id: String(UUID().uuidString.lowercased().filter { $0 != "-" }.prefix(12)))
        try database.run(
            """
            INSERT INTO epoch (number, id, file, endings)
            VALUES (?, ?, ?, coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'ending'), 0))
            """, [epoch.number, epoch.id, file])
        try database.run("DELETE FROM epoch WHERE number <= ?", [epoch.number - mostKept])
        return epoch
    }
}
