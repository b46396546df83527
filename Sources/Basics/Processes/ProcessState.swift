import Glibc

/// The state of another process.
package enum ProcessState {
    /// Whether a process is stopped, for example by Ctrl-Z, so that it does not respond until it continues. False if
    /// the system does not report it.
    package static func isStopped(_ process: Int32) -> Bool {
        let descriptor = open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        // The name of the process is at most 64 bytes long.
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(descriptor, &bytes, bytes.count)
        // The state follows the name, which is in parentheses and may contain parentheses.
        guard count > 0, let end = bytes[..<count].lastIndex(of: UInt8(ascii: ")")), end + 2 < count
        else { return false }
        return bytes[end + 2] == UInt8(ascii: "T")
    }
}
