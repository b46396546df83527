import CPostgres

/// A row of a result. It is valid only inside the closure that gets it, so copy the needed values there.
package struct Row: ~Copyable {
    private let result: OpaquePointer
    private let number: Int32

    init(_ result: OpaquePointer, _ number: Int32) {
        self.result = result
        self.number = number
    }

    /// The first value of a result in text format; nil if there is no row.
    static func firstText(_ result: OpaquePointer) -> String? {
        cPQntuples(result) > 0 ? Row(result, 0).string(0) : nil
    }

    package func isNull(_ index: Int) -> Bool { cPQgetisnull(result, number, Int32(truncatingIfNeeded: index)) == 1 }

    private func bytes(of index: Int) -> UnsafeRawBufferPointer {
        let index = Int32(truncatingIfNeeded: index)
        return UnsafeRawBufferPointer(
            start: cPQgetvalue(result, number, index), count: Int(cPQgetlength(result, number, index)))
    }

    /// The value of a column, counted from 0; 0 or empty for NULL.
    package subscript<Value: PostgresValue>(_ index: Int) -> Value { Value(bytes(of: index)) }

    /// The value of a column, counted from 0; nil for NULL.
    package subscript<Value: PostgresValue>(_ index: Int) -> Value? {
        isNull(index) ? nil : Value(bytes(of: index))
    }

    package func int64(_ index: Int) -> Int64 { self[index] }
    package func int(_ index: Int) -> Int { self[index] }
    package func string(_ index: Int) -> String { self[index] }
    /// The bytes of a column; empty for NULL.
    package func bytes(_ index: Int) -> [UInt8] { self[index] }
}
