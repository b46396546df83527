import FeedAPI
import FeedEngine
import Foundation
import Testing

@testable import FeedServer

@Suite struct TokenCacheTests {
    @Test func `a full cache drops unused tokens, and verifies no other one again`() async throws {
        let test = try await TestServer()
        let metrics = ServerMetrics()
        let authenticator = try Authenticator(
            test.keys.config, clock: test.clock.clock, metrics: metrics, cacheLimit: 4)
        func use(_ user: String) async throws {
            let credentials = try await test.viewer(user)
            _ = try await authenticator.identify(
                environment: credentials.environment, key: credentials.apiKey,
                authorization: "Bearer \(credentials.token ?? "")")
        }
        func verified() -> Int { metrics.current.counts[.verifiedTokens] ?? 0 }
        for user in ["a", "b", "c", "d", "e", "a", "b"] { try await use(user) }
        #expect(verified() == 5)
        for number in 0..<20 {
            try await use("u\(number)")
            try await use("a")
        }
        #expect(verified() == 25)
        try await use("c")
        #expect(verified() == 26)
    }
}
