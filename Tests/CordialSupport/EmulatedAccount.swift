package import CardStreamCordial
import Cards
package import CordialEmulator
import CordialEmulatorServer
import CurlTransport
package import EmulatorHTTP
import EmulatorSupport
package import Support

import class Basics.Lock
import struct Basics.SyncClock

/// An account of the emulator with its clients, a clock that the test advances, and a network that the test can cut.
package final class EmulatedAccount: Sendable {
    package static let accountKey = "account"
    package static let channelKey = "shop"

    package let clock: TestClock
    package let emulator: CordialEmulator
    package let network = CordialConnection()
    /// The address at which clients reach the emulator. Without a port, clients call it directly within this process.
    package let baseURL: String
    private let wire: CordialNetwork

    package init(_ configure: (inout CordialConfiguration) -> Void = { _ in }) {
        let clock = TestClock()
        self.clock = clock
        emulator = CordialEmulator(Self.configuration(configure), clock: { clock.now })
        baseURL = "http://127.0.0.1"
        wire = .emulated(by: emulator, over: network)
    }

    private init(_ server: CordialServer, _ clock: TestClock) {
        self.clock = clock
        emulator = server.emulator
        baseURL = server.baseURL
        wire = .curl(over: network)
    }

    /// Runs a test with clients that reach the emulator by HTTP over a port of this machine, with their own libcurl.
    package static func runOverNetwork(
        _ configure: (inout CordialConfiguration) -> Void = { _ in }, _ test: (EmulatedAccount) async throws -> Void
    ) async throws {
        let clock = TestClock()
        let server = try await CordialServer.start(configuration(configure), clock: { clock.now })
        let result: Result<Void, any Error>
        do { result = .success(try await test(EmulatedAccount(server, clock))) } catch { result = .failure(error) }
        await server.close()
        try result.get()
    }

    private static func configuration(_ configure: (inout CordialConfiguration) -> Void) -> CordialConfiguration {
        var configuration = CordialConfiguration(accountKey: accountKey, channelKey: channelKey)
        configure(&configuration)
        return configuration
    }

    /// The configuration of the account.
    package func account(
        databasePath: String = "", _ configure: (inout CordialAccount) -> Void = { _ in }
    ) -> CordialAccount {
        var account = CordialAccount(
            accountKey: Self.accountKey, channelKey: Self.channelKey, eventsURL: "\(baseURL)/es/",
            messageHubURL: "\(baseURL)/hub/")
        account.databasePath = databasePath
        account.vanityDomains = ["127.0.0.1"]
        configure(&account)
        return account
    }

    /// A client of the account.
    package func client(
        databasePath: String = "", _ configure: (inout CordialAccount) -> Void = { _ in }
    ) throws -> CordialClient {
        try CordialClient(
            account(databasePath: databasePath, configure), network: wire,
            clock: SyncClock(
                now: { [clock] in clock.now }, uptime: { [clock] in clock.uptime },
                sleep: { [clock] in await clock.sleep(until: $0) }))
    }

    /// A client whose contact the service knows.
    package func joined(
        as key: String? = nil, databasePath: String = "", _ configure: (inout CordialAccount) -> Void = { _ in }
    ) async throws -> CordialClient {
        let client = try client(databasePath: databasePath, configure)
        try await client.contact.set(key)
        await client.events.flush()
        return client
    }

    package var records: CordialRecords { get async { await emulator.records } }

    /// Makes the next matching requests fail.
    package func fail(
        _ effect: RequestFault.Effect, method: String? = nil, _ pathPrefix: String = "/", count: Int = 1
    ) async {
        await emulator.change {
            $0.faults.append(RequestFault(effect, method: method, pathPrefix: pathPrefix, count: count))
        }
    }

    /// Waits until a condition holds, or until the test is cancelled by its time limit. The clock stands still in the
    /// meantime.
    package func wait(until condition: @Sendable () async throws -> Bool) async rethrows {
        while !Task.isCancelled, try await !condition() { await Task.yield() }
    }

    /// Advances the clock as soon as a task sleeps until that time.
    package func advance(by seconds: Double) async {
        let wake = clock.uptime + seconds
        await wait { clock.wakeTimes.contains(wake) }
        clock.advance(by: seconds)
    }
}

/// The connection between client and service, which a test can cut.
package final class CordialConnection: Sendable {
    /// Work to do between a response of the service and its arrival.
    package typealias Delay = @Sendable () async throws -> Void

    private let isCut = Lock(false)
    private let delay = Lock<(path: String, body: Delay)?>(nil)

    package init() {}

    /// Runs a closure once, before the next response to a request with this text in its address arrives.
    package func beforeResponse(to path: String, _ body: @escaping Delay) {
        delay.withLock { $0 = (path, body) }
    }

    func responseReceived(_ address: String) async {
        let due = delay.withLock { delay -> Delay? in
            guard let (path, body) = delay, address.contains(path) else { return nil }
            delay = nil
            return body
        }
        // An error is ignored here; the test notices the missing effect.
        try? await due?()
    }

    package var isOffline: Bool { isCut.withLock { $0 } }

    package func cut() { isCut.withLock { $0 = true } }

    package func repair() { isCut.withLock { $0 = false } }
}

extension CordialNetwork {
    /// An emulator in this process, without a network.
    package static func emulated(by emulator: CordialEmulator, over connection: CordialConnection) -> CordialNetwork {
        CordialNetwork(send: { request throws(TransportError) in
            if connection.isOffline { throw .unreachable("the connection is cut") }
            let response = await emulator.respond(to: EmulatorRequest(request))
            await connection.responseReceived(request.url)
            return try response.received()
        })
    }
}

extension CordialNetwork {
    /// The real network, through a connection that a test can cut.
    fileprivate static func curl(over connection: CordialConnection) -> CordialNetwork {
        let curl = CordialNetwork.curl(CurlDriver(CurlConfiguration()))
        return CordialNetwork(send: { request throws(TransportError) in
            if connection.isOffline { throw .unreachable("the connection is cut") }
            let response = try await curl.send(request)
            await connection.responseReceived(request.url)
            return response
        })
    }
}
