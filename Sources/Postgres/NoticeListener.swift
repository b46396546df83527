import Basics
import Glibc

/// Receives the notices of a channel of a database, on a separate connection and thread. If the connection ends, a new
/// one is opened, after pauses that grow. Notices that are sent in the meantime are lost.
// Invariant: `writing` is set once. The thread closes the reading end of the pipe when it ends, and `stop` closes the
// writing end.
package final class NoticeListener: Sendable {
    package enum Event: Hashable, Sendable {
        /// From now on, notices arrive.
        case began
        /// Notices no longer arrive, for this reason. The text may come from the database.
        case ended(String)
        case notice(String)
    }

    /// The writing end of a pipe. The thread ends when it is closed; nil after that.
    private let writing: Lock<Int32?>

    private static let shortestPause: Int32 = 100
    private static let longestPause: Int32 = 5000

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - channel: A name that needs no quotes.
    ///   - begin: SQL that each connection runs when it begins to listen.
    ///   - onEvent: Called on the thread. It must return quickly.
    package init(
        _ target: ConnectionTarget, channel: String, begin: String = "", onEvent: @escaping @Sendable (Event) -> Void
    ) throws(PostgresError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw PostgresError(.cannotConnect, "too many files are open") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        writing = Lock(ends[1])
        let reading = ends[0]
        // The thread has no reference to this object, so that the object can be released.
        Blocking.start {
            Self.run(target, "LISTEN \(channel); \(begin)", until: reading, onEvent)
            close(reading)
        }
    }

    deinit { stop() }

    /// Makes the thread end soon, without waiting for it. Idempotent.
    package func stop() {
        let end = writing.withLock { end in
            defer { end = nil }
            return end
        }
        if let end { close(end) }
    }

    private static func run(
        _ target: ConnectionTarget, _ begin: String, until end: Int32, _ onEvent: (Event) -> Void
    ) {
        var pause = shortestPause
        while !hasEnded(end, within: 0) {
            do {
                let database = try Database(target)
                defer { database.close() }
                try database.execute(begin)
                pause = shortestPause
                onEvent(.began)
                while !hasEnded(end, within: 0) {
                    for text in try database.notices(orUntil: end) { onEvent(.notice(text)) }
                }
            } catch {
                onEvent(.ended((error as? PostgresError)?.message ?? "\(error)"))
                if hasEnded(end, within: Int32.random(in: pause / 2...pause)) { return }
                pause = min(pause * 2, longestPause)
            }
        }
    }

    /// Waits for some time, in milliseconds. Returns whether the listener was stopped.
    private static func hasEnded(_ end: Int32, within milliseconds: Int32) -> Bool {
        var entry = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, milliseconds) > 0
    }
}
