import CSQLite

/// The current row of a statement. It is valid only until the next step, so copy the needed values.
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
    /// The bytes of a column; empty for NULL.
    package func bytes(_ index: Int) -> [UInt8] { column(index).bytes }
    package func optionalInt64(_ index: Int) -> Int64? { isNull(index) ? nil : int64(index) }
    package func optionalString(_ index: Int) -> String? { isNull(index) ? nil : string(index) }

    /// The value of a column, counted from 0. See ``SQLiteValue/init(_:)`` for other types and NULL.
    package subscript<Value: SQLiteValue>(_ index: Int) -> Value { Value(column(index)) }

    /// The value of a column, counted from 0; nil for NULL.
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

    /// The whole text, including NUL characters. Bytes that are not UTF-8 are replaced.
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
