import Basics
import Cards
import FeedAPI
import FeedServer
import Foundation
import Logging
import Support
import Testing

@testable import CardSession

/// Several sessions with one store, as with several viewers of one profile.
@Suite(.timeLimit(.minutes(1))) struct SharedStoreTests {
    let folder = "/tmp/cs-\(UInt32.random(in: 0 ... .max))"
    var path: String { folder + "/store/cards.sqlite" }
    let feed: TestFeed

    init() async throws { feed = try await TestFeed() }

    private func removeFolder() { try? FileManager.default.removeItem(atPath: folder) }

    /// A session that connects as soon as it leads.
    private func viewer(
        _ client: FeedClient? = nil, events: Calls<SessionEvent> = Calls(), leads: Calls<Bool> = Calls()
    ) throws -> CardSession {
        let session = try CardSession(shared: path)
        let source = FeedSource(client ?? feed.client())
        session.share(
            CardSession.SharingHandlers(
                lead: { [weak session, stream = feed.stream] in
                    leads.record(true)
                    Task {
                        await session?.connect(
                            source, streams: [stream], delivery: .push(fallbackInterval: .seconds(1))
                        ) { events.record($0) }
                    }
                }, follow: { leads.record(false) }, onEvent: { events.record($0) }))
        return session
    }

    private func cards(_ session: CardSession) throws -> [CardID] {
        try session.window(FeedQuery(streamID: feed.stream)).items.map(\.id)
    }

    @Test func `a follower is live, acts, undoes and keeps drafts through the store of the leader`() async throws {
        defer { removeFolder() }
        let leader = try viewer()
        let (events, windows) = (Calls<SessionEvent>(), Calls<[CardID]>())
        let follower = try viewer(events: events)
        #expect(!leader.isFollower && follower.isFollower)
        let observer = follower.observe(FeedQuery(streamID: feed.stream)) { _, result in
            if case .success(let window) = result { windows.record(window.items.map(\.id)) }
        }
        _ = try await events.first("live") {
            if case .status(let status) = $0 { status.connection == .live } else { false }
        }
        let card = try #require(try await feed.publish(makeBody()).first)
        let other = try #require(try await feed.publish(makeBody()).first)
        _ = try await windows.first("both cards") { Set($0) == [card, other] }

        // An action in its undo window that is undone: the server never receives it.
        try await follower.respond(to: other, in: feed.stream, with: .dismiss, undoWindow: .seconds(60))
        #expect(try cards(leader) == [card])
        #expect(try await follower.undo() == .undone(other, .dismiss))
        #expect(try Set(cards(leader)) == [card, other])
        // Each session undoes its own action first, even if it is the older one.
        try await follower.respond(to: other, in: feed.stream, with: .dismiss, undoWindow: .seconds(60))
        try await leader.respond(to: card, in: feed.stream, with: .dismiss, undoWindow: .seconds(60))
        #expect(try await follower.undo() == .undone(other, .dismiss))
        let title = try #require(try await leader.history().first).title
        #expect(try await follower.undo() == .undoneOther(card, .dismiss, count: 1, title: title))
        #expect(try await leader.undo() == .nothing)
        #expect(try Set(cards(leader)) == [card, other])
        try await follower.saveDraft(["note": "half"], of: other, in: feed.stream)
        #expect(try leader.drafts(in: feed.stream) == [other: ["note": "half"]])

        try await follower.respond(to: card, in: feed.stream, with: .dismiss)
        _ = try await events.first("its delivery") { $0 == .delivered(card, .dismiss) }
        #expect(try await feed.outcome(card).responses.count == 1)
        #expect(try await feed.outcome(other).responses.isEmpty)
        #expect(try await leader.history().first?.state == .sent)
        observer.stop()
        await follower.close()
        // The leader continues.
        let late = try #require(try await feed.publish(makeBody()).first)
        try await eventually("a later card") { try cards(leader).contains(late) }
        await leader.close()
    }

    @Test(arguments: [nil, ProblemType.cardClosed, .notOffered])
    func `a follower gets the result of an action that the leader sends`(problem: ProblemType?) async throws {
        defer { removeFolder() }
        let card = try #require(try await feed.publish(makeBody()).first)
        var client = feed.client()
        if let problem {
            client.act = { _ throws(FeedError) in throw .server(Problem(problem, detail: "No."), retryAfter: nil) }
        }
        let leader = try viewer(client)
        try await eventually("the card") { try cards(leader) == [card] }
        let follower = try #require(try CardSession.following(path))
        let joins = Calls<Bool>()
        follower.share(
            CardSession.SharingHandlers(
                lead: { joins.record(false) }, follow: { joins.record(true) }, onEvent: { _ in }))
        _ = try await joins.first("the leader") { $0 }
        await follower.connect(
            FeedSource(feed.client()), streams: [feed.stream], delivery: .push(fallbackInterval: .seconds(1))
        ) { _ in }
        do throws(RequestError) {
            #expect(try await follower.perform(.dismiss, on: card, in: feed.stream, within: 20) == .delivered)
            #expect(problem == nil)
        } catch {
            guard case .data(let cause) = error else { throw error }
            #expect(problem != nil)
            if problem == .cardClosed {
                #expect(cause.problem == "card-closed")
            } else {
                #expect(cause.reason == "No.")
            }
        }
        let state = try #require(try await leader.history().first).state
        #expect(state == (problem == nil ? .sent : problem == .cardClosed ? .closed : .discarded))
        await follower.close()
        await leader.close()
        // Without a viewer there is none to follow.
        #expect(try CardSession.following(path) == nil)
    }

    /// A viewer tries to connect twice per second.
    @Test func `a viewer of another version is reported once`() async throws {
        defer { removeFolder() }
        let leader = try viewer()
        let warnings = Calls<String>()
        leader.setDebugLevel(.operations, logger: Logger(label: "test") { _ in CollectingLog(warnings) })
        for _ in 1...3 {
            let stranger = try LocalConnection(path: path + ".socket")
            stranger.send(PeerMessage.hello(version: 99).bytes)
            while try stranger.receive() != nil {}
            stranger.close()
        }
        try await eventually("the report") {
            warnings.all.contains { $0.hasPrefix("another viewer of this profile has") }
        }
        #expect(warnings.all.count { $0.hasPrefix("another viewer of this profile has") } == 1)
        await leader.close()
    }

    @Test func `a follower's action is sent once by the next leader`() async throws {
        defer { removeFolder() }
        let card = try #require(try await feed.publish(makeBody()).first)
        let isBlocked = Lock(true)
        let tries = Lock(0)
        var client = feed.client()
        client.act = { [act = client.act] request throws(FeedError) in
            tries.withLock { $0 += 1 }
            if isBlocked.withLock({ $0 }) {
                // The server has the action, but its response is lost.
                _ = try await act(request)
                throw .network("the answer is lost")
            }
            return try await act(request)
        }
        let leader = try viewer(client)
        let leads = [Calls<Bool>(), Calls<Bool>()]
        let followers = [try viewer(client, leads: leads[0]), try viewer(client, leads: leads[1])]
        for calls in leads { _ = try await calls.first("a leader to follow") { !$0 } }
        try await eventually("the card") { try cards(leader) == [card] }
        try await followers[0].respond(to: card, in: feed.stream, with: .dismiss)
        try await eventually("an attempt") { tries.withLock { $0 } > 0 }
        await leader.close()
        isBlocked.withLock { $0 = false }
        try await eventually("one leader") { leads.contains { $0.all.contains(true) } }
        let next = try #require(leads.firstIndex { $0.all.contains(true) })
        await followers[next].refresh()
        try await eventually("it is sent") { try await followers[next].history().first?.state == .sent }
        #expect(try await feed.outcome(card).responses.count == 1)
        // The other session follows the new leader.
        try await eventually("a new leader") { leads[1 - next].all.count(where: { !$0 }) == 2 }
        await followers[next].close()
        await followers[1 - next].close()
    }

    @Test func `held actions of a viewer that ends stay with the others`() async throws {
        defer { removeFolder() }
        let card = try #require(try await feed.publish(makeBody()).first)
        let leads = Calls<Bool>()
        let leader = try viewer()
        let follower = try viewer(leads: leads)
        _ = try await leads.first("a leader") { !$0 }
        try await eventually("the card") { try cards(follower) == [card] }
        try await leader.respond(to: card, in: feed.stream, with: .dismiss, undoWindow: .seconds(60))
        try await follower.sendHeld(within: .seconds(5))
        try await leader.sendHeld(within: .seconds(5))
        await leader.close()
        _ = try await leads.first("its turn") { $0 }
        #expect(try await feed.outcome(card).responses.isEmpty)
        #expect(try cards(follower).isEmpty)
        _ = try await follower.undo()
        #expect(try cards(follower) == [card])
        await follower.close()
    }

    @Test func `the socket is private, replaces one of a killed viewer, and closes on invalid messages`() async throws {
        defer { removeFolder() }
        try FileManager.default.createDirectory(atPath: folder + "/store", withIntermediateDirectories: true)
        try Data("left behind".utf8).write(to: URL(filePath: path + ".socket"))
        let leader = try viewer()
        let mode = try FileManager.default.attributesOfItem(atPath: path + ".socket")[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let messages: [[UInt8]] = [
            Array("garbage".utf8), [], Array(#"{"hello":99}"#.utf8), Array(#"{"request":"deliver"}"#.utf8),
        ]
        for message in messages {
            let stranger = try LocalConnection(path: path + ".socket")
            stranger.send(message)
            #expect(try stranger.receive() == PeerMessage.hello(version: PeerMessage.version).bytes)
            #expect(try stranger.receive() == nil, "\(String(decoding: message, as: UTF8.self))")
        }
        let late = try LocalConnection(path: path + ".socket")
        late.send(PeerMessage.hello(version: PeerMessage.version).bytes)
        late.send(Array(#"{"committed":{"streams":[7]}}"#.utf8))
        while try late.receive() != nil {}
        // Other connections are served.
        let events = Calls<SessionEvent>()
        let follower = try viewer(events: events)
        _ = try await events.first("live") {
            if case .status(let status) = $0 { status.connection == .live } else { false }
        }
        await follower.close()
        await leader.close()
        #expect(!FileManager.default.fileExists(atPath: path + ".socket"))
    }

    @Test func `a viewer of another user shows and sends nothing`() async throws {
        defer { removeFolder() }
        try await feed.listening { address in
            func connection(of user: String) -> CardSession.Connection {
                CardSession.Connection(
                    server: address, environment: feed.keys.environment.rawValue, apiKey: feed.keys.viewerKey,
                    token: .custom { [feed] in try await feed.token(of: user) }, streams: [feed.stream])
            }
            let leader = try CardSession(shared: path)
            let events = Calls<SessionEvent>()
            await leader.connect(connection(of: "ana")) { events.record($0) }
            _ = try await events.first("live") {
                if case .status(let status) = $0 { status.connection == .live } else { false }
            }
            let same = try CardSession(shared: path)
            await same.connect(connection(of: "ana")) { _ in }
            try await same.checkOwner()
            let other = try CardSession(shared: path)
            await other.connect(connection(of: "bob")) { _ in }
            let error = await #expect(throws: SessionError.self) { try await other.checkOwner() }
            #expect(error?.explanation.contains("ana") == true)
            for session in [other, same, leader] { await session.close() }
        }
    }

    @Test func `every message arrives as it was sent`() {
        let failures: [SyncStatus.Failure] = [
            .noConnection(server: nil), .noConnection(server: "a:1"), .unreachable(server: nil), .hostNotFound("h"),
            .notFeed(server: "a", "text"), .badAnswer("b"), .authentication("c"), .tls("d"), .denied("e"),
            .local(.diskFull(folder: nil)), .local(.diskFull(folder: "/f")), .local(.store("g")),
            .local(.library("h")), .local(.feed("i")),
        ]
        let connections: [SyncStatus.Connection] =
            [.connecting, .live, .polling(.chosen), .polling(.pushUnavailable)]
            + failures.flatMap { [.offline(since: .fixed, $0), .stopped($0)] }
        let limited = SourceCapabilities(
            actions: [.dismiss, .voteUp], undoable: [.dismiss], snooze: .local, loadsPages: true)
        let statuses = connections.map {
            SyncStatus(
                connection: $0, waitingActions: 2, refusedActions: 1, lastSyncedAt: .fixed, clockSkew: .seconds(-0.25),
                capabilities: limited)
        }
        let responses: [CardResponse] = [.dismiss, .snooze(until: .fixed), .submit(buttonName: "b", values: ["a": 1])]
        let events =
            (statuses + [SyncStatus()]).map { SessionEvent.status($0) } + [.themeChanged("ops")]
            + responses.flatMap { response -> [SessionEvent] in
                [
                    .delivered("c", response), .refused("c", response, reason: "r"), .closed("c", response, .expired),
                    .closed("c", response, nil),
                ]
            }
        let messages: [PeerMessage] =
            [.hello(version: 1), .reread, .request(.deliver), .request(.sendEvents), .request(.refresh)]
            + events.map { .event($0) }
        for message in messages { #expect(PeerMessage(message.bytes) == message) }
    }
}

/// Passes on each message.
private struct CollectingLog: LogHandler {
    let messages: Calls<String>
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    init(_ messages: Calls<String>) { self.messages = messages }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { messages.record("\(event.message)") }
}
