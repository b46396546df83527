package import EmulatorHTTP

package import struct Foundation.Date

/// The services of one account, for tests and demos. Calls reach them without a network: a transport forwards requests.
package actor CordialEmulator {
    private var service: CordialService

    /// - Parameters:
    ///   - clock: The service's time.
    ///   - identifiers: Returns a new identifier at each call.
    package init(
        _ configuration: CordialConfiguration, clock: @escaping @Sendable () -> Date,
        identifiers: @escaping @Sendable () -> String = EmulatorIdentifiers.random
    ) {
        service = CordialService(configuration, clock: clock, identifiers: identifiers)
    }

    /// Returns the response to a request.
    package func respond(to request: EmulatorRequest) -> EmulatorResponse { service.handle(request) }

    /// The records that clients have sent.
    package var records: CordialRecords { service.records }

    /// Reads the state of the service.
    package func read<Value: Sendable>(_ body: @Sendable (CordialService) -> Value) -> Value { body(service) }

    /// Changes the state of the service, as its operator would.
    package func change(_ body: @Sendable (inout CordialService) -> Void) { body(&service) }
}
