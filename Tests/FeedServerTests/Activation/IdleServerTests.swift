import FeedAPI
import FeedServer
import Glibc
import Testing

struct IdleServerTests {
    private func server(on passed: PassedSocket) async throws -> TestServer {
        let test = try await TestServer()
        try await test.server.start(on: passed.pass())
        return test
    }

    @Test func `connections from before the server's start are served`() async throws {
        let passed = try PassedSocket()
        let client = try await RawClient(port: passed.port)
        try await client.send("GET /nowhere HTTP/1.1\r\nHost: test\r\nContent-Length: 0\r\n\r\n")
        let test = try await server(on: passed)
        #expect(try await client.answer().status >= 400)
        await test.server.stop(within: .seconds(1))
    }

    @Test func `the idle time starts with the end of the last connection`() async throws {
        let passed = try PassedSocket()
        let test = try await server(on: passed)
        let client = try await RawClient(port: passed.port)
        _ = try await client.request("GET", "/nowhere", nil)
        let isIdle = Flag()
        let waiting = Task {
            await test.server.untilIdle(seconds: 60)
            isIdle.raise()
        }
        // Each step lets the waiting task check again.
        for _ in 0..<5 { test.clock.advance(by: 60) }
        #expect(!isIdle.isRaised)
        try client.close()
        try await eventually("the idle end") {
            test.clock.advance(by: 30)
            return isIdle.isRaised
        }
        await waiting.value
        await test.server.stop(within: .seconds(1))
    }

    @Test func `a connection after the idle end waits for the next server`() async throws {
        let passed = try PassedSocket()
        let first = try await server(on: passed)
        first.clock.advance(by: 3600)
        await first.server.untilIdle(seconds: 3600)
        let client = try await RawClient(port: passed.port)
        try await client.send("GET /nowhere HTTP/1.1\r\nHost: test\r\nContent-Length: 0\r\n\r\n")
        #expect(passed.hasWaitingConnection)
        await first.server.stop(within: .seconds(1))
        #expect(passed.hasWaitingConnection)
        let second = try await server(on: passed)
        #expect(try await client.answer().status >= 400)
        await second.server.stop(within: .seconds(1))
    }

    @Test func `waiting for the idle end can be cancelled`() async throws {
        let passed = try PassedSocket()
        let test = try await server(on: passed)
        let waiting = Task { await test.server.untilIdle(seconds: 3600) }
        waiting.cancel()
        await waiting.value
        let client = try await RawClient(port: passed.port)
        #expect(try await client.request("GET", "/nowhere", nil).status >= 400)
        await test.server.stop(within: .seconds(1))
    }
}
