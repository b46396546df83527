/// A type that SQLite can store in a column. An optional type is for columns that may be NULL.
package protocol SQLiteValue {
    /// Reads a column. If the column has another type, SQLite converts the value; NULL becomes 0 or empty.
    init(_ column: borrowing Column)

    /// Sets the next parameter of a statement.
    func bind(to statement: Statement)
}

extension Int64: SQLiteValue {
    package init(_ column: borrowing Column) { self = column.int64 }
    package func bind(to statement: Statement) { statement.bind(self) }
}

extension Int: SQLiteValue {
    package init(_ column: borrowing Column) { self = Int(column.int64) }
    package func bind(to statement: Statement) { statement.bind(self) }
}

extension Bool: SQLiteValue {
    package init(_ column: borrowing Column) { self = column.int64 != 0 }
    package func bind(to statement: Statement) { statement.bind(self) }
}

extension Double: SQLiteValue {
    package init(_ column: borrowing Column) { self = column.double }
    package func bind(to statement: Statement) { statement.bind(self) }
}

extension String: SQLiteValue {
    package init(_ column: borrowing Column) { self = column.text }
    package func bind(to statement: Statement) { statement.bind(self) }
}

extension [UInt8]: SQLiteValue {
    package init(_ column: borrowing Column) { self = column.bytes }
    package func bind(to statement: Statement) { statement.bind(self) }
}
