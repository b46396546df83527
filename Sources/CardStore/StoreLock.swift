import Glibc

/// One process per database: SQLite before 3.51.3 can corrupt a write-ahead log when two connections write and
/// checkpoint at once, so a second process must not even try. `flock` rather than `fcntl`, because it also tells
/// two openings within one process apart and the kernel drops it on any death.
final class StoreLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock at `PATH.lock` or throws ``StoreError/alreadyOpen(path:pid:)``.
    init(databasePath: String) throws(StoreError) {
        let path = databasePath + ".lock"
        let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw .unusable(path: path, reason: "the lock file cannot be opened: \(systemMessage())")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            var text = [UInt8](repeating: 0, count: 16)
            let count = read(descriptor, &text, text.count)
            Glibc.close(descriptor)
            let pid = Int32(String(decoding: text.prefix(max(0, count)), as: UTF8.self).prefix { $0.isNumber })
            throw .alreadyOpen(path: databasePath, pid: pid)
        }
        // The pid only makes the message better; the lock itself is what counts.
        let pid = Array("\(getpid())\n".utf8)
        if ftruncate(descriptor, 0) == 0 { _ = pwrite(descriptor, pid, pid.count, 0) }
        self.descriptor = descriptor
    }

    /// Waits until no process has the database. Blocks. Another may be quicker to take it.
    static func awaitRelease(databasePath: String) throws(StoreError) {
        let path = databasePath + ".lock"
        let descriptor = Glibc.open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else {
            // Nobody ever had it.
            if errno == ENOENT { return }
            throw .unusable(path: path, reason: "the lock file cannot be opened: \(systemMessage())")
        }
        defer { Glibc.close(descriptor) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else {
                throw .unusable(path: path, reason: "the lock cannot be waited for: \(systemMessage())")
            }
        }
    }

    /// Lets another process have the database. Idempotent.
    func release() { _ = flock(descriptor, LOCK_UN) }

    deinit { Glibc.close(descriptor) }
}

/// The text of `errno`.
func systemMessage() -> String { String(cString: strerror(errno)) }
