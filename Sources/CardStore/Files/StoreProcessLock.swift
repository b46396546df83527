import Basics
import CLinux
import Glibc

/// The locks with which processes that share a store take turns. They are locks on bytes of `PATH.turns`; they belong
/// to one opening of that file, and end with the process.
///
/// SQLite's own locks allow one process to write while another one checkpoints, which before SQLite 3.51.3 can corrupt
/// the write-ahead log. So everything that changes a file of the store must have a turn.
final class StoreProcessLock: Sendable {
    private enum Region: off_t {
        /// Held while waiting for ``writing``. The process that holds it has the next turn, so that a process with many
        /// writes cannot block the others.
        case queue
        case writing
        /// Held in shared mode by all processes that have the store open, and exclusively by one that replaces or
        /// migrates its file.
        case use
    }

    /// The maximum time to wait for a turn. Longer than any write takes; if it is exceeded, the other process is
    /// suspended.
    static let timeout = Duration.seconds(10)

    private let path: String
    private let descriptor: Int32
    private let timeout: Duration

    init(databasePath: String, timeout: Duration = timeout) throws(StoreError) {
        path = databasePath + ".turns"
        self.timeout = timeout
        descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw .unusable(path: path, reason: "the lock file cannot be opened: \(systemMessage())")
        }
    }

    deinit { Glibc.close(descriptor) }

    /// Runs `body` while no other process changes the files. Blocks until its turn.
    ///
    /// - Throws: ``StoreError/unusable(path:reason:)`` if another process does not end its turn; errors of `body`.
    func perform<Value>(_ body: () throws -> Value) throws -> Value {
        let end = ContinuousClock.now + timeout
        try wait(for: .queue, until: end)
        do { try wait(for: .writing, until: end) } catch {
            release(.queue)
            throw error
        }
        release(.queue)
        defer { release(.writing) }
        return try body()
    }

    /// Records that this process has the store open together with others. Blocks while another process has it alone.
    func use() throws(StoreError) { try wait(for: .use, shared: true, until: .now + timeout) }

    /// Records that this process no longer has the store open.
    func endUse() { release(.use) }

    /// Records that this process has the store open alone. Returns false while another process has it open.
    func useAlone() throws(StoreError) -> Bool { try lock(.use, CLINUX_EXCLUSIVE) }

    private func wait(
        for region: Region, shared isShared: Bool = false, until end: ContinuousClock.Instant
    ) throws(StoreError) {
        var pause: UInt32 = 100
        while try !lock(region, isShared ? CLINUX_SHARED : CLINUX_EXCLUSIVE) {
            guard ContinuousClock.now < end else {
                throw .unusable(
                    path: path,
                    reason:
                        "another cardstream process has not finished writing; if it is suspended, resume it with fg")
            }
            // In microseconds. A blocking lock of the system could not have a time limit.
            usleep(pause)
            pause = min(2 * pause, 2000)
        }
    }

    private func release(_ region: Region) { _ = clinux_lock_byte(descriptor, region.rawValue, CLINUX_UNLOCKED) }

    private func lock(_ region: Region, _ kind: clinux_lock) throws(StoreError) -> Bool {
        let code = clinux_lock_byte(descriptor, region.rawValue, kind)
        if code == 0 { return true }
        guard code == EAGAIN else {
            throw .unusable(path: path, reason: "cannot be locked: \(String(cString: strerror(code)))")
        }
        return false
    }
}
