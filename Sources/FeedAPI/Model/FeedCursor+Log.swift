public import CardSources

/// The cursors of our own protocol: the server's log epoch and a sequence number, `EPOCH-SEQUENCE`, so that a cursor of a
/// server whose data was replaced is answered with ``ProblemType/cursorExpired`` and never misread.
extension FeedCursor {
    /// A cursor of this program's own server.
    package init(epoch: String, sequence: Int64) { self.init(stored: "\(epoch)-\(sequence)") }

    /// The two parts, or nil when the text is not a cursor of this protocol.
    public var parts: (epoch: String, sequence: Int64)? {
        guard let dash = rawValue.lastIndex(of: "-"), let sequence = Int64(rawValue[rawValue.index(after: dash)...])
        else { return nil }
        return (String(rawValue[..<dash]), sequence)
    }
}
