import CLinux
import Glibc

/// Bytes as a file without a name: it goes with this process, however that ends, and nobody else can read it.
struct MemoryFile: Sendable {
    private let descriptor: CInt

    /// Nil when there is no room.
    init?(_ bytes: [UInt8]) {
        descriptor = clinux_memory_file(bytes, bytes.count)
        if descriptor < 0 { return nil }
    }

    /// Opens it, in this process only and until ``close()``.
    var path: String { "/proc/self/fd/\(descriptor)" }

    func close() { Glibc.close(descriptor) }
}
