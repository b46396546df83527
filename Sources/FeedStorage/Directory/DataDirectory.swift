import CLinux
import Glibc

/// A directory that one process owns for as long as this value lives.
package final class DataDirectory: Sendable {
    package let path: String
    private let lock: Int32

    /// Makes the directory where it is missing, and takes it.
    package init(_ path: String) throws(StorageError) {
        try Self.make(path)
        let lock = open(path + "/lock", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw .unusable(path: path, reason: String(cString: strerror(errno))) }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            close(lock)
            throw .inUse(directory: path)
        }
        self.path = path
        self.lock = lock
    }

    deinit { close(lock) }

    /// Whether some process owns the directory now.
    package static func isOwned(_ path: String) -> Bool {
        let lock = open(path + "/lock", O_RDWR | O_NOFOLLOW | O_CLOEXEC)
        guard lock >= 0 else { return false }
        defer { close(lock) }
        return flock(lock, LOCK_SH | LOCK_NB) != 0
    }

    /// Lets another server have the directory. Idempotent.
    package func release() { flock(lock, LOCK_UN) }

    /// Makes the directory, and those above it, with mode 0700 where they are missing. Refuses one that others can write
    /// to: they could put a feed and keys of their own in it. One that they can only read is taken, since the files in it
    /// are private.
    ///
    package static func make(_ path: String) throws(StorageError) {
        let code = clinux_make_folders(path, 0o700)
        guard code == 0 else { throw .unusable(path: path, reason: String(cString: strerror(code))) }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw .unusable(path: path, reason: "it is not a directory")
        }
        // The administrator can write everywhere anyway.
        guard status.st_uid == geteuid() || status.st_uid == 0 else {
            throw .foreign(directory: path, owner: status.st_uid)
        }
        guard status.st_mode & 0o022 == 0 else {
            throw .writableByOthers(directory: path, mode: status.st_mode & 0o7777)
        }
    }
}
