import CardSources
import Cards
import ComapiEmulator
import ComapiSupport
import EmulatorHTTP
import Foundation
import Support
import Testing

@testable import CardStreamComapi

/// Conversations while the WebSocket is open.
@Suite(.timeLimit(.minutes(1))) struct ComapiLiveTests {
    /// Follows from the current cursor on, and reads the changes. The clock advances while the source combines changes.
    private func follow(
        _ rig: SourceRig, _ test: (FeedReader) async throws -> Void
    ) async throws {
        let cursor = try await rig.source.snapshot(of: rig.stream, page: nil).cursor
        let feed = try await rig.source.follow([Subscription(streamID: rig.stream, since: cursor)])
        let reader = FeedReader(feed, rig.space.clock)
        #expect(try await reader.next() == .caughtUp(rig.stream))
        try await test(reader)
        await feed.close()
        #expect(await rig.space.emulator.socketCount == 0)
    }

    @Test func `a message arrives, and before it who is typing`() async throws {
        try await SourceRig.run { rig in
            try await rig.converse()
            try await follow(rig) { reader in
                try await rig.ben.conversations.setTyping(in: "release")
                #expect(try await reader.card().category?.subText == "ben is typing…")
                try await rig.ben.conversations.send(SendableMessage("Here"), to: "release")
                let body = try await reader.card()
                #expect(body.category?.subText == "1 unread")
                #expect(body.messageTexts.last?.hasSuffix("Here") == true)
            }
        }
    }

    @Test func `editing the reply field is shown as typing until it is empty, and other fields are not`() async throws {
        try await SourceRig.run { rig in
            try await rig.converse()
            _ = try await rig.snapshot()
            var events = rig.ben.events().makeAsyncIterator()
            guard case .socketOpened? = await events.next()?.kind else { return #expect(Bool(false)) }
            for field in [nil, "name", "reply", "reply", nil, nil] as [String?] {
                await rig.source.setTyping(into: field, of: "release", in: rig.stream)
            }
            try await rig.say("Over", as: rig.ana)
            var names: [String] = []
            while names.last != "conversationMessage.sent", let event = await events.next() { names.append(event.name) }
            #expect(
                names == [
                    "conversation.participantTyping", "conversation.participantTypingOff", "conversationMessage.sent",
                ])
        }
    }

    @Test func `typing ends by itself`() async throws {
        try await SourceRig.run { rig in
            try await rig.converse()
            try await follow(rig) { reader in
                try await rig.ben.conversations.setTyping(in: "release")
                #expect(try await reader.card().category?.subText == "ben is typing…")
                rig.space.clock.advance(by: 13)
                #expect(try await reader.card().category?.subText == nil)
            }
        }
    }

    @Test func `a burst of messages is one change`() async throws {
        try await SourceRig.run { rig in
            try await rig.converse()
            try await follow(rig) { reader in
                for number in 1...200 {
                    try await rig.ben.conversations.send(SendableMessage("Message \(number)"), to: "release")
                }
                await rig.space.wait { await rig.source.latestText(of: "release") == "Message 200" }
                let body = try await reader.card()
                #expect(body.messageTexts.last?.hasSuffix("Message 200") == true)
                #expect(reader.changeCount == 1)
            }
        }
    }

    @Test func `new conversations are added, and deleted ones and those that the user was removed from are removed`()
        async throws
    {
        try await SourceRig.run { rig in
            try await rig.converse("first")
            try await follow(rig) { reader in
                try await rig.converse("second", name: "Second")
                #expect(try await reader.card().title == "Second")
                try await rig.ben.conversations.delete("first")
                #expect(try await reader.removals() == ["first"])
                try await rig.ben.conversations.remove(["ana"], from: "second")
                #expect(try await reader.removals() == ["second"])
            }
        }
    }

    @Test func `a lost connection ends the live feed, and the next one delivers what was missed`() async throws {
        try await SourceRig.run { rig in
            try await rig.converse()
            let page = try await rig.source.snapshot(of: rig.stream, page: nil)
            let feed = try await rig.source.follow([Subscription(streamID: rig.stream, since: page.cursor)])
            let reader = FeedReader(feed, rig.space.clock)
            #expect(try await reader.next() == .caughtUp(rig.stream))
            await rig.space.emulator.dropSockets()
            await #expect(throws: SourceError.self) { while try await reader.next() != nil {} }
            try await rig.say("Missed")
            await rig.space.wait {
                rig.space.clock.advance(by: 1)
                return await rig.space.emulator.socketCount == 1
            }
            let next = try await rig.source.follow([Subscription(streamID: rig.stream, since: page.cursor)])
            let again = FeedReader(next, rig.space.clock)
            #expect(try await again.card().messageTexts.last?.hasSuffix("Missed") == true)
            await next.close()
        }
    }

    @Test func `a message that was read elsewhere is not unread any more`() async throws {
        try await SourceRig.run { rig in
            try await rig.converse()
            let sent = try await rig.ben.conversations.send(SendableMessage("Here"), to: "release")
            try await follow(rig) { reader in
                #expect(try await rig.card().category?.subText == "1 unread")
                try await rig.space.client("ana").conversations.mark(.read, [sent.id], in: "release")
                #expect(try await reader.card().category?.subText == nil)
            }
        }
    }
}

/// Reads a feed, and advances the clock while the source combines changes.
final class FeedReader: Sendable {
    private let feed: any LiveFeed
    private let clock: TestClock
    private let changes = Counter()

    init(_ feed: any LiveFeed, _ clock: TestClock) {
        self.feed = feed
        self.clock = clock
    }

    var changeCount: Int { changes.count }

    /// The next event; nil at the end.
    func next() async throws -> LiveEvent? {
        let ticking = Task { [clock] in
            while !Task.isCancelled {
                clock.advance(by: 0.001)
                await Task.yield()
            }
        }
        defer { ticking.cancel() }
        var events = feed.events.makeAsyncIterator()
        let event = try await events.next()
        if case .changes? = event { changes.add() }
        return event
    }

    /// The card of the next change, which must contain exactly one.
    func card() async throws -> CardBody {
        guard case .changes(let delta)? = try await next() else { throw FixtureError(detail: "no change") }
        try #require(delta.upserts.count == 1)
        return try CardBody.decode(delta.upserts[0].body)
    }

    func removals() async throws -> [CardID] {
        guard case .changes(let delta)? = try await next() else { throw FixtureError(detail: "no change") }
        return delta.removals.map(\.id)
    }
}

private final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var value = 0
    var count: Int { lock.withLock { value } }
    func add() { lock.withLock { value += 1 } }
}

extension ComapiSource {
    fileprivate func latestText(of id: String) -> String? { threads[id]?.messages.last?.text }
}
