package import CardSources

/// Cursors of this project's protocol: the epoch of the server's log and a sequence number, as `EPOCH-SEQUENCE`. A new
/// epoch begins when the server's data may have been replaced. A cursor whose epoch is not a part of the log's history,
/// or whose number the epoch never reached, is refused with ``ProblemType/cursorExpired`` and never misinterpreted.
extension FeedCursor {
    /// Creates a cursor of this program's own server.
    package init(epoch: String, sequence: Int64) { self.init(stored: "\(epoch)-\(sequence)") }

    /// The epoch and the sequence number; nil if this is not a cursor of this protocol.
    package var parts: (epoch: String, sequence: Int64)? {
        guard let dash = rawValue.lastIndex(of: "-"), let sequence = Int64(rawValue[rawValue.index(after: dash)...])
        else { return nil }
        return (String(rawValue[..<dash]), sequence)
    }
}
