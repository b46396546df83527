package import CardStreamComapi
package import ComapiEmulator
import ComapiEmulatorServer
import CurlTransport
package import EmulatorHTTP
package import Support

import struct Basics.SyncClock
import struct Foundation.Date

/// An API space of the emulator, with clients for any of its profiles, and a clock that the test advances.
package struct EmulatedSpace: Sendable {
    /// How clients reach the emulator.
    package enum Transport: String, Sendable, CaseIterable {
        /// Direct calls within this process.
        case inProcess
        /// HTTP and WebSocket over a port of this machine, with the client's own libcurl.
        case network
    }

    package static let id = "shop"
    package static let secret = "a shared secret"

    package let clock: TestClock
    package let emulator: ComapiEmulator
    /// The address at which clients reach the service.
    package let baseURL: String
    /// The network with which clients reach the emulator.
    package let network: ComapiNetwork

    /// Runs a test in a new space.
    package static func run(
        over transport: Transport, configure: (inout EmulatorConfiguration) -> Void = { _ in },
        _ test: (EmulatedSpace) async throws -> Void
    ) async throws {
        let clock = TestClock()
        var configuration = EmulatorConfiguration(
            apiSpaceID: id, secret: secret, baseURL: "http://emulator.test", accountID: 42)
        configure(&configuration)
        switch transport {
        case .inProcess:
            let emulator = ComapiEmulator(configuration, clock: { clock.now })
            try await test(
                EmulatedSpace(
                    clock: clock, emulator: emulator, baseURL: configuration.baseURL,
                    network: .emulated(by: emulator)))
        case .network:
            let server = try await EmulatorServer.start(configuration, clock: { clock.now })
            let space = EmulatedSpace(
                clock: clock, emulator: server.emulator, baseURL: server.baseURL,
                network: .curl(CurlDriver(CurlConfiguration())))
            let result: Result<Void, any Error>
            do { result = .success(try await test(space)) } catch { result = .failure(error) }
            await server.close()
            try result.get()
        }
    }

    /// A client of a user.
    ///
    /// - Parameters:
    ///   - authenticator: By default one that signs with the space's secret.
    ///   - network: By default ``network``.
    package func client(
        _ profileID: String, authenticator: (any ComapiAuthenticator)? = nil,
        storage: any SessionStorage = MemorySessionStorage(), network: ComapiNetwork? = nil
    ) -> ComapiClient {
        let space = ComapiSpace(
            id: Self.id, authenticator: authenticator ?? self.authenticator(profileID), baseURL: baseURL,
            storage: storage, device: ComapiDevice(id: "device"))
        return ComapiClient(
            space, network: network ?? self.network,
            clock: SyncClock(
                now: { [clock] in clock.now }, uptime: { [clock] in clock.uptime },
                sleep: { [clock] in await clock.sleep(until: $0) }),
            random: { 1 })
    }

    /// An authenticator that signs as the company's server would.
    package func authenticator(
        _ profileID: String, secret: String = secret, profileClaim: String = "sub"
    ) -> HS256Authenticator {
        HS256Authenticator(
            profileID: profileID, secret: secret, issuer: "https://api.comapi.com/defaultauth",
            audience: "https://api.comapi.com", profileClaim: profileClaim, now: { [clock] in clock.now })
    }

    /// The content of an address without a token, for example of a picture in a message.
    package func content(at address: String) async throws -> [UInt8] {
        try await network.send(HTTPRequest(url: address)).body
    }

    /// Makes the next matching requests fail.
    package func fail(
        _ effect: RequestFault.Effect, method: String? = nil, _ pathPrefix: String = "/", count: Int = 1
    ) async {
        var faults = await emulator.faults
        faults.requests.append(RequestFault(effect, method: method, pathPrefix: pathPrefix, count: count))
        await emulator.setFaults(faults)
    }

    /// Makes the next matching events fail.
    package func fail(_ effect: EventFault.Effect, event name: String? = nil, count: Int = 1) async {
        var faults = await emulator.faults
        faults.events.append(EventFault(effect, name: name, count: count))
        await emulator.setFaults(faults)
    }

    /// Waits until a condition holds, or until the test is cancelled by its time limit. The clock stands still in the
    /// meantime.
    package func wait(until condition: @Sendable () async -> Bool) async {
        while !Task.isCancelled, !(await condition()) { await Task.yield() }
    }

    /// Advances the clock so that a client opens its socket again.
    ///
    /// - Parameter seconds: The client's delay: 1 after a lost socket, 3 after the next failure.
    package func letReconnect(after seconds: Double = 1) async {
        let wake = clock.uptime + seconds
        await wait { clock.wakeTimes.contains(wake) }
        clock.advance(by: seconds)
    }
}
