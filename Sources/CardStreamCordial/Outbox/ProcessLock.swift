import Basics
import Cards
import Glibc

/// The lock for sending or showing the data of a file. Only one process at a time has it, so that nothing is sent or
/// shown twice. It ends when the value is released or the process ends.
final class ProcessLock: Sendable {
    /// The time limit for the lock, and the pause between two attempts, in seconds.
    private static let (limit, pause) = (5.0, 0.25)

    private let descriptor: Int32

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Waits for the lock for sending. Nil if another process keeps it; that process then sends the waiting data.
    ///
    /// - Throws: ``CordialError/Code/storage`` if the lock file cannot be opened.
    static func wait(forDatabase path: String, _ clock: SyncClock) async throws(CordialError) -> ProcessLock? {
        let lock = try file(path + ".sending")
        let end = clock.uptime() + limit
        while !lock.take() {
            guard clock.uptime() < end, !Task.isCancelled else { return nil }
            await clock.sleep(clock.uptime() + pause)
        }
        return lock
    }

    /// The lock for showing in-app messages; nil while another process shows them.
    ///
    /// - Throws: ``CordialError/Code/storage`` if the lock file cannot be opened.
    static func toShow(forDatabase path: String) throws(CordialError) -> ProcessLock? {
        let lock = try file(path + ".showing")
        return lock.take() ? lock : nil
    }

    private func take() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

    private static func file(_ path: String) throws(CordialError) -> ProcessLock {
        let descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw CordialError(
                .storage, "the file \(path) cannot be opened: \(String(cString: strerror(errno)))".escapingControls)
        }
        return ProcessLock(descriptor)
    }
}
