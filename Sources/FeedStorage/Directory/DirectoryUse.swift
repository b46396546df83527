import CLinux
import Glibc

/// Marks a directory as used by a running server whose feed is in a database. The directory contains the server's keys
/// and address. Several such servers can share a directory. While they do, no process can own it and start a second
/// feed there.
package final class DirectoryUse: Sendable {
    private let lock: Int32

    /// Creates the directory if it is missing.
    ///
    /// - Throws: ``StorageError/inUse(directory:)`` if a process owns the directory.
    package init(_ path: String) throws(StorageError) {
        try DataDirectory.make(path)
        let lock = try DataDirectory.openLock(path)
        // Each side takes its own lock before it checks the lock of the other side, so that at least one of them
        // notices the other.
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

    /// Whether a server uses the directory of this lock file. The server must have opened the file separately.
    static func exists(_ lock: Int32) -> Bool { clinux_is_byte_locked(lock, 0) }
}
