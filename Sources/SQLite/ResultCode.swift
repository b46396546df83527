import CSQLite

/// A result code of SQLite: the primary code in the low byte, and the additional information of the extended code above
/// it.
package struct ResultCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    package var rawValue: Int32

    package init(rawValue: Int32) { self.rawValue = rawValue }

    package static let error = ResultCode(rawValue: SQLITE_ERROR)
    package static let busy = ResultCode(rawValue: SQLITE_BUSY)
    package static let readOnly = ResultCode(rawValue: SQLITE_READONLY)
    package static let interrupted = ResultCode(rawValue: SQLITE_INTERRUPT)
    package static let inputOutput = ResultCode(rawValue: SQLITE_IOERR)
    package static let corrupt = ResultCode(rawValue: SQLITE_CORRUPT)
    package static let full = ResultCode(rawValue: SQLITE_FULL)
    package static let cannotOpen = ResultCode(rawValue: SQLITE_CANTOPEN)
    package static let constraint = ResultCode(rawValue: SQLITE_CONSTRAINT)
    package static let mismatch = ResultCode(rawValue: SQLITE_MISMATCH)
    package static let misuse = ResultCode(rawValue: SQLITE_MISUSE)
    package static let range = ResultCode(rawValue: SQLITE_RANGE)
    package static let notADatabase = ResultCode(rawValue: SQLITE_NOTADB)

    /// A file is shorter than expected.
    package static let shortRead = ResultCode(rawValue: SQLITE_IOERR | 2 << 8)
    /// An interrupted transaction must be rolled back first, but the connection is read-only.
    package static let readOnlyRollback = ResultCode(rawValue: SQLITE_READONLY | 3 << 8)
    /// The shared memory of the connections, which is a file, cannot grow.
    package static let sharedMemorySize = ResultCode(rawValue: SQLITE_IOERR | 19 << 8)
    package static let uniqueConstraint = ResultCode(rawValue: SQLITE_CONSTRAINT | 8 << 8)

    /// The primary code, without the additional information.
    package var primary: ResultCode { ResultCode(rawValue: rawValue & 0xFF) }

    /// The number and SQLite's description of it.
    package var description: String { "\(rawValue) (\(String(cString: sqlite3_errstr(rawValue))))" }
}
