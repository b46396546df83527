import Cards
import Testing

@testable import CardSession

@Suite struct TokenEventTests {
    @Test func `a session is initialised with each token once`() async throws {
        let session = try CardSession(.memory)
        let events = Calls<SDKEvent>()
        session.observeEvents { events.record($0) }
        // The payloads are {"sub":"ana"} and {"sub":"ana","n":1}.
        let (first, refreshed) = ("e30.eyJzdWIiOiJhbmEifQ.s", "e30.eyJzdWIiOiJhbmEiLCJuIjoxfQ.s")
        for token in [first, first, refreshed, refreshed] { session.recordToken(token, userClaim: nil) }
        try await eventually("both are told") { events.all.count == 2 }
        try await eventually("both wait to be sent") { try await session.waitingEvents() == 2 }
        #expect(events.all.allSatisfy { $0.kind == .sdkInitialized && $0.userID == "ana" })
        await session.close()
    }
}
