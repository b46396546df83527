import Basics
import CardSession
import Cards
import FeedAPI
import FeedServer
import Foundation
import Support
import Testing

/// The theme of a stream, from the publisher to the host.
@Suite struct ThemeTests {
    private let folder = NSTemporaryDirectory() + "cardstream-\(UUID().uuidString)"

    private func setTheme(_ document: String, _ feed: TestFeed) async throws {
        try await feed.server.setTheme(document, of: "inbox", environment: feed.keys.environment)
    }

    /// A client that records the tags of its requests for themes.
    private func client(_ feed: TestFeed, _ tags: Lock<[String?]>, fails: Bool = false) -> FeedClient {
        var client = feed.client()
        client.theme = { [theme = client.theme] stream, tag throws(FeedError) in
            tags.withLock { $0.append(tag) }
            if fails { throw .network("away") }
            return try await theme(stream, tag)
        }
        return client
    }

    private func connect(_ session: CardSession, _ client: FeedClient) async -> Calls<SessionEvent> {
        let events = Calls<SessionEvent>()
        await session.connect(
            FeedSource(client), streams: ["inbox"], delivery: .push(fallbackInterval: .seconds(1))
        ) { events.record($0) }
        return events
    }

    /// Symbols: container-theme
    @Test func `a theme arrives, is stored for the next start, and is requested with its tag`() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let feed = try await TestFeed()
        let tags = Lock<[String?]>([])
        try await setTheme("inherits = \"ink\"", feed)
        let path = folder + "/cards.sqlite"
        let first = try CardSession(.file(path: path))
        #expect(try first.theme(of: "inbox") == nil)
        let events = await connect(first, client(feed, tags))
        _ = try await events.first("the theme") { $0 == .themeChanged("inbox") }
        #expect(try first.theme(of: "inbox")?.document == "inherits = \"ink\"")
        #expect(tags.withLock { $0 } == [nil])
        let tag = try #require(try first.theme(of: "inbox")?.tag)
        await first.close()

        let second = try CardSession(.file(path: path))
        #expect(try second.theme(of: "inbox")?.document == "inherits = \"ink\"", "before any connection")
        try await setTheme("inherits = \"plum\"", feed)
        let later = await connect(second, client(feed, tags))
        _ = try await later.first("the other theme") { $0 == .themeChanged("inbox") }
        #expect(tags.withLock { $0 } == [nil, tag])
        #expect(try second.theme(of: "inbox")?.document == "inherits = \"plum\"")
        await second.close()
    }

    @Test func `a source without themes, or one that fails, does not affect the known theme and the cards`()
        async throws
    {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let feed = try await TestFeed()
        let tags = Lock<[String?]>([])
        try await setTheme("inherits = \"ink\"", feed)
        let session = try CardSession(.file(path: folder + "/cards.sqlite"))
        let events = await connect(session, client(feed, tags))
        _ = try await events.first("the theme") { $0 == .themeChanged("inbox") }
        let failing = await connect(session, client(feed, tags, fails: true))
        _ = try await failing.first("live") {
            if case .status(let status) = $0 { status.connection == .live } else { false }
        }
        while tags.withLock({ $0.count }) < 2 { await Task.yield() }
        #expect(try session.theme(of: "inbox")?.document == "inherits = \"ink\"")
        #expect(!failing.all.contains(.themeChanged("inbox")))
        await session.close()
    }
}
