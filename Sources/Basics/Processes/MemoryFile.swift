import CLinux
import Glibc

/// Bytes in an unnamed file (memfd). The kernel removes it when this process ends, and no other process can read it.
package struct MemoryFile: Sendable {
    /// The descriptor of the file, positioned at the start. It is closed on exec.
    package let descriptor: Int32

    /// Nil if there is not enough memory; `errno` has the reason.
    package init?(_ bytes: [UInt8]) {
        descriptor = clinux_memory_file(bytes, bytes.count)
        if descriptor < 0 { return nil }
    }

    /// A path that opens the file, valid in this process until ``close()``.
    package var path: String { "/proc/self/fd/\(descriptor)" }

    package func close() { Glibc.close(descriptor) }
}
