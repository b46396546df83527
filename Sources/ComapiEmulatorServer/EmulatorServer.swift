package import ComapiEmulator
import EmulatorHTTP
package import EmulatorSockets
import HTTPSockets

package import struct Foundation.Date

/// Serves the emulator over HTTP and WebSocket, on this machine only. Clients use it like the real service.
package actor EmulatorServer {
    /// The emulator behind the server, for faults and administration.
    package nonisolated let emulator: ComapiEmulator
    /// The URL for clients: `http://127.0.0.1:PORT`.
    package nonisolated let baseURL: String
    private let listener: LoopbackListener

    private init(_ emulator: ComapiEmulator, baseURL: String, _ listener: LoopbackListener) {
        self.emulator = emulator
        self.baseURL = baseURL
        self.listener = listener
    }

    /// Starts a service.
    ///
    /// - Parameters:
    ///   - configuration: The settings. `baseURL` is replaced by the real one.
    ///   - port: The port to listen on; 0 for a free port that the system chooses.
    ///   - clock: The service's time.
    ///   - identifiers: Returns a new identifier at each call.
    /// - Throws: ``EmulatorServerError``.
    package static func start(
        _ configuration: EmulatorConfiguration, port: UInt16 = 0, clock: @escaping @Sendable () -> Date,
        identifiers: @escaping @Sendable () -> String = EmulatorIdentifiers.random
    ) async throws(EmulatorServerError) -> EmulatorServer {
        let port = try EmulatorPort(port)
        var configuration = configuration
        configuration.baseURL = port.baseURL
        let emulator = ComapiEmulator(configuration, clock: clock, identifiers: identifiers)
        let listener = try await port.open(
            upgrade: { try await EmulatorWebSocket($2, emulator).run($0, $1) },
            handler: { await emulator.respond(to: $0) })
        return EmulatorServer(emulator, baseURL: port.baseURL, listener)
    }

    /// Closes all connections and the port.
    package func close() async {
        await emulator.dropSockets()
        await listener.close()
    }
}
