package import CordialEmulator
package import EmulatorHTTP
package import EmulatorSockets
import HTTPSockets

package import struct Foundation.Date

/// Serves the emulator of Cordial's services over HTTP, on this machine only. Clients use it like the real services.
package actor CordialServer {
    /// The emulator behind the server, for faults and administration.
    package nonisolated let emulator: CordialEmulator
    /// The URL for clients: `http://127.0.0.1:PORT`.
    package nonisolated let baseURL: String
    private let listener: LoopbackListener

    /// The URL of the event stream service.
    package nonisolated var eventsURL: String { baseURL + "/es" }
    /// The URL of the message hub.
    package nonisolated var messageHubURL: String { baseURL + "/hub" }

    /// Called after each request, before the response is sent to the client.
    package typealias Reaction = @Sendable (EmulatorRequest, EmulatorResponse, CordialEmulator) async -> Void

    private init(_ emulator: CordialEmulator, baseURL: String, _ listener: LoopbackListener) {
        self.emulator = emulator
        self.baseURL = baseURL
        self.listener = listener
    }

    /// Starts the services.
    ///
    /// - Parameters:
    ///   - configuration: The settings. `baseURL` is replaced by the real one.
    ///   - port: The port to listen on; 0 for a free port that the system chooses.
    ///   - clock: The services' time.
    ///   - identifiers: Returns a new identifier at each call.
    ///   - reaction: Called after each request; nil for nothing.
    /// - Throws: ``EmulatorServerError``.
    package static func start(
        _ configuration: CordialConfiguration, port: UInt16 = 0, clock: @escaping @Sendable () -> Date,
        identifiers: @escaping @Sendable () -> String = EmulatorIdentifiers.random, reaction: Reaction? = nil
    ) async throws(EmulatorServerError) -> CordialServer {
        let port = try EmulatorPort(port)
        var configuration = configuration
        configuration.baseURL = port.baseURL
        let emulator = CordialEmulator(configuration, clock: clock, identifiers: identifiers)
        let listener = try await port.open { request in
            let response = await emulator.respond(to: request)
            await reaction?(request, response, emulator)
            return response
        }
        return CordialServer(emulator, baseURL: port.baseURL, listener)
    }

    /// Closes all connections and the port.
    package func close() async { await listener.close() }
}
