import CardSources
import CardStore
import Cards
import FeedAPI
import Foundation
import Support
import Testing

@testable import CardSession

/// A session with attached sources in addition to its connection.
@Suite(.timeLimit(.minutes(1))) struct AttachingTests {
    let main: TestFeed
    let team: TestFeed
    let talk: StreamID = "talk"
    let events = Calls<SessionEvent>()
    let folder = "/tmp/cs-\(UInt32.random(in: 0 ... .max))"
    var path: String { folder + "/store/cards.sqlite" }

    init() async throws {
        main = try await TestFeed()
        team = try await TestFeed()
    }

    private func removeFolder() { try? FileManager.default.removeItem(atPath: folder) }

    private func connect(_ session: CardSession, _ source: any CardSource) async {
        await session.connect(source, streams: [main.stream], delivery: .push(fallbackInterval: .seconds(1))) {
            events.record($0)
        }
    }

    private func attach(_ session: CardSession, _ source: any CardSource, named name: String = "team") async throws {
        try await session.attach(source, named: name, streams: [talk], delivery: .push(fallbackInterval: .seconds(1)))
    }

    private func cards(_ session: CardSession, _ stream: StreamID) throws -> [CardID] {
        try session.window(FeedQuery(streamID: stream)).items.map(\.id)
    }

    private func status(_ what: String, _ holds: (SyncStatus) -> Bool) async throws -> SyncStatus {
        let event = try await events.first(what) { if case .status(let status) = $0 { holds(status) } else { false } }
        guard case .status(let status) = event else { throw TimedOut(what: what) }
        return status
    }

    private func published() async throws -> (here: CardID, there: CardID) {
        let here = try #require(try await main.publish(makeBody()).first)
        let there = try #require(try await team.publish(makeBody(), in: talk).first)
        return (here, there)
    }

    @Test func `each action goes once to the source of its stream, and no source is asked for another one's stream`()
        async throws
    {
        let (here, there) = try await published()
        let session = try CardSession(.memory)
        let (first, second) = (RecordedSource(main), RecordedSource(team))
        await connect(session, first)
        try await attach(session, second)
        try await eventually("both cards") {
            try cards(session, main.stream) == [here] && cards(session, talk) == [there]
        }
        #expect(try await session.perform(.dismiss(there, in: talk)) == .delivered)
        #expect(try await session.perform(.dismiss(here, in: main.stream)) == .delivered)
        #expect(first.performed.map(\.cardID) == [here] && second.performed.map(\.cardID) == [there])
        #expect(first.asked == [main.stream] && second.asked == [talk])
        let live = try await status("both live") { $0.connection == .live && $0.sources.first?.connection == .live }
        #expect(live.sources.map(\.name) == ["team"] && live.sources.map(\.streams) == [[talk]])
        // A later card of each source.
        let (next, other) = try await published()
        try await eventually("later cards") {
            try cards(session, main.stream) == [next] && cards(session, talk) == [other]
        }
        await session.close()
    }

    @Test func `an unreachable source delays no other, is named, and gets its actions later`() async throws {
        let (here, there) = try await published()
        let session = try CardSession(.memory)
        let second = RecordedSource(team)
        await connect(session, FeedSource(main.client()))
        try await attach(session, second)
        try await eventually("both cards") {
            try cards(session, main.stream) == [here] && cards(session, talk) == [there]
        }
        await second.goDown()
        let offline = try await status("offline") {
            if case .offline? = $0.sources.first?.connection { true } else { false }
        }
        #expect(offline.connection == .live)
        try await session.respond(to: there, in: talk, with: .dismiss)
        #expect(try await session.perform(.dismiss(here, in: main.stream)) == .delivered)
        let next = try #require(try await main.publish(makeBody()).first)
        try await eventually("a later card") { try cards(session, main.stream) == [next] }
        _ = try await status("one waits") { $0.connection == .live && $0.waitingActions == 1 }
        #expect(second.performed.isEmpty)
        second.comeUp()
        await session.refresh()
        try await eventually("delivered") { try await team.outcome(there).status == .dismissed }
        #expect(second.performed.count == 1)
        await session.close()
    }

    @Test func `an unsent action of an earlier run waits for its own source`() async throws {
        defer { removeFolder() }
        let (here, there) = try await published()
        let source = RecordedSource(team)
        let session = try CardSession(.file(path: path))
        await connect(session, FeedSource(main.client()))
        try await attach(session, source)
        try await eventually("the card") { try cards(session, talk) == [there] }
        await source.goDown()
        try await session.respond(to: there, in: talk, with: .dismiss)
        await session.close()

        let (again, first) = (try CardSession(.file(path: path)), RecordedSource(main))
        await connect(again, first)
        #expect(try await again.perform(.dismiss(here, in: main.stream)) == .delivered)
        #expect(first.performed.map(\.cardID) == [here])
        // Observing the stream does not make the connection request it either.
        let token = try again.observeStream(id: talk) { _ in }
        let next = try #require(try await main.publish(makeBody()).first)
        try await eventually("a later card") { try cards(again, main.stream) == [next] }
        #expect(first.asked == [main.stream])
        source.comeUp()
        try await attach(again, source)
        try await eventually("delivered") { try await team.outcome(there).status == .dismissed }
        #expect(source.performed.count == 1 && first.performed.count == 1)
        token.cancel()
        await again.close()
    }

    @Test func `the possible actions on a card depend on the source of its stream`() async throws {
        let (here, there) = try await published()
        let session = try CardSession(.memory)
        await connect(session, RecordedSource(main, SourceCapabilities(actions: [.dismiss])))
        try await attach(session, RecordedSource(team, SourceCapabilities(actions: [.voteUp], delivery: .live)))
        try await eventually("both cards") {
            try cards(session, main.stream) == [here] && cards(session, talk) == [there]
        }
        #expect(session.capabilities(of: main.stream)?.actions == [.dismiss])
        #expect(session.capabilities(of: talk)?.actions == [.voteUp])
        await #expect(throws: SessionError.unsupported("This feed accepts no votes")) {
            try await session.respond(to: here, in: main.stream, with: .voteUp(message: nil))
        }
        await #expect(throws: SessionError.unsupported("This feed's cards can't be dismissed")) {
            try await session.respond(to: there, in: talk, with: .dismiss)
        }
        #expect(try await session.perform(.voteUp(there, in: talk)) == .delivered)
        await session.close()
    }

    @Test func `a stream has exactly one source`() async throws {
        let session = try CardSession(.memory)
        await connect(session, FeedSource(main.client()))
        let source = FeedSource(team.client())
        await #expect(throws: SessionError.streamTaken(main.stream, by: nil)) {
            try await session.attach(source, named: "team", streams: [main.stream])
        }
        try await attach(session, source)
        await #expect(throws: SessionError.streamTaken(talk, by: "team")) {
            try await attach(session, source, named: "crew")
        }
        // The same name means the same source with a new connection.
        let again = RecordedSource(team)
        try await attach(session, again)
        let card = try #require(try await team.publish(makeBody(), in: talk).first)
        try await eventually("its card") { try cards(session, talk) == [card] }
        #expect(again.asked == [talk])
        await session.close()
    }

    @Test func `a detached source keeps its cards and actions, and its streams`() async throws {
        let (_, there) = try await published()
        let session = try CardSession(.memory)
        let (first, second) = (RecordedSource(main), RecordedSource(team))
        await connect(session, first)
        try await attach(session, second)
        try await eventually("the card") { try cards(session, talk) == [there] }
        try await session.detach(named: "team")
        #expect(try cards(session, talk) == [there])
        try await session.respond(to: there, in: talk, with: .dismiss)
        #expect(first.performed.isEmpty && second.performed.isEmpty)
        // The waiting actions are not given to another source.
        await #expect(throws: SessionError.streamBusy(talk, of: "team", actions: 1)) {
            try await attach(session, second, named: "crew")
        }
        try await attach(session, second)
        try await eventually("delivered") { try await team.outcome(there).status == .dismissed }
        #expect(second.performed.count == 1)

        let late = try #require(try await team.publish(makeBody(), in: talk).first)
        try await eventually("a later card") { try cards(session, talk) == [late] }
        try await session.detach(named: "team", removingCards: true)
        #expect(try cards(session, talk).isEmpty)
        let own = try #require(try await main.publish(makeBody(), in: talk).first)
        let token = try session.observeStream(id: talk) { _ in }
        try await eventually("a card of the connection") { try cards(session, talk) == [own] }
        token.cancel()
        await session.close()
    }

    @Test func `stored cards of another user of a source are removed before the source delivers anything`() async throws
    {
        defer { removeFolder() }
        let there = try #require(try await team.publish(makeBody(), in: talk).first)
        let first = try CardSession(.file(path: path))
        try await attach(first, SourceOfUser(base: FeedSource(team.client()), user: "ana"))
        try await eventually("the card") { try cards(first, talk) == [there] }
        await first.close()

        let second = try CardSession(.file(path: path))
        #expect(try cards(second, talk) == [there])
        let other = SourceOfUser(base: FeedSource(team.client()), user: "ben", isSilent: true)
        try await attach(second, other)
        try await eventually("no card of ana's") { try cards(second, talk).isEmpty }
        await second.close()
    }

    @Test func `without a connection, the first attached source takes its place`() async throws {
        let there = try #require(try await team.publish(makeBody(), in: talk).first)
        let session = try CardSession(.memory)
        try await session.attach(FeedSource(team.client()), named: "team", streams: [talk]) { events.record($0) }
        _ = try await status("live") { $0.connection == .live }
        try await eventually("the card") { try cards(session, talk) == [there] }
        try await session.respond(to: there, in: talk, with: .snooze(until: Date().addingTimeInterval(1)))
        try await eventually("snoozed") { try cards(session, talk).isEmpty }
        // The card returns through the engine of this source; no connection tracks the time for it.
        try await eventually("back") { try cards(session, talk) == [there] }
        await session.close()
    }

    @Test func `no events about cards of other sources reach the connection's publisher`() async throws {
        let (here, there) = try await published()
        let session = try CardSession(.memory)
        await connect(session, FeedSource(main.client()))
        try await attach(session, RecordedSource(team))
        try await eventually("both cards") {
            try cards(session, main.stream) == [here] && cards(session, talk) == [there]
        }
        try await session.markSeen([there], in: talk)
        #expect(try await session.perform(.dismiss(there, in: talk)) == .delivered)
        let before = try await session.waitingEvents()
        try await session.markSeen([here], in: main.stream)
        #expect(try await session.waitingEvents() == before + 1)
        let records = try await session.database.queuedRecords(limit: 100).compactMap(\.record)
        #expect(!records.contains { $0.streamID == talk })
        await session.close()
    }

    @Test func `a follower has the status of all sources, and the leader sends its actions to each`() async throws {
        defer { removeFolder() }
        let (_, there) = try await published()
        let source = RecordedSource(team)
        let leader = try CardSession(shared: path)
        leader.share(CardSession.SharingHandlers(lead: {}, follow: {}, onEvent: { _ in }))
        await leader.connect(
            FeedSource(main.client()), streams: [main.stream], delivery: .push(fallbackInterval: .seconds(1))
        ) { _ in }
        try await attach(leader, source)
        let follower = try CardSession(shared: path)
        follower.share(CardSession.SharingHandlers(lead: {}, follow: {}, onEvent: { events.record($0) }))
        #expect(follower.isFollower)
        let known = try await status("both live") { $0.sources.first?.connection == .live }
        #expect(known.capabilities(of: talk) == .all && known.source(of: talk)?.name == "team")
        try await eventually("the card") { try cards(follower, talk) == [there] }
        try await follower.respond(to: there, in: talk, with: .dismiss)
        try await eventually("delivered") { try await team.outcome(there).status == .dismissed }
        #expect(source.performed.count == 1)
        await follower.close()
        await leader.close()
    }

    @Test func `a logout detaches all sources and removes their cards`() async throws {
        let (_, there) = try await published()
        let session = try CardSession(.memory)
        await connect(session, FeedSource(main.client()))
        try await attach(session, RecordedSource(team))
        try await eventually("the card") { try cards(session, talk) == [there] }
        try await session.logout()
        #expect(try cards(session, talk).isEmpty)
        #expect(session.capabilities(of: talk) == nil)
        await session.close()
    }
}

