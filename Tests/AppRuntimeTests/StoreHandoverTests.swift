import AppCore
import Basics
import CardSession
import Cards
import FeedAPI
import FeedServer
import Foundation
import Logging
import Support
import Testing

@testable import AppRuntime

/// A viewer that began beside another, when the other ends.
@Suite(.timeLimit(.minutes(1))) struct StoreHandoverTests {
    private let directory: TemporaryDirectory
    private var path: String { "\(directory.path)/cards.sqlite" }

    init() throws { directory = try TemporaryDirectory() }

    private func begin(_ app: HeadlessApp) {
        StoreHandover.begin(path: path, mailbox: app.mailbox, logger: .none)
    }

    private func next(_ mailbox: Mailbox<LoopMessage>) async throws -> LoopMessage? {
        let end = ContinuousClock.now + .seconds(20)
        while mailbox.isEmpty, ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(2)) }
        return mailbox.drain().first
    }

    @Test(arguments: [true, false])
    func `what another session has is opened once it lets go, and who they are is told`(isCommand: Bool) async throws {
        let first = isCommand ? try CardSession(command: path) : try CardSession(.file(path: path))
        let mailbox = Mailbox<LoopMessage>()
        StoreHandover.begin(path: path, mailbox: mailbox, logger: .none)
        guard case .event(.storeHeld(isCommand)) = try await next(mailbox) else {
            Issue.record("who has it is not told")
            return
        }
        #expect(mailbox.isEmpty)
        await first.close()
        guard case .storeOpened(let session) = try await next(mailbox) else {
            Issue.record("the store was not opened")
            return
        }
        #expect(throws: SessionError.self) { try CardSession(.file(path: path)) }
        await session.close()
    }

    @Test func `the history of the time without a store joins that of the store`() async throws {
        let server = try await HeadlessApp(cards: [.titled("First"), .titled("Second")])
        func session(_ storage: CardSession.Storage, dismissing title: String) async throws -> CardSession {
            let session = try CardSession(storage)
            await session.connect(
                FeedSource(server.client), streams: [HeadlessApp.stream], delivery: .push(fallbackInterval: 1)
            ) {
                _ in
            }
            let end = ContinuousClock.now + .seconds(20)
            var card: CardID?
            while card == nil, ContinuousClock.now < end {
                card = try session.window(FeedQuery(streamID: HeadlessApp.stream)).items.first { item in
                    if case .card(let card) = item.content { card.body.title == title } else { false }
                }?.id
                try await Task.sleep(for: .milliseconds(2))
            }
            try await session.respond(to: try #require(card), in: HeadlessApp.stream, with: .dismiss)
            return session
        }
        let store = try await session(.file(path: path), dismissing: "First")
        let former = try await session(.memory, dismissing: "Second")
        let end = ContinuousClock.now + .seconds(20)
        while try former.unsentActions() > 0, ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(2)) }
        try await store.joinHistory(of: former)
        let past = try await store.history()
        #expect(past.map(\.title) == ["Second", "First"] && past[0].state == .sent && past[0].response == .dismiss)
        await former.close()
        await store.close()
        await server.close()
    }

    @Test func `no answer is lost with the memory it is in, and what was entered goes along`() async throws {
        let fields: [Component] = [
            .headline(Headline(text: "Expenses")),
            .input(Input(name: "note", label: "Note", kind: .text(defaultValue: "", numberOfLines: 1))),
        ]
        let app = try await HeadlessApp(cards: [.titled("Dismiss me", priority: 1), CardBody(components: fields)])
        app.loop.state.keepsActions = false
        app.loop.state.containers[0].isStarted = true
        let isBlocked = Lock(true)
        var client = app.client
        client.act = { [act = client.act] request throws(FeedError) in
            if isBlocked.withLock({ $0 }) { throw .network("blocked") }
            return try await act(request)
        }
        await app.connect(client)
        #expect(app.shows("Expenses") && app.shows("Dismiss me"))
        app.press("d")
        #expect(app.hides("Dismiss me"))
        app.press("tab", "h", "i", "esc")
        #expect(app.shows("hi"))

        let moved = Lock<CardSession?>(nil)
        app.loop.onSession = { session in moved.withLock { $0 = session } }
        let command = try CardSession(command: path)
        begin(app)
        #expect(app.shows("a command runs: kept when it ends"))
        await command.close()
        _ = app.player.wait { _ in app.loop.successor != nil }
        app.player.settle()
        #expect(app.loop.successor != nil && moved.withLock { $0 } == nil && !app.loop.state.keepsActions)

        isBlocked.withLock { $0 = false }
        await app.session.refresh()
        #expect(app.shows("kept from now on"))
        let store = try #require(moved.withLock { $0 })
        #expect(app.loop.successor == nil && app.loop.state.keepsActions)
        app.player.settle()
        #expect(try await app.client.snapshot(HeadlessApp.stream, nil).entries.count == 1)
        #expect(try store.drafts(in: HeadlessApp.stream).count == 1)
        // From here on the cards are those of the store.
        await store.connect(FeedSource(app.client), streams: [HeadlessApp.stream], delivery: .push(fallbackInterval: 1))
        { _ in }
        #expect(app.shows("Expenses"))
        try await app.publish(.titled("Afterwards"))
        #expect(app.player.wait { _ in app.container.window.items.count == 2 } && app.shows("hi"))
        #expect(try store.window(FeedQuery(streamID: HeadlessApp.stream)).totalCount == 2)
        await store.close()
        await app.close()
    }
}
