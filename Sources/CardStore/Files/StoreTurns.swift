import Basics
import CLinux
import Glibc

/// The locks by which processes that have a store open work on it one after the other. They are on bytes of
/// `PATH.turns`, belong to one opening of that file, and go with the process.
///
/// SQLite's own locks let one process write while another one folds the log, which before SQLite 3.51.3 can corrupt the
/// log. So everything that changes a file of the store has a turn.
final class StoreTurns: Sendable {
    private enum Region: off_t {
        /// Held while waiting for the next one: who holds it has the next turn, so that a process with many writes
        /// cannot keep the others waiting.
        case queue
        case writing
        /// Held shared by all who have the store open, and alone by one that replaces or migrates its file.
        case use
    }

    /// Longer than any write takes. What lasts longer is a process that was stopped in the middle.
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

    /// Runs `body` while no other process changes the files. Blocks until then.
    ///
    /// - Throws: ``StoreError/unusable(path:reason:)`` when another process does not end its turn; what `body` throws.
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

    /// Declares the store to be open here together with other processes.
    func use() throws(StoreError) { try wait(for: .use, shared: true, until: .now + timeout) }

    /// Declares it to be closed here.
    func endUse() { release(.use) }

    /// Declares it to be open here alone; false while another process has it open.
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
            // Microseconds. Waiting in the system could not be limited in time.
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
