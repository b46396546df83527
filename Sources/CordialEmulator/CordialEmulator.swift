package import EmulatorHTTP

package import struct Foundation.Date

/// The services of one account, for tests and demonstrations. They are reached by values, without a network: a transport
/// passes on requests.
package actor CordialEmulator {
    private var service: CordialService

    /// - Parameters:
    ///   - clock: The service's time.
    ///   - identifiers: Returns another text each time.
    package init(
        _ configuration: CordialConfiguration, clock: @escaping @Sendable () -> Date,
        identifiers: @escaping @Sendable () -> String = EmulatorIdentifiers.random
    ) {
        service = CordialService(configuration, clock: clock, identifiers: identifiers)
    }

    /// Answers a request.
    package func answer(_ request: EmulatorRequest) -> EmulatorAnswer { service.handle(request) }

    /// What clients have sent so far.
    package var records: CordialRecords { service.records }

    /// Reads the service.
    package func read<Value: Sendable>(_ body: @Sendable (CordialService) -> Value) -> Value { body(service) }

    /// Changes the service, as its operator would.
    package func change(_ body: @Sendable (inout CordialService) -> Void) { body(&service) }
}
