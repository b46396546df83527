package import CardSources

/// Cursors of this project's protocol: the epoch of the server's log and a sequence number, as `EPOCH-SEQUENCE`. The
/// epoch changes when the server's data is replaced. A cursor with an older epoch is refused with
/// ``ProblemType/cursorExpired`` and never misinterpreted.
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
