import Basics
import CardSession
import Cards
import FeedAPI
import FeedServer
import Foundation
import Support
import Testing

/// A server in this process that can listen on a port, and sessions for its users.
final class TestFeed: Sendable {
    let server: FeedServer
    let keys = DevelopmentKeys.ephemeral()
    let stream: StreamID = "inbox"

    init() async throws { server = try await FeedServer(keys.config) }

    func publish(_ bodies: CardBody..., to user: String = "ana", in stream: StreamID? = nil) async throws -> [CardID] {
        let requests = bodies.map {
            PublishRequest(streamID: stream ?? self.stream, users: [UserID(user)], body: $0.encoded())
        }
        return try await server.publish(requests, environment: keys.environment).cards.map(\.id)
    }

    func client(of user: String = "ana") -> FeedClient {
        .inProcess(server, environment: keys.environment, user: UserID(user))
    }

    /// A session in memory, connected within the process.
    func session(_ user: String = "ana", streams: [StreamID] = []) async throws -> CardSession {
        let session = try CardSession(.memory)
        await session.connect(
            FeedSource(client(of: user)), streams: streams, delivery: .push(fallbackInterval: .seconds(1))
        ) {
            _ in
        }
        return session
    }

    func outcome(_ card: CardID) async throws -> CardOutcome {
        try await server.outcome(of: card, environment: keys.environment)
    }

    /// Runs a body with the address of the listening server, for logins.
    func listening<Result>(_ body: (String) async throws -> Result) async throws -> Result {
        let port = try await server.start(listen: .ephemeralLoopback)
        do {
            let result = try await body("http://127.0.0.1:\(port)")
            await server.stop(within: .seconds(1))
            return result
        } catch {
            await server.stop(within: .seconds(1))
            throw error
        }
    }

    func token(of user: String) async throws -> String {
        TokenMint.mint(user: user, secret: keys.secret, now: Date())
    }
}

/// The values with which a handler was called, in order.
final class Calls<Value: Sendable>: Sendable {
    private let values = Lock<[Value]>([])
    let stream: AsyncStream<Value>
    private let continuation: AsyncStream<Value>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func record(_ value: Value) {
        values.withLock { $0.append(value) }
        continuation.yield(value)
    }

    var all: [Value] { values.withLock { $0 } }

    /// The first value that meets the condition, including earlier ones. Fails after 10 s.
    func first(_ what: String, _ holds: (Value) -> Bool) async throws -> Value {
        let end = ContinuousClock.now + .seconds(10)
        while ContinuousClock.now < end {
            if let found = all.first(where: holds) { return found }
            try await Task.sleep(for: .milliseconds(5))
        }
        throw TimedOut(what: what)
    }
}

/// An expected event did not happen.
struct TimedOut: Error { var what: String }

/// Waits for a condition. Fails after 10 s.
func eventually(_ what: String, _ holds: () async throws -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(10)
    while ContinuousClock.now < end {
        if try await holds() { return }
        try await Task.sleep(for: .milliseconds(5))
    }
    Issue.record("never: \(what)")
}
