package import CardSources
package import Cards
import SQLite

/// The themes of streams, as their publishers last set them.
extension CardDatabase {
    /// The theme of a stream; nil if it was never requested. Blocks while another read is in progress.
    package func theme(of stream: StreamID) throws(StoreError) -> StreamTheme? {
        try readNow { db in
            try db.statement("SELECT document, tag FROM theme JOIN stream ON stream.row = theme.stream WHERE name = ?")
                .first([stream.rawValue]) { StreamTheme(document: $0[0] as String?, tag: $0[1]) }
        }
    }

    /// Stores the theme of a stream.
    ///
    /// - Parameter ownerEpoch: ``ownerEpoch`` at the time of the request.
    /// - Returns: Whether the document has changed.
    package func setTheme(
        _ theme: StreamTheme, of stream: StreamID, ownerEpoch: Int
    ) async throws(StoreError) -> Bool {
        try await write(of: ownerEpoch) { transaction in
            let row = try transaction.streamRow(stream).row
            let former = try transaction.db.statement("SELECT document FROM theme WHERE stream = ?").value(
                [row], as: String.self)
            try transaction.run(
                "INSERT OR REPLACE INTO theme (stream, tag, document) VALUES (?, ?, ?)",
                [row, theme.tag, theme.document])
            return former != theme.document
        }
    }
}
