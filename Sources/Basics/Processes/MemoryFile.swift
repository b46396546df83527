import CLinux
import Glibc

/// Bytes as a file without a name: it goes with this process, however that ends, and nobody else can read it.
package struct MemoryFile: Sendable {
    /// Stands at its start; closes itself where another program begins.
    package let descriptor: Int32

    /// Nil when there is no room; `errno` tells why.
    package init?(_ bytes: [UInt8]) {
        descriptor = clinux_memory_file(bytes, bytes.count)
        if descriptor < 0 { return nil }
    }

    /// Opens it, in this process only and until ``close()``.
    package var path: String { "/proc/self/fd/\(descriptor)" }

    package func close() { Glibc.close(descriptor) }
}
