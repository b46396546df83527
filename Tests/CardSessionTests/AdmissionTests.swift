import CardSession
import Cards
import FeedAPI
import FeedServer
import Foundation
import Support
import Testing

/// Stored data is withheld until the user is known.
@Suite struct AdmissionTests {
    private let folder = NSTemporaryDirectory() + "cardstream-\(UUID().uuidString)"

    private func login(
        _ session: CardSession, _ feed: TestFeed, as user: String, at url: String, by attribute: String? = nil,
        waitingFor gate: AsyncStream<Void>? = nil
    ) async throws {
        let token = try await feed.token(of: user)
        let provider = Provider(userIDAttribute: attribute) {
            if let gate { for await _ in gate { break } }
            return token
        }
        try await session.login(
            environmentID: feed.keys.environment.rawValue, apiKey: feed.keys.viewerKey, tokenProvider: provider,
            baseURL: url)
    }

    private func hersWithOneCard(_ path: String, _ feed: TestFeed, at url: String) async throws -> CardSession {
        let session = try CardSession(.file(path: path))
        try await login(session, feed, as: "ana", at: url)
        #expect(try await session.cardCount(in: feed.stream) == 1)
        return session
    }

    private struct Provider: TokenProviding {
        var userIDAttribute: String?
        var give: @Sendable () async throws -> String?
        func token() async throws -> String? { try await give() }
    }

    /// Symbols: logout
    @Test(arguments: [nil, "a claim that the token has not"])
    func `another user's login sees nothing of the previous user`(attribute: String?) async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let feed = try await TestFeed()
        let hers = try await feed.publish(makeBody(title: "Hers"))
        let his = try await feed.publish(makeBody(title: "His"), to: "ben")
        try await feed.listening { url in
            let path = folder + "/cards.sqlite"
            let first = try CardSession(.file(path: path))
            try await login(first, feed, as: "ana", at: url, by: attribute)
            let seen = Calls<CardSession.StreamUpdate>()
            try first.observeStream(id: feed.stream) { seen.record($0) }
            _ = try await seen.first("hers") { (try? $0.get().map(\.id)) == hers }
            try await first.saveDraft(["note": .string("half a word")], of: hers[0], in: feed.stream)
            // Closes the session without a logout, as in a crash.
            await first.close()

            let second = try CardSession(.file(path: path))
            let (gate, open) = AsyncStream.makeStream(of: Void.self)
            try await login(second, feed, as: "ben", at: url, by: attribute, waitingFor: gate)
            let updates = Calls<CardSession.StreamUpdate>()
            let counts = Calls<Result<Int, RequestError>>()
            let changes = Calls<CardCount>()
            let windows = Calls<CardWindow>()
            try second.observeStream(id: feed.stream) { updates.record($0) }
            try second.observeCardCount(in: feed.stream) { counts.record($0) }
            let listening = Task { for await change in try second.cardCountChanges() { changes.record(change) } }
            let query = FeedQuery(streamID: feed.stream)
            let observer = second.observe(query) { _, result in
                if let window = try? result.get() { windows.record(window) }
            }
            #expect(try second.window(query) == CardWindow())
            #expect(try await second.cardIDs(in: feed.stream).isEmpty)
            #expect(try await second.history().isEmpty)
            #expect(try second.drafts(in: feed.stream).isEmpty)
            #expect(try await second.unseenCount(in: feed.stream) == 0)
            #expect(try await second.respond(toAll: hers, in: feed.stream, with: .dismiss) == 0)
            await #expect(throws: SessionError.cardGone(hers[0])) {
                try await second.respond(to: hers[0], in: feed.stream, with: .dismiss)
            }
            open.finish()
            _ = try await updates.first("his") { (try? $0.get().map(\.id)) == his }
            _ = try await windows.first("his") { $0.items.map(\.id) == his }
            for update in updates.all { #expect(try update.get().allSatisfy { his.contains($0.id) }) }
            for window in windows.all { #expect(window.items.allSatisfy { his.contains($0.id) }) }
            #expect(counts.all.allSatisfy { $0 == .success(0) || $0 == .success(1) })
            #expect(try await second.userMetrics().totalCards == 1)
            observer.stop()
            listening.cancel()
            await second.close()
        }
    }

