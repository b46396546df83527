import Basics
import Glibc

/// Receives the notices of one channel of a database, on a connection and a thread of its own. A connection that ends is made
/// again, after growing pauses; notices that are sent in between are lost.
// Invariant: `reading` and `writing` are set once; the first is closed by the thread at its end, the second by `stop`.
package final class NoticeListener: Sendable {
    package enum Event: Hashable, Sendable {
        /// Notices arrive from now on.
        case began
        /// They do not any more, for this reason. Comes from outside.
        case ended(String)
        case notice(String)
    }

    /// The thread waits for the other end of this pipe to be closed; nil once it is.
    private let writing: Lock<Int32?>

    private static let shortestPause: Int32 = 100
    private static let longestPause: Int32 = 5000

    /// Begins at once.
    ///
    /// - Parameters:
    ///   - channel: A name that needs no quotes.
    ///   - begin: A statement for each connection when it begins to listen.
    ///   - onEvent: Called on the thread; must be short.
    package init(
        _ target: ConnectionTarget, channel: String, begin: String = "", onEvent: @escaping @Sendable (Event) -> Void
    ) throws(PostgresError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw PostgresError(.cannotConnect, "too many files are open") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        writing = Lock(ends[1])
        let reading = ends[0]
        // Without a reference to this object, so that it can end.
        Blocking.start {
            Self.run(target, "LISTEN \(channel); \(begin)", until: reading, onEvent)
            close(reading)
        }
    }

    deinit { stop() }

    /// Ends the thread soon, without waiting for it. Idempotent.
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

    /// Waits for so many milliseconds.
    private static func hasEnded(_ end: Int32, within milliseconds: Int32) -> Bool {
        var entry = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, milliseconds) > 0
    }
}
