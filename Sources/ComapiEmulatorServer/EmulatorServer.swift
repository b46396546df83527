package import ComapiEmulator
import EmulatorHTTP
import FlyingSocks
import Glibc
import HTTPSockets

package import struct Foundation.Date

/// The emulator over HTTP and WebSocket, on this machine only: a client reaches it like the real service.
package actor EmulatorServer {
    /// The service behind the address, for faults and administration.
    package nonisolated let emulator: ComapiEmulator
    /// Where clients reach it: `http://127.0.0.1:PORT`.
    package nonisolated let baseURL: String
    private let listener: LoopbackListener

    private init(_ emulator: ComapiEmulator, baseURL: String) {
        self.emulator = emulator
        self.baseURL = baseURL
        listener = LoopbackListener { await EmulatorConnection($0, emulator).run() }
    }

    /// Starts a service.
    ///
    /// - Parameters:
    ///   - configuration: Its address is replaced by the real one.
    ///   - port: 0 lets the system choose one.
    ///   - clock: The service's time.
    ///   - identifiers: Returns another text each time.
    /// - Throws: ``EmulatorServerError``.
    package static func start(
        _ configuration: EmulatorConfiguration, port: UInt16 = 0, clock: @escaping @Sendable () -> Date,
        identifiers: @escaping @Sendable () -> String = EmulatorIdentifiers.random
    ) async throws(EmulatorServerError) -> EmulatorServer {
        do {
            let socket = try Socket.listening(on: "127.0.0.1", port: port)
            var configuration = configuration
            configuration.baseURL = "http://127.0.0.1:\(try socket.port)"
            let server = EmulatorServer(
                ComapiEmulator(configuration, clock: clock, identifiers: identifiers), baseURL: configuration.baseURL)
            try await server.listener.start(on: socket)
            return server
        } catch SocketError.failed(_, EADDRINUSE, _) {
            throw .portInUse(port)
        } catch {
            throw .cannotListen("\(error)")
        }
    }

    /// Ends all connections and closes the port.
    package func close() async {
        await emulator.dropSockets()
        await listener.close()
    }
}

/// Why the emulator cannot be reached by a network.
package enum EmulatorServerError: Error, Hashable, Sendable, CustomStringConvertible {
    case portInUse(UInt16)
    case cannotListen(String)

    package var description: String {
        switch self {
        case .portInUse(let port): "Port \(port) of this machine is in use. Choose another one."
        case .cannotListen(let reason): "Cannot listen on this machine: \(reason)."
        }
    }
}
