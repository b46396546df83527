import Basics
import Cards
import Glibc

/// One process per database: SQLite before 3.51.3 can corrupt a write-ahead log when two connections write and
/// checkpoint at once, so a second process must not even try. `flock` rather than `fcntl`, because it also tells
/// two openings within one process apart and the kernel drops it on any death.
final class StoreLock: Sendable {
    private let descriptor: Int32
    private let isHeld = Lock(true)

    /// Takes the lock at `PATH.lock` or throws ``StoreError/alreadyOpen(path:pid:)``.
    ///
    /// - Parameter isCommand: See ``StoreHolder/isCommand``.
    init(databasePath: String, isCommand: Bool = false) throws(StoreError) {
        let path = databasePath + ".lock"
        let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw .unusable(path: path, reason: "the lock file cannot be opened: \(systemMessage())")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let holder = Self.holder(descriptor)
            Glibc.close(descriptor)
            throw .alreadyOpen(path: databasePath, pid: holder?.processID)
        }
        // What it says only makes messages and waiting better; the lock itself is what counts.
        Self.write("\(getpid())\n\(isCommand ? Self.command : Self.viewer)\n", descriptor)
        self.descriptor = descriptor
    }

    /// Waits until no process has the database. Blocks. Another may be quicker to take it.
    static func awaitRelease(databasePath: String) throws(StoreError) {
        let path = databasePath + ".lock"
        let descriptor = Glibc.open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else {
            // Without a lock file the store was never opened.
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

    /// The process that its lock file names as the holder of a database. Nil if the file names none, as between locking and
    /// writing the name, or if the named process has ended.
    static func holder(of databasePath: String) -> StoreHolder? {
        let descriptor = Glibc.open(databasePath + ".lock", O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { Glibc.close(descriptor) }
        return holder(descriptor)
    }

    /// Whether the file beside a database is a lock of this kind. Others name theirs alike.
    static func isBeside(_ databasePath: String) -> Bool {
        let descriptor = Glibc.open(databasePath + ".lock", O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { Glibc.close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: textLength + 1)
        guard pread(descriptor, &bytes, bytes.count, 0) == textLength else { return false }
        let lines = String(decoding: bytes.prefix(textLength), as: UTF8.self).split(separator: "\n")
        return lines.allSatisfy { [command, viewer].contains(String($0)) || Int32($0) != nil }
    }

    private static let command = "command"
    private static let viewer = "viewer"
    /// In bytes. Each write has this length, so that a reader never gets a mix of the new and the previous text.
    private static let textLength = 32

    private static func write(_ text: String, _ descriptor: Int32) {
        let bytes = Array(text.utf8)
        let all = bytes + [UInt8](repeating: UInt8(ascii: "\n"), count: max(0, textLength - bytes.count))
        _ = pwrite(descriptor, all, all.count, 0)
    }

    private static func holder(_ descriptor: Int32) -> StoreHolder? {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        let lines = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: "\n")
        guard let first = lines.first, let process = Int32(first), !isGone(process) else { return nil }
        return StoreHolder(processID: process, isCommand: lines.dropFirst().first == command[...])
    }

    private static func isGone(_ process: Int32) -> Bool { kill(process, 0) != 0 && errno == ESRCH }

    /// Lets another process have the database. Idempotent.
    func release() {
        guard
            isHeld.withLock({ isHeld in
                defer { isHeld = false }
                return isHeld
            })
        else { return }
        // Clear the name, so that it is not reported as the holder before the next holder writes its own.
        Self.write("", descriptor)
        _ = flock(descriptor, LOCK_UN)
    }

    deinit {
        release()
        Glibc.close(descriptor)
    }
}

/// The process that has a database.
package struct StoreHolder: Hashable, Sendable {
    package var processID: Int32
    /// A command, which ends by itself soon, and not a viewer, which ends when its user wants it to.
    package var isCommand: Bool
}

extension CardDatabase {
    /// The process that holds a database, for a caller that got ``StoreError/alreadyOpen(path:pid:)``.
    package static func holder(of path: String) -> StoreHolder? { StoreLock.holder(of: path) }
}

/// The text of `errno`.
func systemMessage() -> String { String(cString: strerror(errno)) }