/// A source that learns its user only when it loads cards.
private struct SourceOfUser: UserReporting {
    let base: any CardSource
    let user: String
    /// Whether the source delivers nothing.
    var isSilent = false
    var admit: @Sendable (String) async throws(SourceError) -> Void = { _ in }

    var capabilities: SourceCapabilities { base.capabilities }

    func reportingUser(to admit: @escaping @Sendable (String) async throws(SourceError) -> Void) -> any CardSource {
        var source = self
        source.admit = admit
        return source
    }

    func snapshot(of stream: StreamID, page: String?) async throws(SourceError) -> FeedPage {
        try await admit(user)
        if isSilent { throw .unreachable("silent") }
        return try await base.snapshot(of: stream, page: page)
    }

    func changes(of stream: StreamID, since cursor: FeedCursor) async throws(SourceError) -> FeedDelta? {
        try await admit(user)
        if isSilent { throw .unreachable("silent") }
        return try await base.changes(of: stream, since: cursor)
    }

    func follow(_ subscriptions: [Subscription]) async throws(SourceError) -> any LiveFeed {
        try await admit(user)
        if isSilent { throw .unreachable("silent") }
        return try await base.follow(subscriptions)
    }

    func perform(_ action: ActionRequest) async throws(SourceError) -> ActionReceipt {
        try await base.perform(action)
    }
}
