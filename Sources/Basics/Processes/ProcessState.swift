import Glibc

/// What the system says about another process.
package enum ProcessState {
    /// Whether a process is stopped, as by Ctrl-Z, so that it does not answer until it goes on. False where the system does
    /// not say.
    package static func isStopped(_ process: Int32) -> Bool {
        let descriptor = open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        // Its name is at most 64 bytes long.
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(descriptor, &bytes, bytes.count)
        // The state follows the name, which stands in parentheses and may hold others.
        guard count > 0, let end = bytes[..<count].lastIndex(of: UInt8(ascii: ")")), end + 2 < count
        else { return false }
        return bytes[end + 2] == UInt8(ascii: "T")
    }
}
