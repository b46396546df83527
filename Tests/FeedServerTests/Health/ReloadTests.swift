import Cards
import FeedAPI
import FeedServer
import Foundation
import Testing

/// A server that gets new keys and limits while it is running.
@Suite struct ReloadTests {
    private static func publisher(_ key: String, _ test: TestServer) -> FeedCredentials {
        FeedCredentials(environment: test.keys.environment.rawValue, apiKey: key)
    }

    @Test func `new keys apply immediately, removed ones are refused, and no connection ends`() async throws {
        let test = try await TestServer()
        try await test.listening { port in
            let viewer = try await RawClient(port: port)
            _ = try await viewer.upgrade(try await test.viewer())
            let client = try await RawClient(port: port)
            let old = test.keys.publisherCredentials
            #expect(try await client.request(.streams, old).status == 200)
            var config = test.keys.config
            config.environments[0].publisherKeys = ["another publisher key"]
            config.environments[0].viewerKeys = []
            try await test.server.reload(config)
            #expect(try await client.request(.streams, Self.publisher("another publisher key", test)).status == 200)
            #expect(try await client.request(.streams, old).status == 401)
            let late = try await RawClient(port: port)
            #expect(try await late.request(.user, try await test.viewer()).status == 401)
            guard case .hello = try await viewer.push() else {
                Issue.record("expected hello")
                return
            }
            try await viewer.send(.ping(token: "still here"))
            #expect(try await viewer.push() == .pong(token: "still here"))
        }
    }

    @Test func `a token is checked again by the new key`() async throws {
        let test = try await TestServer()
        try await test.listening { port in
            let credentials = try await test.viewer()
            #expect(try await RawClient(port: port).request(.user, credentials).status == 200)
            var config = test.keys.config
            config.environments[0].viewerKeys[0].verification = .hs256(secret: String(repeating: "s", count: 32))
            try await test.server.reload(config)
            #expect(try await RawClient(port: port).request(.user, credentials).status == 401)
        }
    }

    @Test func `an unusable key changes nothing`() async throws {
        let test = try await TestServer()
        try await test.listening { port in
            var config = test.keys.config
            config.limits.uploadBytes = 1
            config.environments[0].publisherKeys = []
            config.environments[0].viewerKeys[0].verification = .hs256(secret: "short")
            await #expect(throws: FeedServerError.self) { try await test.server.reload(config) }
            let answer = try await RawClient(port: port).request(.streams, test.keys.publisherCredentials)
            #expect(answer.status == 200)
        }
    }

    @Test func `limits of connections change for the next connection`() async throws {
        var limits = ServerLimits()
        limits.connections = 4
        let test = try await TestServer(limits: limits)
        #expect(test.server.connectionLimit == 4)
        var config = test.keys.config
        config.limits.connections = 8
        try await test.server.reload(config)
        #expect(test.server.connectionLimit == 8)
    }
}
