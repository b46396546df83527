import Basics
import Cards
import Glibc

/// The turn to do something with what is in a file: one process at a time has it, so that nothing is sent or shown twice. It
/// ends with the value, and with the process.
final class SendingTurn: Sendable {
    /// Seconds to wait for the turn, and between two attempts to get it.
    private static let (limit, pause) = (5.0, 0.25)

    private let descriptor: Int32

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Waits for the turn; nil if another process keeps it, which then sends what waits.
    ///
    /// - Throws: ``CordialError/Code/storage`` if there can be no turns.
    static func wait(forDatabase path: String, _ clock: SyncClock) async throws(CordialError) -> SendingTurn? {
        let turn = try file(path + ".sending")
        let end = clock.uptime() + limit
        while !turn.take() {
            guard clock.uptime() < end, !Task.isCancelled else { return nil }
            await clock.sleep(clock.uptime() + pause)
        }
        return turn
    }

    /// The turn to show in-app messages; nil while another process shows them.
    ///
    /// - Throws: ``CordialError/Code/storage`` if there can be no turns.
    static func toShow(forDatabase path: String) throws(CordialError) -> SendingTurn? {
        let turn = try file(path + ".showing")
        return turn.take() ? turn : nil
    }

    private func take() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

    private static func file(_ path: String) throws(CordialError) -> SendingTurn {
        let descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw CordialError(
                .storage, "the file \(path) cannot be opened: \(String(cString: strerror(errno)))".escapingControls)
        }
        return SendingTurn(descriptor)
    }
}
