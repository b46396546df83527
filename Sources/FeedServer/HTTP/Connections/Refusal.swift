import FeedAPI
import FlyingSocks
import Glibc

import struct Foundation.Data

/// What a connection without a place is told.
enum Refusal {
    /// How many refused peers at a time may read their answer in peace, and for how long, in seconds.
    static let mostLingering = 16
    static let lingerSeconds = 1.0

    static let full = Problem(
        .tooManyConnections, title: "All connections are taken", status: 503,
        detail: "The server has no connection left for this request. Try again later.")
    static let evicted = Problem(
        .tooManyConnections, title: "All connections are taken", status: 503,
        detail: "This connection had not authenticated yet and gave its place to another. Try again later.")

    /// Writes an answer without waiting for anything; a peer that does not take it goes without.
    static func write(_ problem: Problem, to socket: AsyncSocket) {
        // One attempt: the buffer of a connection that was sent nothing yet takes all of it.
        _ = try? socket.socket.write(Data(HTTPAnswer(problem).encoded(closing: true)), from: 0)
        shutdown(socket.socket.file.rawValue, Int32(SHUT_WR))
    }

    /// Waits a moment until the peer hangs up: closing while it still sends would reset the connection, and the answer
    /// could be lost.
    static func linger(_ socket: AsyncSocket) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                // Ends with the connection or the task.
                while (try? await socket.read(atMost: 4096)) != nil {}
            }
            group.addTask {
                // Cut short when the peer hangs up.
                try? await Task.sleep(for: .seconds(lingerSeconds))
            }
            await group.next()
            group.cancelAll()
        }
    }
}
