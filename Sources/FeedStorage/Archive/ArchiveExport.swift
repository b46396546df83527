import Basics
import Cards

/// Writes all data of a storage as lines of JSON: a header, the rows, and an end row, which tells a reader that nothing
/// is missing.
package struct ArchiveExport: Sendable {
    /// The version of the format. Version 2 added themes of streams.
    static let format = 2

    private let storage: any ArchivableStorage

    package init(_ storage: any ArchivableStorage) { self.storage = storage }

    /// - Parameters:
    ///   - archive: A new id. It identifies the archive when an interrupted import is continued.
    ///   - write: Writes a line, which includes the line feed. It may block.
    ///   - onRow: Called after each row with the number of rows so far.
    /// - Returns: The number of rows.
    @discardableResult
    package func run(
        archive: String, write: @escaping @Sendable ([UInt8]) throws -> Void,
        onRow: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws -> Int {
        try write(
            Self.line([
                "cardstream": "feed", "format": .number(JSONNumber(Self.format)), "archive": .string(archive),
                "storage": .string(type(of: storage).archiveName),
            ]))
        let rows = Lock(0)
        try await storage.readArchive { row in
            try write(Self.line(row.json))
            onRow(
                rows.withLock { rows in
                    rows += 1
                    return rows
                })
        }
        let count = rows.withLock { $0 }
        try write(Self.line(["row": "end", "rows": .number(JSONNumber(count))]))
        return count
    }

    private static func line(_ object: JSONObject) -> [UInt8] {
        JSONValue.object(object).encoded() + CollectionOfOne(UInt8(ascii: "\n"))
    }
}
