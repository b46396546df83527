import Cards
import FeedAPI
import FeedServer
import Foundation
import Testing

/// What the server does when all connections are in use, over real sockets with small limits.
@Suite struct ConnectionLimitTests {
    private func server(connections: Int) async throws -> TestServer {
        var limits = ServerLimits()
        // One user may have all connections, so that only the limit under test applies.
        (limits.connections, limits.connectionsPerUser) = (connections, connections)
        return try await TestServer(limits: limits)
    }

    /// Opens connections that never send anything.
    private func idleConnections(_ count: Int, port: UInt16) async throws -> [RawClient] {
        var clients: [RawClient] = []
        for _ in 0..<count { clients.append(try await RawClient(port: port)) }
        return clients
    }

    @Test func `connections that never authenticate do not block others`() async throws {
        let test = try await server(connections: 8)
        let ana = try await test.viewer()
        try await test.listening { port in
            let silent = try await idleConnections(20, port: port)
            let push = try await RawClient(port: port)
            #expect(try await push.upgrade(ana).status == 101)
            let more = try await idleConnections(20, port: port)
            #expect(try await RawClient(port: port).request(.snapshot(stream: "ops"), ana).status == 200)
            // The oldest connection was closed first, and received the reason.
            let answer = try await silent[0].answer()
            #expect(answer.status == 503 && answer.problem?.type == .tooManyConnections)
            #expect(await silent[0].isClosedByPeer())
            try more.last?.close()
        }
    }

    @Test func `authenticated connections are never closed for others`() async throws {
        let test = try await server(connections: 8)
        let ana = try await test.viewer()
        try await test.listening { port in
            let push = try await RawClient(port: port)
            #expect(try await push.upgrade(ana).status == 101)
            let kept = try await RawClient(port: port)
            #expect(try await kept.request(.snapshot(stream: "ops"), ana).status == 200)
            let silent = try await idleConnections(40, port: port)
            // The earlier connections have been accepted by the time a later one gets a response.
            #expect(try await RawClient(port: port).request(.health, nil).status == 200)
            #expect(try await kept.request(.snapshot(stream: "ops"), ana).status == 200)
            try await push.send(.ping(token: "still here"))
            while try await push.push() != .pong(token: "still here") {}
            for client in silent { try client.close() }
        }
    }

    @Test func `the number of unauthenticated connections of an address is limited, regardless of others`() async throws
    {
        var limits = ServerLimits()
        limits.unauthenticatedPerAddress = 2
        let test = try await TestServer(limits: limits)
        let ana = try await test.viewer()
        try await test.listening { port in
            var known: [RawClient] = []
            for _ in 0..<5 {
                known.append(try await RawClient(port: port))
                #expect(try await known.last?.request(.snapshot(stream: "ops"), ana).status == 200)
            }
            let silent = try await idleConnections(3, port: port)
            let answer = try await silent[0].answer()
            #expect(answer.status == 503 && answer.headers["retry-after"] != nil)
            for client in known {
                #expect(try await client.request(.snapshot(stream: "ops"), ana).status == 200)
            }
            // The last two are still open.
            for client in silent[1...] { #expect(try await client.request(.health, nil).status == 200) }
        }
    }

    @Test func `when all connections are authenticated, the next one is refused with a retry time`() async throws {
        let test = try await server(connections: 4)
        let ana = try await test.viewer()
        try await test.listening { port in
            var pushes: [RawClient] = []
            for _ in 0..<4 {
                pushes.append(try await RawClient(port: port))
                #expect(try await pushes.last?.upgrade(ana).status == 101)
            }
            for _ in 0..<3 {
                let refused = try await RawClient(port: port)
                let answer = try await refused.request(.snapshot(stream: "ops"), ana)
                #expect(answer.status == 503 && answer.headers["retry-after"] != nil)
                #expect(answer.headers["content-type"] == "application/problem+json")
                #expect(answer.problem?.type == .tooManyConnections)
                #expect(await refused.isClosedByPeer())
                try refused.close()
            }
            try pushes[0].close()
            try await eventually("a place becomes free") {
                try await RawClient(port: port).request(.snapshot(stream: "ops"), ana).status == 200
            }
            try await pushes[1].send(.ping(token: "still here"))
            while try await pushes[1].push() != .pong(token: "still here") {}
        }
    }

    @Test func `viewers that connect at the same time all get a connection`() async throws {
        var limits = ServerLimits()
        limits.connections = 200
        limits.unauthenticatedPerAddress = 0
        let test = try await TestServer(limits: limits)
        try await test.listening { port in
            // More connections than may be unauthenticated at a time, all opened before the first sends anything.
            var clients: [RawClient] = []
            for _ in 0..<150 { clients.append(try await RawClient(port: port)) }
            for (number, client) in clients.enumerated() {
                #expect(try await client.upgrade(try await test.viewer("user-\(number)")).status == 101)
            }
        }
    }
}
