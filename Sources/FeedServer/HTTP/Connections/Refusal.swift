import FeedAPI
import FlyingSocks
import Glibc

import struct Foundation.Data

/// The answer to a refused connection.
enum Refusal {
    /// The maximum number of refused peers that get time to read their answer, and that time in seconds.
    static let mostLingering = 16
    static let lingerSeconds = 1.0

    static let full = Problem(
        .tooManyConnections, title: "All connections are in use", status: 503,
        detail: "The server has too many connections. Try again later.")
    static let evicted = Problem(
        .tooManyConnections, title: "All connections are in use", status: 503,
        detail: "This connection had not been authenticated yet, and was closed to make room for a newer connection. "
            + "Try again later.")

    /// Writes an answer without waiting; if the peer does not accept it at once, it is dropped.
    static func write(_ problem: Problem, to socket: AsyncSocket) {
        // A single attempt: the buffer of a new connection is large enough.
        _ = try? socket.socket.write(Data(HTTPAnswer(problem).encoded(closing: true)), from: 0)
        shutdown(socket.socket.file.rawValue, Int32(SHUT_WR))
    }

    /// Waits briefly for the peer to close: if we closed while it is still sending, the connection would be reset and
    /// the answer could be lost.
    static func linger(_ socket: AsyncSocket) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                // An error means that the connection or the task has ended.
                while (try? await socket.read(atMost: 4096)) != nil {}
            }
            group.addTask {
                // Cancelled when the peer closes.
                try? await Task.sleep(for: .seconds(lingerSeconds))
            }
            await group.next()
            group.cancelAll()
        }
    }
}
