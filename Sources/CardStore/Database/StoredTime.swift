import struct Foundation.Date

/// Times in the database are whole milliseconds since 1970. They compare exactly, and the protocol uses the same unit.
typealias Milliseconds = Int64

extension Date {
    init(milliseconds: Milliseconds) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }

    /// Clamped to the range of the database, because a publisher may send any year; 0 for NaN.
    var milliseconds: Milliseconds {
        let value = (timeIntervalSince1970 * 1000).rounded()
        guard !value.isNaN else { return 0 }
        return Milliseconds(min(max(value, -8e15), 8e15))
    }
}
