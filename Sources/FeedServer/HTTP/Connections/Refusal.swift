import FeedAPI
import FlyingSocks
import Glibc

import struct Foundation.Data

/// The response to a refused connection.
enum Refusal {
    /// The maximum number of refused connections that stay open until the peer has read the response, and for how many
    /// seconds.
    static let mostLingering = 16
    static let lingerSeconds = 1.0

    static let full = Problem(
        .tooManyConnections, title: "All connections are in use", status: 503,
        detail: "The server has too many connections. Try again later.")
    static let evicted = Problem(
        .tooManyConnections, title: "All connections are in use", status: 503,
        detail: "This connection had not been authenticated yet, and was closed to make room for a newer connection. "
            + "Try again later.")

    /// Writes a response without waiting. If the socket does not accept it at once, the response is dropped.
    static func write(_ problem: Problem, to socket: AsyncSocket) {
        // Only one attempt: the send buffer of a new connection is large enough.
        _ = try? socket.socket.write(Data(ServerResponse(problem).encoded(closing: true)), from: 0)
        shutdown(socket.socket.file.rawValue, Int32(SHUT_WR))
    }

    /// Waits briefly until the peer closes the connection. If this side closed it while the peer is still sending, the
    /// kernel would reset the connection, and the response could be lost.
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
