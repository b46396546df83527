import Basics
import CLinux
import Cards
import Glibc

/// The lock of a store's leader: the process that keeps the store up to date, repairs and migrates it. Uses `flock`
/// rather than `fcntl`, because it also works between two openings within one process. The kernel releases it when the
/// process ends for any reason.
final class StoreLock: Sendable {
    private let descriptor: Int32
    private let isHeld = Lock(true)

    /// Takes the lock at `PATH.lock` or throws ``StoreError/alreadyOpen(path:pid:)``. The lock file names the holder
    /// after ``identify(_:)``.
    convenience init(databasePath: String) throws(StoreError) {
        let descriptor = try Self.open(databasePath)
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let holder = Self.holder(descriptor)
            Glibc.close(descriptor)
            throw .alreadyOpen(path: databasePath, pid: holder?.processID)
        }
        self.init(descriptor)
        try keep(databasePath)
    }

    /// Takes the lock as soon as no other process has it. Blocks until then.
    static func wait(databasePath: String) throws(StoreError) -> StoreLock {
        let descriptor = try open(databasePath)
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else {
                let reason = "waiting for the lock failed: \(systemMessage())"
                Glibc.close(descriptor)
                throw .unusable(path: databasePath + ".lock", reason: reason)
            }
        }
        return StoreLock(descriptor)
    }

    /// Flushes a new lock file to disk before the database is created. After a power cut the database may have no table
    /// yet, and then only its lock file shows that it is a store; see ``StoreFiles/checkKind()``.
    private func keep(_ databasePath: String) throws(StoreError) {
        var status = stat()
        guard stat(databasePath, &status) != 0 || status.st_size == 0 else { return }
        var code: Int32 = 0
        if fsync(descriptor) != 0, errno != EINVAL { code = errno }
        if code == 0 { code = clinux_sync_folder(StoreFiles(path: databasePath).directory) }
        guard code == 0 else {
            throw .unusable(
                path: databasePath + ".lock",
                reason: "the lock file cannot be written: \(String(cString: strerror(code)))")
        }
    }

    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
        // Remove the name of the last holder, which stays if that process was killed.
        Self.write("", descriptor)
    }

    private static func open(_ databasePath: String) throws(StoreError) -> Int32 {
        let path = databasePath + ".lock"
        let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw .unusable(path: path, reason: "the lock file cannot be opened: \(systemMessage())")
        }
        return descriptor
    }

    /// Names this process as the holder, once the store is ready. Other processes use the name only for messages, and
    /// to decide whether they can open the store as well; only the lock itself excludes them.
    func identify(_ kind: StoreHolder.Kind) { Self.write("\(getpid())\n\(kind.rawValue)\n", descriptor) }

    /// The holder of a database according to its lock file. Nil if the file names none, for example before
    /// ``identify(_:)``, or if the named process has ended.
    static func holder(of databasePath: String) -> StoreHolder? {
        let descriptor = Glibc.open(databasePath + ".lock", O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { Glibc.close(descriptor) }
        return holder(descriptor)
    }

    /// Whether the file next to a database is a lock file of this program. Other programs use the same name.
    static func isBeside(_ databasePath: String) -> Bool {
        let descriptor = Glibc.open(databasePath + ".lock", O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { Glibc.close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: textLength + 1)
        guard pread(descriptor, &bytes, bytes.count, 0) == textLength else { return false }
        let lines = String(decoding: bytes.prefix(textLength), as: UTF8.self).split(separator: "\n")
        return lines.allSatisfy { StoreHolder.Kind(rawValue: String($0)) != nil || Int32($0) != nil }
    }

    /// The length of the text in bytes. Each write has this length, so that a reader never gets a mix of the new and
    /// the previous text.
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
        let kind = lines.dropFirst().first.flatMap { StoreHolder.Kind(rawValue: String($0)) }
        return StoreHolder(processID: process, kind: kind ?? .alone)
    }

    private static func isGone(_ process: Int32) -> Bool { kill(process, 0) != 0 && errno == ESRCH }

    /// Releases the lock, so that another process can have the database. Idempotent.
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

/// The process that holds the lock of a store.
package struct StoreHolder: Hashable, Sendable {
    /// The kind of a holder, as recorded in its lock file.
    package enum Kind: String, Sendable {
        /// A command, which ends by itself soon. Other processes can open the store in the meantime.
        case command
        /// A viewer that shares the store with other viewers.
        case shared
        /// A program that does not share the store, or an earlier version of this one.
        case alone = "viewer"
    }

    package var processID: Int32
    package var kind: Kind

    /// Whether the holder is a command, which ends soon without its user.
    package var isCommand: Bool { kind == .command }
}

extension CardDatabase {
    /// The process that holds a database, for a caller that got ``StoreError/alreadyOpen(path:pid:)``.
    package static func holder(of path: String) -> StoreHolder? { StoreLock.holder(of: path) }
}

/// The text of `errno`.
func systemMessage() -> String { String(cString: strerror(errno)) }
