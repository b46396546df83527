package import Cards

/// Verifies the rows of an audit log one by one, starting with the first row.
package struct AuditCheck: Sendable {
    /// An error in the audit log.
    package enum Finding: Hashable, Sendable {
        /// The row with this number is missing.
        case missing(Int64)
        /// The row was changed after it was written.
        case changed(Int64)
        /// The row does not follow the previous row: it was moved, or one of the two was replaced.
        case moved(Int64)
        /// The data after this row is not a row.
        case unreadable(after: Int64)
    }

    /// The number of the last row; 0 before the first.
    package private(set) var last: Int64 = 0
    /// The hash of the last row.
    package private(set) var hash = AuditRow.origin
    private let expected: String?
    /// Whether a row with the expected hash was found.
    package private(set) var hasExpected: Bool

    /// - Parameter expected: A hash from an earlier check that must be in the log; nil for none.
    package init(expecting expected: String? = nil) {
        self.expected = expected
        hasExpected = expected == nil || expected == AuditRow.origin
    }

    /// Verifies the next row in the form in which it was sent. Nil if it is correct.
    package mutating func add(_ row: JSONValue) -> Finding? {
        guard case .object(var members) = row, let number = members["number"]?.number?.int,
            let hash = members["hash"]?.string
        else { return .unreadable(after: last) }
        let number64 = Int64(number)
        // A number that was already used belongs to a row that was moved here.
        guard number64 == last + 1 else { return number64 > last ? .missing(last + 1) : .moved(number64) }
        members["hash"] = nil
        guard SHA256Text.of(CanonicalJSON.bytes(.object(members))) == hash else { return .changed(number64) }
        guard members["previous"]?.string == self.hash else { return .moved(number64) }
        last = number64
        self.hash = hash
        if hash == expected { hasExpected = true }
        return nil
    }
}
