import CardSession
import Cards
import FeedAPI
import FeedServer
import Foundation
import Support
import Testing

@Suite struct LogoutTests {
    @Test func `a logout sends what waits, purges, and ends whoever observes`() async throws {
        let feed = try await TestFeed()
        let cards = try await feed.publish(makeBody(title: "Top secret"), makeBody(title: "Two"))
        let folder = NSTemporaryDirectory() + "cardstream-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let session = try CardSession(.file(path: folder + "/cards.sqlite"))
        await session.connect(feed.client(), streams: [feed.stream], delivery: .push(fallbackInterval: 1)) { _ in }
        let calls = Calls<CardSession.StreamUpdate>()
        let windows = Calls<Result<CardWindow, SessionError>>()
        try session.observeStream(id: feed.stream) { calls.take($0) }
        let container = session.observe(FeedQuery(streamID: feed.stream)) { _, result in windows.take(result) }
        let counts = try session.cardCounts(of: feed.stream)
        _ = try await calls.first("both cards") { (try? $0.get().count) == 2 }
        try await session.respond(to: cards[0], in: feed.stream, with: .dismiss, undoWindow: 3600)
        try await session.saveDraft(["note": "Top secret"], of: cards[1], in: feed.stream)

        try await session.logout()
        #expect(try await feed.outcome(cards[0]).status == .dismissed)
        _ = try await calls.first("the end") { $0 == .failure(.notLoggedIn(missing: "a login")) }
        _ = try await windows.first("the container's end") { $0 == .failure(.loggedOut) }
        for await _ in counts {}
        #expect(try session.window(FeedQuery(streamID: feed.stream)) == CardWindow())
        #expect(try session.drafts(in: feed.stream).isEmpty)
        #expect(try await session.history().isEmpty)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
            #expect(bytes.firstRange(of: Data("Top secret".utf8)) == nil, "\(name)")
        }
        await #expect(throws: RequestError.self) { try await session.userMetrics() }

        // What was invalidated stays so, whoever logs in next.
        container.move(to: FeedQuery(streamID: feed.stream, anchor: .end))
        let told = (calls.all.count, windows.all.count)
        _ = try await feed.publish(makeBody(title: "For Ben"), to: "ben")
        await session.connect(
            feed.client(of: "ben"), streams: [feed.stream], delivery: .push(fallbackInterval: 1)
        ) { _ in }
        for await update in try session.observeStream(id: feed.stream) {
            #expect(try update.get().count == 1)
            break
        }
        #expect((calls.all.count, windows.all.count) == told)
        await session.close()
    }

    @Test func `without a network everything is purged all the same, and what was not sent is told`() async throws {
        let feed = try await TestFeed()
        let cards = try await feed.publish(makeBody())
        let session = try await feed.session(streams: [feed.stream])
        for await _ in try session.observeStream(id: feed.stream) { break }
        var client = feed.client()
        client.act = { _ throws(FeedError) in throw .network("away") }
        client.openSocket = { () throws(FeedError) in throw .network("away") }
        client.changes = { _, _ throws(FeedError) in throw .network("away") }
        await session.connect(client, streams: [feed.stream], delivery: .push(fallbackInterval: 1)) { _ in }
        try await session.respond(to: cards[0], in: feed.stream, with: .dismiss)
        await #expect(throws: RequestError.network(.init("1 action was not sent"))) { try await session.logout() }
        #expect(!session.isLoggedIn)
        #expect(try session.window(FeedQuery(streamID: feed.stream)) == CardWindow())
        await session.close()
    }

    @Test func `two logouts at once are one, and a cancelled one does nothing`() async throws {
        let feed = try await TestFeed()
        let session = try await feed.session(streams: [feed.stream])
        let cancelled = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await session.logout()
        }
        await #expect(throws: RequestError.aborted(.init("cancelled"))) { try await cancelled.value }
        #expect(session.isLoggedIn)
        let both = (0..<2).map { _ in Task { try await session.logout() } }
        var errors: [RequestError] = []
        for task in both {
            do { try await task.value } catch let error as RequestError { errors.append(error) }
        }
        #expect(errors.count == 1)
        #expect(!session.isLoggedIn)
        await session.close()
    }

    @Test func `sessions side by side share nothing`() async throws {
        let feed = try await TestFeed()
        let hers = try await feed.publish(makeBody(title: "Hers"))
        let his = try await feed.publish(makeBody(title: "His"), to: "ben")
        let ana = try await feed.session("ana")
        let ben = try await feed.session("ben")
        ana.setClientAppVersion("1")
        for (session, cards) in [(ana, hers), (ben, his)] {
            for await update in try session.observeStream(id: feed.stream) {
                #expect(try update.get().map(\.id) == cards)
                break
            }
        }
        await #expect(throws: RequestError.self) { try await ana.perform(.dismiss(his[0], in: feed.stream)) }
        await ana.setAPIProtocol(.http)
        try await ana.logout()
        #expect(ben.isLoggedIn && ben.clientAppVersion == "unknown")
        #expect(try ben.window(FeedQuery(streamID: feed.stream)).items.map(\.id) == his)
        #expect(try await ben.perform(.dismiss(his[0], in: feed.stream)) == .delivered)
        #expect(try await feed.outcome(hers[0]).status == .active)
        await ana.close()
        await ben.close()
    }
}
