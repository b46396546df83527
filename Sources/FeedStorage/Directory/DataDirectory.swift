import CLinux
import Glibc

/// A directory that one process owns for the lifetime of this value. Servers that share a directory use
/// ``DirectoryUse``.
package final class DataDirectory: Sendable {
    package let path: String
    private let lock: Int32

    /// Creates the directory if it is missing, and takes ownership of it.
    /// - Throws: ``StorageError``.
    package init(_ path: String) throws(StorageError) {
        try Self.make(path)
        let lock = try Self.openLock(path)
        guard flock(lock, LOCK_EX | LOCK_NB) == 0, !DirectoryUse.exists(lock) else {
            close(lock)
            throw .inUse(directory: path)
        }
        self.path = path
        self.lock = lock
        Self.write(getpid(), into: lock)
    }

    deinit { close(lock) }

    static func openLock(_ path: String) throws(StorageError) -> Int32 {
        let lock = open(path + "/lock", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw .unusable(path: path, reason: String(cString: strerror(errno))) }
        return lock
    }

    /// Whether a process owns the directory now, or servers share it.
    package static func isOwned(_ path: String) -> Bool {
        let lock = open(path + "/lock", O_RDWR | O_NOFOLLOW | O_CLOEXEC)
        guard lock >= 0 else { return false }
        defer { close(lock) }
        return flock(lock, LOCK_SH | LOCK_NB) != 0 || DirectoryUse.exists(lock)
    }

    /// The id of the process that owns the directory, for messages. Nil if it is unknown, if no process owns the
    /// directory, or if servers share it.
    package static func owner(of path: String) -> Int32? {
        let lock = open(path + "/lock", O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard lock >= 0 else { return nil }
        defer { close(lock) }
        guard flock(lock, LOCK_SH | LOCK_NB) != 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: textLength)
        let count = pread(lock, &bytes, bytes.count, 0)
        let digits = bytes.prefix(max(0, count)).prefix { $0 != UInt8(ascii: "\n") }
        return Int32(String(decoding: digits, as: UTF8.self))
    }

    /// The length of the lock file's text in bytes. Every write has this length, so that nothing remains of the
    /// previous owner's id.
    private static let textLength = 16

    /// Writes the id of the owner. Errors are ignored: the lock itself decides, and messages then do not name a
    /// process.
    private static func write(_ process: Int32, into lock: Int32) {
        let digits = Array("\(process)".utf8)
        let text = digits + [UInt8](repeating: UInt8(ascii: "\n"), count: textLength - digits.count)
        _ = pwrite(lock, text, text.count, 0)
    }

    /// Writes the entries of a directory to stable storage, for example the name of a new key file.
    ///
    /// - Returns: 0, or the error number.
    package static func sync(_ path: String) -> Int32 { clinux_sync_folder(path) }

    /// Releases the directory, so that another server can own it. Idempotent.
    package func release() { flock(lock, LOCK_UN) }

    /// Creates the directory and its parents with mode 0700 if they are missing. Refuses a directory that other users
    /// can write to, because they could replace the feed and the keys. A directory that others can only read is
    /// accepted, because the files in it are private.
    package static func make(_ path: String) throws(StorageError) {
        let code = clinux_make_folders(path, 0o700)
        guard code == 0 else { throw .unusable(path: path, reason: String(cString: strerror(code))) }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw .unusable(path: path, reason: "it is not a directory")
        }
        // The administrator can write everywhere in any case.
        guard status.st_uid == geteuid() || status.st_uid == 0 else {
            throw .foreign(directory: path, owner: status.st_uid)
        }
        guard status.st_mode & 0o022 == 0 else {
            throw .writableByOthers(directory: path, mode: status.st_mode & 0o7777)
        }
    }
}
