/// A point in the history of one user's stream: "everything up to here is known". Clients keep it and give it back;
/// only the server reads it. The text is the server's log epoch and a sequence number, `EPOCH-SEQUENCE`, so that a
/// cursor of a server whose data was replaced is answered with ``ProblemType/cursorExpired`` and never misread.
public struct FeedCursor: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(epoch: String, sequence: Int64) { rawValue = "\(epoch)-\(sequence)" }

    public var description: String { rawValue }

    /// The two parts, or nil when the text is not a cursor.
    public var parts: (epoch: String, sequence: Int64)? {
        guard let dash = rawValue.lastIndex(of: "-"), let sequence = Int64(rawValue[rawValue.index(after: dash)...])
        else { return nil }
        return (String(rawValue[..<dash]), sequence)
    }
}
