import Cards
import CordialEmulator
import CordialSupport
import Testing

@testable import CardStreamCordial

/// Code that was written for an earlier version still compiles and does the same.
@Suite(.timeLimit(.minutes(1))) struct DeprecatedNamesTests {
    @Test func `durations can still be numbers`() async throws {
        let emulated = EmulatedAccount()
        let client = try emulated.client()
        let host: any DeprecatedCalls = Host()
        #expect(await host.interval(of: client) == 90)
    }
}

/// The deprecated calls go through this protocol, so that only they are marked as deprecated.
private protocol DeprecatedCalls {
    func interval(of client: CordialClient) async -> Double
}

private struct Host: DeprecatedCalls {
    @available(*, deprecated)
    func interval(of client: CordialClient) async -> Double {
        await client.inAppMessages.setDisplayDelay(0.5)
        return await CordialSource(client: client, pollInterval: 90).pollInterval
    }
}
