import FlyingSocks
import Glibc
package import HTTPSockets

/// A port of this machine for an emulator. It is opened before the emulator is created, because the emulator's
/// responses contain its URL.
package struct EmulatorPort: Sendable {
    private let socket: Socket
    /// The URL for clients: `http://127.0.0.1:PORT`.
    package let baseURL: String

    /// - Parameter port: The port to listen on; 0 for a free port that the system chooses.
    /// - Throws: ``EmulatorServerError``.
    package init(_ port: UInt16) throws(EmulatorServerError) {
        do {
            socket = try Socket.listening(on: "127.0.0.1", port: port)
            baseURL = "http://127.0.0.1:\(try socket.port)"
        } catch SocketError.failed(_, EADDRINUSE, _) {
            throw .portInUse(port)
        } catch {
            throw .cannotListen("\(error)")
        }
    }

    /// Starts to accept connections.
    ///
    /// - Throws: ``EmulatorServerError``.
    package func open(
        upgrade: EmulatorConnection.Upgrade? = nil, handler: @escaping EmulatorConnection.Handler
    ) async throws(EmulatorServerError) -> LoopbackListener {
        let listener = LoopbackListener { await EmulatorConnection($0, upgrade: upgrade, handler: handler).run() }
        do { try await listener.start(on: socket) } catch { throw .cannotListen("\(error)") }
        return listener
    }
}

/// The reason why the server of an emulator cannot start.
package enum EmulatorServerError: Error, Hashable, Sendable, CustomStringConvertible {
    case portInUse(UInt16)
    case cannotListen(String)

    package var description: String {
        switch self {
        case .portInUse(let port): "Port \(port) of this machine is in use. Choose another port."
        case .cannotListen(let reason): "Cannot listen on this machine: \(reason)."
        }
    }
}
