import Basics
import Cards
import FeedAPI
import FeedServer
import Foundation
import Support
import Testing

@testable import CardSession

/// Settings that a host passes when it creates a session.
@Suite(.timeLimit(.minutes(1))) struct ConfigurationTests {
    @Test func `a session has its settings before the first login`() async throws {
        var configuration = CardSession.Configuration()
        configuration.clientAppVersion = "shop 2.1"
        configuration.apiProtocol = .http
        configuration.eventFlushInterval = .seconds(90)
        configuration.debugLevel = .details
        let session = try await CardSession.open(.memory, configuration: configuration)
        #expect(session.clientAppVersion == "shop 2.1")
        session.state.withLock { state in
            #expect(state.apiProtocol == .http && state.flushInterval == 90 && state.log.level == .details)
        }
        await session.close()
    }

    @Test func `without settings it has the defaults, and settings beyond a limit are at the limit`() throws {
        let session = try CardSession(.memory)
        session.state.withLock { state in
            #expect(state.apiProtocol == .webSocket && state.flushInterval == 30 && state.log.level == .off)
            #expect(state.requestPolicy == nil && state.log.logger == nil)
        }
        #expect(session.clientAppVersion == "unknown")
        var configuration = CardSession.Configuration()
        configuration.eventFlushInterval = .zero
        configuration.clientAppVersion = String(repeating: "v", count: 200)
        let limited = try CardSession(.memory, configuration: configuration)
        #expect(limited.state.withLock { $0.flushInterval } == CardSession.minimumEventFlushInterval / .seconds(1))
        #expect(limited.clientAppVersion.count == CardSession.clientAppVersionLimit)
    }

    @Test func `the network policy applies to the first request, and to connections without their own`() async throws {
        let feed = try await TestFeed()
        let token = try await feed.token(of: "ana")
        var configuration = CardSession.Configuration()
        configuration.requestPolicy = RequestPolicy { _ in .deny }
        try await feed.listening { url in
            let session = try CardSession(.memory, configuration: configuration)
            try await session.login(
                environmentID: feed.keys.environment.rawValue, apiKey: feed.keys.viewerKey, baseURL: url
            ) { token }
            await #expect(throws: RequestError.self) { try await session.userMetrics() }
            await session.close()
            let states = Calls<SyncStatus.Connection>()
            let connected = try CardSession(.memory, configuration: configuration)
            await connected.connect(
                CardSession.Connection(
                    server: url, environment: feed.keys.environment.rawValue, apiKey: feed.keys.viewerKey,
                    token: .value(token, name: "the test"), streams: [feed.stream])
            ) { event in if case .status(let status) = event { states.record(status.connection) } }
            _ = try await states.first("the denial") { $0 == .stopped(.denied("the network policy denies 127.0.0.1")) }
            await connected.close()
        }
    }

    @Test func `opening reports a store that cannot be opened`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // A folder cannot be opened as a store.
        await #expect(throws: SessionError.self) { try await CardSession.open(.file(path: folder.path)) }
    }
}
