import FlyingSocks
import Glibc
package import HTTPSockets

/// A port of this machine for an emulator. Its address is known before the emulator exists, which writes it into answers.
package struct EmulatorPort: Sendable {
    private let socket: Socket
    /// Where clients reach it: `http://127.0.0.1:PORT`.
    package let baseURL: String

    /// - Parameter port: 0 lets the system choose one.
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

    /// Accepts connections from now on.
    ///
    /// - Throws: ``EmulatorServerError``.
    package func open(
        upgrade: EmulatorConnection.Upgrade? = nil, answer: @escaping EmulatorConnection.Answer
    ) async throws(EmulatorServerError) -> LoopbackListener {
        let listener = LoopbackListener { await EmulatorConnection($0, upgrade: upgrade, answer: answer).run() }
        do { try await listener.start(on: socket) } catch { throw .cannotListen("\(error)") }
        return listener
    }
}

/// Why an emulator cannot be reached by a network.
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
