/// A type of columns and parameters, in the binary format of PostgreSQL. An optional type is for values that may be
/// NULL.
///
/// Columns of numbers are of type `bigint`, `Bool`s of type `boolean`, `String`s of type `text`, bytes of type `bytea`, and
/// arrays of `text[]` or `bigint[]`.
package protocol PostgresValue: Sendable {
    init(_ bytes: UnsafeRawBufferPointer)
    var encoded: [UInt8] { get }
}

extension Int64: PostgresValue {
    package init(_ bytes: UnsafeRawBufferPointer) {
        // `integer` has only four bytes, so extend the sign bit of the first byte.
        let start: UInt64 = bytes.first.map { $0 >= 0x80 } == true ? .max : 0
        self = Int64(bitPattern: bytes.reduce(start) { $0 << 8 | UInt64($1) })
    }

    package var encoded: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}

/// The parameter type `integer`, which some functions require.
extension Int32: PostgresValue {
    package init(_ bytes: UnsafeRawBufferPointer) { self = Int32(truncatingIfNeeded: Int64(bytes)) }
    package var encoded: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}

extension Int: PostgresValue {
    package init(_ bytes: UnsafeRawBufferPointer) { self = Int(Int64(bytes)) }
    package var encoded: [UInt8] { Int64(self).encoded }
}

extension Bool: PostgresValue {
    package init(_ bytes: UnsafeRawBufferPointer) { self = bytes.first == 1 }
    package var encoded: [UInt8] { [self ? 1 : 0] }
}

extension String: PostgresValue {
    package init(_ bytes: UnsafeRawBufferPointer) { self.init(decoding: bytes, as: UTF8.self) }
    package var encoded: [UInt8] { Array(utf8) }
}

extension [UInt8]: PostgresValue {
    package init(_ bytes: UnsafeRawBufferPointer) {
        self = bytes.withMemoryRebound(to: UInt8.self) { Array($0) }
    }

    package var encoded: [UInt8] { self }
}

/// An array as a single parameter, as in `id = ANY($1)`.
package struct PostgresArray: PostgresValue {
    package let encoded: [UInt8]

    package init(_ texts: some Collection<String>) { self.init(texts.map(\.encoded), type: 25) }
    package init(_ numbers: some Collection<Int64>) { self.init(numbers.map(\.encoded), type: 20) }

    /// Required by the protocol, but arrays are only used as parameters.
    package init(_ bytes: UnsafeRawBufferPointer) { encoded = bytes.map(\.self) }

    /// - Parameter type: The oid of the elements' type in PostgreSQL, which is the same in all databases.
    private init(_ elements: [[UInt8]], type: Int32) {
        func four(_ value: Int) -> [UInt8] {
            withUnsafeBytes(of: Int32(truncatingIfNeeded: value).bigEndian, Array.init)
        }
        var bytes = four(elements.isEmpty ? 0 : 1) + four(0) + four(Int(type))
        if !elements.isEmpty { bytes += four(elements.count) + four(1) }
        for element in elements { bytes += four(element.count) + element }
        encoded = bytes
    }
}
