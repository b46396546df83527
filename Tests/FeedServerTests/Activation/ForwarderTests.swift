import Cards
import FeedAPI
import FeedServer
import Glibc
import Support
import Testing

struct ForwarderTests {
    @Test func `requests are forwarded to the other server until it ends`() async throws {
        let passed = try PassedSocket()
        let test = try await TestServer()
        let port = try await test.server.start(listen: .ephemeralLoopback)
        let isGone = Flag()
        let forwarder = try await Forwarder(passed.pass(), clock: test.clock.clock)
        let running = Task {
            try await forwarder.run(idleSeconds: 60) {
                isGone.isRaised ? nil : ListenAddress(host: "127.0.0.1", port: port)
            }
        }
        // Longer than a single read or write.
        try await test.publish(makeBody(text: String(repeating: "x", count: 9000)))
        let viewer = try await test.viewer()
        let client = try await RawClient(port: passed.port)
        for _ in 0..<3 { #expect(try await client.request(.snapshot(stream: "ops"), viewer).status == 200) }
        let push = try await RawClient(port: passed.port)
        #expect(try await push.upgrade(viewer).status == 101)

        isGone.raise()
        await test.server.stop(within: .seconds(1))
        #expect(await push.isClosedByPeer())
        let late = try await RawClient(port: passed.port)
        #expect(try await running.value == .destinationGone)
        // The connection was not accepted, so the next server on this socket handles it.
        #expect(passed.hasWaitingConnection)
        let next = try await TestServer()
        try await next.server.start(on: passed.pass())
        #expect(try await late.request("GET", "/nowhere", nil).status >= 400)
        await next.server.stop(within: .seconds(1))
    }

    @Test func `a destination that refuses connections ends the forwarding`() async throws {
        let passed = try PassedSocket()
        let closed = try PassedSocket().port
        let forwarder = try await Forwarder(passed.pass())
        let client = try await RawClient(port: passed.port)
        let ending = try await forwarder.run(idleSeconds: nil) { ListenAddress(host: "127.0.0.1", port: closed) }
        #expect(ending == .destinationGone && passed.hasWaitingConnection)
        try client.close()
    }

    @Test func `the forwarding ends after a time without connections`() async throws {
        let passed = try PassedSocket()
        let clock = ManualClock()
        let forwarder = try await Forwarder(passed.pass(), clock: clock.clock)
        let isOver = Flag()
        let running = Task {
            let ending = try await forwarder.run(idleSeconds: 60) { nil }
            isOver.raise()
            return ending
        }
        try await eventually("the idle end") {
            clock.advance(by: 60)
            return isOver.isRaised
        }
        #expect(try await running.value == .idle)
    }

    @Test func `the forwarding can be cancelled`() async throws {
        let passed = try PassedSocket()
        let forwarder = try await Forwarder(passed.pass())
        let running = Task { try await forwarder.run(idleSeconds: nil) { nil } }
        running.cancel()
        await #expect(throws: (any Error).self) { try await running.value }
    }
}
