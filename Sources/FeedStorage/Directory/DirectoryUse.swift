import CLinux
import Glibc

/// Marks a directory as that of a running server whose feed is in a database: the directory has its keys and its address.
/// Several of these servers can share a directory. Meanwhile no process can own it, which would begin a second feed there.
package final class DirectoryUse: Sendable {
    private let lock: Int32

    /// Creates the directory if it is missing.
    ///
    /// - Throws: ``StorageError/inUse(directory:)`` if a process owns the directory.
    package init(_ path: String) throws(StorageError) {
        try DataDirectory.make(path)
        let lock = try DataDirectory.openLock(path)
        // Each side takes its own lock before it looks for the other's, so at least one of them sees the other.
        let code = clinux_lock_byte(lock, 0, CLINUX_SHARED)
        guard code == 0 else {
            close(lock)
            throw .unusable(path: path, reason: String(cString: strerror(code)))
        }
        guard flock(lock, LOCK_SH | LOCK_NB) == 0 else {
            close(lock)
            throw .inUse(directory: path)
        }
        flock(lock, LOCK_UN)
        self.lock = lock
    }

    deinit { close(lock) }

    /// Whether a server uses the directory of this lock file, by another opening of it.
    static func exists(_ lock: Int32) -> Bool { clinux_is_byte_locked(lock, 0) }
}