    @Test func `the user's own cards are delivered without a server once the token names the user`() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let feed = try await TestFeed()
        let cards = try await feed.publish(makeBody(title: "Hers"))
        let path = folder + "/cards.sqlite"
        let url = try await feed.listening { url in
            let session = try CardSession(.file(path: path))
            try await login(session, feed, as: "ana", at: url)
            let updates = Calls<CardSession.StreamUpdate>()
            try session.observeStream(id: feed.stream) { updates.record($0) }
            _ = try await updates.first("hers") { (try? $0.get().map(\.id)) == cards }
            await session.close()
            return url
        }
        let session = try CardSession(.file(path: path))
        try await login(session, feed, as: "ana", at: url)
        let updates = Calls<CardSession.StreamUpdate>()
        try session.observeStream(id: feed.stream) { updates.record($0) }
        _ = try await updates.first("hers") { (try? $0.get().map(\.id)) == cards }
        #expect(try await session.cardCount(in: feed.stream) == 1)
        #expect(try await session.userMetrics().totalCards == 1)
        await session.close()

        // Without a user there are no cards, and the observer receives the reason.
        let stranger = try CardSession(.file(path: path))
        try await stranger.login(
            environmentID: feed.keys.environment.rawValue, apiKey: feed.keys.viewerKey, baseURL: url
        ) {
            nil
        }
        let refusals = Calls<CardSession.StreamUpdate>()
        try stranger.observeStream(id: feed.stream) { refusals.record($0) }
        _ = try await refusals.first("a failure") { if case .failure = $0 { true } else { false } }
        await #expect(throws: RequestError.self) { try await stranger.cardCount(in: feed.stream) }
        await #expect(throws: RequestError.self) { try await stranger.userMetrics() }
        #expect(refusals.all.allSatisfy { if case .failure = $0 { true } else { false } })
        await stranger.close()
    }

    /// The stored cursor belongs to the last user and is not valid for the next one's cards.
    @Test(arguments: APIProtocol.allCases)
    func `the next user of a store gets all of their own cards`(apiProtocol: APIProtocol) async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let feed = try await TestFeed()
        let his = try await feed.publish(makeBody(), makeBody(), to: "ben")
        _ = try await feed.publish(makeBody(title: "Hers"))
        let more = try await feed.publish(makeBody(), to: "ben")
        try await feed.listening { url in
            let path = folder + "/cards.sqlite"
            for (user, count) in [("ana", 1), ("ben", 3), ("ana", 1), ("ben", 3), ("ben", 3)] {
                let session = try CardSession(.file(path: path))
                await session.setAPIProtocol(apiProtocol)
                try await login(session, feed, as: user, at: url)
                #expect(try await session.cardCount(in: feed.stream) == count)
                let updates = Calls<CardSession.StreamUpdate>()
                try session.observeStream(id: feed.stream) { updates.record($0) }
                let first = try await updates.first("cards") { (try? $0.get()) != nil }
                #expect(try first.get().count == count)
                if user == "ben" { #expect(try Set(first.get().map(\.id)) == Set(his + more)) }
                await session.close()
            }
        }
    }

    @Test func `unsent actions of another user keep the store, and the login says so`() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let feed = try await TestFeed()
        let hers = try await feed.publish(makeBody(title: "Hers"))
        try await feed.listening { url in
            let path = folder + "/cards.sqlite"
            let first = try await hersWithOneCard(path, feed, at: url)
            try await first.respond(to: hers[0], in: feed.stream, with: .dismiss, undoWindow: .seconds(3600))
            await first.close()
            let second = try CardSession(.file(path: path))
            try await login(second, feed, as: "ben", at: url)
            let updates = Calls<CardSession.StreamUpdate>()
            try second.observeStream(id: feed.stream) { updates.record($0) }
            guard case .failure(.data(let cause)) = try await updates.first("the reason", { _ in true }) else {
                Issue.record("\(updates.all)")
                return
            }
            #expect(cause.reason.contains("ana"))
            await #expect(throws: RequestError.self) { try await second.cardCount(in: feed.stream) }
            await #expect(throws: RequestError.self) { try await second.userMetrics() }
            await #expect(throws: RequestError.self) {
                try await second.enqueue(.dismiss(hers[0], in: feed.stream))
            }
            await second.close()
        }
    }

    @Test(arguments: APIProtocol.allCases)
    func `another user cannot act on cards of the previous user`(apiProtocol: APIProtocol) async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let feed = try await TestFeed()
        let hers = try await feed.publish(makeBody(title: "Hers"))
        try await feed.listening { url in
            let path = folder + "/cards.sqlite"
            try await hersWithOneCard(path, feed, at: url).close()
            for (user, isHers) in [("ben", false), ("ana", true)] {
                let session = try CardSession(.file(path: path))
                await session.setAPIProtocol(apiProtocol)
                try await login(session, feed, as: user, at: url)
                if isHers {
                    #expect(try await session.cardCount(in: feed.stream) == 1)
                    try await session.perform(.dismiss(hers[0], in: feed.stream))
                } else {
                    await #expect(throws: RequestError.self) {
                        try await session.perform(.dismiss(hers[0], in: feed.stream))
                    }
                }
                await session.close()
            }
            #expect(try await feed.outcome(hers[0]).status == .dismissed)
        }
    }

    @Test func `a replaced login does not get the store back`() async throws {
        let feed = try await TestFeed()
        _ = try await feed.publish(makeBody(title: "Hers"))
        let his = try await feed.publish(makeBody(title: "His"), to: "ben")
        try await feed.listening { url in
            let session = try CardSession(.memory)
            let (gate, open) = AsyncStream.makeStream(of: Void.self)
            try await login(session, feed, as: "ana", at: url, waitingFor: gate)
            let updates = Calls<CardSession.StreamUpdate>()
            try session.observeStream(id: feed.stream) { updates.record($0) }
            try await login(session, feed, as: "ben", at: url)
            _ = try await updates.first("his") { (try? $0.get().map(\.id)) == his }
            open.finish()
            let more = try await feed.publish(makeBody(title: "More"), to: "ben")
            _ = try await updates.first("more of his") { (try? $0.get().count) == 2 }
            for update in updates.all { #expect(try update.get().allSatisfy { (his + more).contains($0.id) }) }
            await session.close()
        }
    }

    @Test func `a store may be closed while it is read`() async throws {
        for _ in 1...100 {
            let session = try CardSession(.memory)
            await withTaskGroup(of: Void.self) { group in
                for _ in 1...4 {
                    group.addTask {
                        // The loop ends when the session is closed.
                        while (try? await session.history()) != nil, (try? session.drafts(in: "inbox")) != nil {}
                    }
                }
                group.addTask { await session.close() }
            }
        }
    }

    @Test func `a login while an observation begins is not lost`() async throws {
        for _ in 1...100 {
            let session = try CardSession(.memory)
            let login = Task {
                try await session.login(environmentID: "e", apiKey: "k", baseURL: "http://127.0.0.1:1") { nil }
            }
            session.withholdUntilConnected()
            try await login.value
            #expect(session.isLoggedIn)
            await session.close()
        }
    }

    @Test func `concurrent steps of a login all take effect`() async throws {
        for _ in 1...100 {
            let session = try CardSession(.memory)
            async let first: Void = session.initialise(environmentID: "e", apiKey: "k")
            async let second: Void = session.setTokenProvider(TokenSource.value("t", name: "a test"))
            async let third: Void = session.setBaseURL("http://127.0.0.1:1")
            async let fourth: Void = session.setRequestPolicy(nil)
            _ = try await (first, second, third, fourth)
            #expect(session.isLoggedIn)
            await session.close()
        }
    }

    @Test func `concurrent changes of settings leave one working connection`() async throws {
        let feed = try await TestFeed()
        let his = try await feed.publish(makeBody(), makeBody(), to: "ben")
        let hers = try await feed.publish(makeBody())
        try await feed.listening { url in
            for _ in 1...10 {
                let session = try CardSession(.memory)
                try await login(session, feed, as: "ana", at: url)
                #expect(try await session.cardCount(in: feed.stream) == 1)
                #expect(try session.window(FeedQuery(streamID: feed.stream)).totalCount == 1)
                try await session.setRequestPolicy(nil)
                #expect(try session.window(FeedQuery(streamID: feed.stream)).totalCount == 1)
                async let policy: Void = session.setRequestPolicy(nil)
                async let address: Void = session.setBaseURL(url)
                async let second: Void = login(session, feed, as: "ben", at: url)
                async let third: Void = login(session, feed, as: "ana", at: url)
                _ = try await (policy, address, second, third)
                let updates = Calls<CardSession.StreamUpdate>()
                try session.observeStream(id: feed.stream) { updates.record($0) }
                let first = try await updates.first("cards") { (try? $0.get().isEmpty) == false }
                let ids = try Set(first.get().map(\.id))
                #expect(ids == Set(his) || ids == Set(hers))
                _ = try await session.updateUser(UserSettings(name: "A name"))
                await session.close()
            }
        }
    }

    @Test func `an observer that started before another login waits for its user as well`() async throws {
        let feed = try await TestFeed()
        let hers = try await feed.publish(makeBody())
        let his = try await feed.publish(makeBody(), makeBody(), to: "ben")
        try await feed.listening { url in
            let session = try CardSession(.memory)
            try await login(session, feed, as: "ana", at: url)
            let updates = Calls<CardSession.StreamUpdate>()
            let windows = Calls<[CardID]>()
            try session.observeStream(id: feed.stream) { updates.record($0) }
            let observer = session.observe(FeedQuery(streamID: feed.stream)) { _, result in
                if let window = try? result.get() { windows.record(window.items.map(\.id)) }
            }
            _ = try await updates.first("hers") { (try? $0.get().map(\.id)) == hers }
            _ = try await windows.first("hers") { $0 == hers }
            let (told, shown) = (updates.all.count, windows.all.count)
            let (gate, open) = AsyncStream.makeStream(of: Void.self)
            try await login(session, feed, as: "ben", at: url, waitingFor: gate)
            _ = try await feed.publish(makeBody())
            open.finish()
            _ = try await updates.first("his") { (try? $0.get().count) == his.count }
            _ = try await windows.first("his") { $0.count == his.count }
            // No update in between: neither more of the first user's cards nor an empty stream.
            #expect(try updates.all.dropFirst(told).map { try $0.get().count } == [his.count])
            #expect(windows.all.dropFirst(shown).allSatisfy { Set($0).isSubset(of: his) })
            observer.stop()
            await session.close()
        }
    }

    @Test func `a session that waits for its token can be released`() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/cards.sqlite"
        do {
            let session = try CardSession(.file(path: path))
            try await session.login(environmentID: "e", apiKey: "k", baseURL: "http://127.0.0.1:1") { nil }
            let observer = session.observe(FeedQuery(streamID: "inbox")) { _, _ in }
            observer.move(to: FeedQuery(streamID: "inbox", anchor: .end))
            try session.observeStream(id: "inbox") { _ in }
            _ = try session.cardCountChanges()
            observer.stop()
        }
        try await eventually("the store is free") {
            guard let next = try? CardSession(.file(path: path)) else { return false }
            await next.close()
            return true
        }
    }

    @Test func `a released session ends and frees its store`() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let feed = try await TestFeed()
        let path = folder + "/cards.sqlite"
        let calls = Calls<CardSession.StreamUpdate>()
        let token: ObservationToken
        do {
            let session = try CardSession(.file(path: path))
            await session.connect(
                FeedSource(feed.client()), streams: [], delivery: .push(fallbackInterval: .seconds(1))
            ) { _ in }
            token = try session.observeStream(id: feed.stream) { calls.record($0) }
            _ = try await calls.first("no cards") { (try? $0.get().isEmpty) == true }
        }
        try await eventually("the store is free") {
            guard let next = try? CardSession(.file(path: path)) else { return false }
            await next.close()
            return true
        }
        _ = try await calls.first("the end") { if case .failure(.aborted) = $0 { true } else { false } }
        let told = calls.all.count
        token.cancel()
        _ = try await feed.publish(makeBody())
        let other = try await feed.session()
        #expect(try await other.cardCount(in: feed.stream) == 1)
        #expect(calls.all.count == told)
        await other.close()
    }
}
