import Basics
import Cards

/// Writes all of a storage as lines of JSON: a header, the rows, and an end by which a reader knows that nothing is missing.
package struct ArchiveExport: Sendable {
    /// The version of the format: 2 since streams have themes.
    static let format = 2

    private let storage: any ArchivableStorage

    package init(_ storage: any ArchivableStorage) { self.storage = storage }

    /// - Parameters:
    ///   - archive: A new id, by which an import that was interrupted knows the archive again.
    ///   - write: Writes a line, its newline included; may wait.
    ///   - onRow: Called after each row with their number so far.
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
