import struct Foundation.Date

/// Times in the database are whole milliseconds since 1970: exact to compare, and what the wire carries.
typealias Milliseconds = Int64

extension Date {
    init(milliseconds: Milliseconds) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }

    /// Clamped to what the database can hold, since a publisher may write any year; 0 for what is no number.
    var milliseconds: Milliseconds {
        let value = (timeIntervalSince1970 * 1000).rounded()
        guard !value.isNaN else { return 0 }
        return Milliseconds(min(max(value, -8e15), 8e15))
    }
}
