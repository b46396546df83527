import CSQLite

/// The row that a statement stands on. It is gone with the next step, so it cannot be kept: read what is needed of it.
package struct Row: ~Copyable {
    private let statement: OpaquePointer?

    init(_ statement: OpaquePointer?) { self.statement = statement }

    private func column(_ index: Int) -> Column {
        Column(statement: statement, index: Int32(truncatingIfNeeded: index))
    }

    package func isNull(_ index: Int) -> Bool { column(index).isNull }
    package func int64(_ index: Int) -> Int64 { column(index).int64 }
    package func int(_ index: Int) -> Int { Int(column(index).int64) }
    package func bool(_ index: Int) -> Bool { column(index).int64 != 0 }
    package func string(_ index: Int) -> String { column(index).text }
    /// Empty for a NULL.
    package func bytes(_ index: Int) -> [UInt8] { column(index).bytes }
    package func optionalInt64(_ index: Int) -> Int64? { isNull(index) ? nil : int64(index) }
    package func optionalString(_ index: Int) -> String? { isNull(index) ? nil : string(index) }

    /// A column, counted from 0, as the type that is asked for.
    package subscript<Value: SQLiteValue>(_ index: Int) -> Value { Value(column(index)) }

    /// The same of a column that may be NULL.
    package subscript<Value: SQLiteValue>(_ index: Int) -> Value? {
        let column = column(index)
        return column.isNull ? nil : Value(column)
    }
}

/// One column of a ``Row``.
package struct Column: ~Copyable {
    fileprivate let statement: OpaquePointer?
    fileprivate let index: Int32

    package var isNull: Bool { sqlite3_column_type(statement, index) == SQLITE_NULL }
    package var int64: Int64 { sqlite3_column_int64(statement, index) }
    package var double: Double { sqlite3_column_double(statement, index) }

    /// The whole text, including NUL characters; bytes that are not UTF-8 are replaced.
    package var text: String {
        guard let text = sqlite3_column_text(statement, index) else { return "" }
        let count = Int(sqlite3_column_bytes(statement, index))
        return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
    }

    package var bytes: [UInt8] {
        guard let blob = sqlite3_column_blob(statement, index) else { return [] }
        return [UInt8](UnsafeRawBufferPointer(start: blob, count: Int(sqlite3_column_bytes(statement, index))))
    }
}
