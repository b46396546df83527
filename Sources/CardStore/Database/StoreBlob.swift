import GRDB

import struct Foundation.Data

/// Bytes to and from a BLOB column.
enum StoreBlob {
    static func data(_ bytes: [UInt8]) -> Data { Data(bytes) }

    /// Empty for a NULL.
    static func bytes(_ row: Row, at index: Int) -> [UInt8] {
        // The access itself cannot fail: the closure does not throw.
        (try? row.withUnsafeData(atIndex: index) { data in data.map { [UInt8]($0) } ?? [] }) ?? []
    }
}
