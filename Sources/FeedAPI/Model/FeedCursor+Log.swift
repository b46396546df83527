package import CardSources

/// Cursors of our own protocol: the epoch of the server's log and a sequence number, `EPOCH-SEQUENCE`. A cursor from
/// before the server's data was replaced is answered with ``ProblemType/cursorExpired`` and never misinterpreted.
extension FeedCursor {
    /// A cursor of this program's own server.
    package init(epoch: String, sequence: Int64) { self.init(stored: "\(epoch)-\(sequence)") }

    /// The two parts; nil if the text is not a cursor of this protocol.
    package var parts: (epoch: String, sequence: Int64)? {
        guard let dash = rawValue.lastIndex(of: "-"), let sequence = Int64(rawValue[rawValue.index(after: dash)...])
        else { return nil }
        return (String(rawValue[..<dash]), sequence)
    }
}
