package import CordialEmulator
package import EmulatorHTTP
package import EmulatorSockets
import HTTPSockets

package import struct Foundation.Date

/// The emulator of Cordial's services over HTTP, on this machine only: a client reaches it like the real ones.
package actor CordialServer {
    /// The services behind the address, for faults and administration.
    package nonisolated let emulator: CordialEmulator
    /// Where clients reach it: `http://127.0.0.1:PORT`.
    package nonisolated let baseURL: String
    private let listener: LoopbackListener

    /// The address of the event stream service.
    package nonisolated var eventsURL: String { baseURL + "/es" }
    /// The address of the message hub.
    package nonisolated var messageHubURL: String { baseURL + "/hub" }

    /// Called after each answer, before the client has it.
    package typealias Reaction = @Sendable (EmulatorRequest, EmulatorAnswer, CordialEmulator) async -> Void

    private init(_ emulator: CordialEmulator, baseURL: String, _ listener: LoopbackListener) {
        self.emulator = emulator
        self.baseURL = baseURL
        self.listener = listener
    }

    /// Starts the services.
    ///
    /// - Parameters:
    ///   - configuration: Its address is replaced by the real one.
    ///   - port: 0 lets the system choose one.
    ///   - clock: The services' time.
    ///   - identifiers: Returns another text each time.
    ///   - reaction: What else happens after a request; nil for nothing.
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
            let answer = await emulator.answer(request)
            await reaction?(request, answer, emulator)
            return answer
        }
        return CordialServer(emulator, baseURL: port.baseURL, listener)
    }

    /// Ends all connections and closes the port.
    package func close() async { await listener.close() }
}
