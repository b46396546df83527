import Glibc

/// Writes to file descriptors.
package enum FileWriting {
    /// Writes all bytes, also if a signal interrupts a write or a write is short.
    ///
    /// - Returns: 0, or the error number of the write that failed.
    package static func writeAll(_ bytes: [UInt8], to descriptor: CInt) -> CInt {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count < 0 ? errno : EIO }
            rest = rest.dropFirst(count)
        }
        return 0
    }
}
