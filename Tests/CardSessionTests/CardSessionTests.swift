import CardSession
import Cards
import FeedAPI
import FeedServer
import Foundation
import Testing

struct CardSessionTests {
    private let stream = StreamID("inbox")

    private func temporaryPath() -> String {
        NSTemporaryDirectory() + "cardstream-\(UUID().uuidString)/cards.sqlite"
    }

    private func card(_ text: String) -> [UInt8] {
        CardBody(components: [.headline(Card.Headline(text: text))]).encoded()
    }

    @Test func `a second session on the same file gets the owner's name, and can open it after the close`() async throws
    {
        let path = temporaryPath()
        defer { try? FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent) }
        let first = try CardSession(.file(path: path))
        let error = #expect(throws: SessionError.self) { try CardSession(.file(path: path)) }
        guard case .inUse(path, getpid()) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error?.explanation.contains("another session of this program") == true)
        await first.close()
        let second = try CardSession(.file(path: path))
        #expect(throws: SessionError.closed) { try first.window(FeedQuery(streamID: stream)) }
        await #expect(throws: SessionError.closed) {
            try await first.respond(to: CardID("x"), in: stream, with: .dismiss)
        }
        await first.close()
        await second.close()
    }

    @Test func `cards that arrive and a delivered action are both reported`() async throws {
        let keys = DevelopmentKeys.ephemeral()
        let server = try await FeedServer(keys.config)
        let receipt = try await server.publish(
            [PublishRequest(streamID: stream, users: ["ana"], body: card("Hello"))], environment: keys.environment)
        let id = try #require(receipt.cards.first?.id)
        let session = try CardSession(.memory)
        let (windows, windowsIn) = AsyncStream.makeStream(of: CardWindow.self)
        let (events, eventsIn) = AsyncStream.makeStream(of: SessionEvent.self)
        let observer = session.observe(FeedQuery(streamID: stream)) { _, result in
            if case .success(let window) = result { windowsIn.yield(window) }
        }
        await session.connect(
            FeedSource(.inProcess(server, environment: keys.environment, user: "ana")), streams: [stream],
            delivery: .push(fallbackInterval: .seconds(1))
        ) { eventsIn.yield($0) }
        for await window in windows where window.items.map(\.id) == [id] { break }
        try await session.respond(to: id, in: stream, with: .dismiss)
        for await event in events where event == .delivered(id, .dismiss) { break }
        #expect(try await server.outcome(of: id, environment: keys.environment).status == .dismissed)
        #expect(try session.window(FeedQuery(streamID: stream)).items.isEmpty)
        observer.stop()
        await session.close()
        await server.stop(within: .seconds(1))
    }

    @Test func `an offline response that is undone never reaches the server`() async throws {
        let path = temporaryPath()
        defer { try? FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent) }
        let keys = DevelopmentKeys.ephemeral()
        let server = try await FeedServer(keys.config)
        let receipt = try await server.publish(
            [PublishRequest(streamID: stream, users: ["ana"], body: card("Hello"))], environment: keys.environment)
        let id = try #require(receipt.cards.first?.id)
        let client = FeedClient.inProcess(server, environment: keys.environment, user: "ana")
        let online = try CardSession(.file(path: path))
        let (windows, windowsIn) = AsyncStream.makeStream(of: CardWindow.self)
        let observer = online.observe(FeedQuery(streamID: stream)) { _, result in
            if case .success(let window) = result { windowsIn.yield(window) }
        }
        await online.connect(FeedSource(client), streams: [stream], delivery: .push(fallbackInterval: .seconds(1))) {
            _ in
        }
        for await window in windows where window.items.map(\.id) == [id] { break }
        observer.stop()
        await online.close()

        let session = try CardSession(.file(path: path))
        try await session.respond(to: id, in: stream, with: .submit(buttonName: "send", values: [:]))
        #expect(try session.window(FeedQuery(streamID: stream)).items.isEmpty)
        #expect(try await session.withdraw(from: id, in: stream) == .withdrawn)
        #expect(try session.window(FeedQuery(streamID: stream)).items.map(\.id) == [id])
        #expect(try await session.withdraw(from: id, in: stream) == .settled)
        let (events, eventsIn) = AsyncStream.makeStream(of: SessionEvent.self)
        await session.connect(FeedSource(client), streams: [stream], delivery: .push(fallbackInterval: .seconds(1))) {
            eventsIn.yield($0)
        }
        try await session.respond(to: id, in: stream, with: .dismiss)
        for await case .delivered(id, let response) in events {
            #expect(response == .dismiss)
            break
        }
        #expect(try await server.outcome(of: id, environment: keys.environment).status == .dismissed)
        await session.close()
        await server.stop(within: .seconds(1))
    }

    @Test func `a held action is undone, or sent when the program ends`() async throws {
        let keys = DevelopmentKeys.ephemeral()
        let server = try await FeedServer(keys.config)
        let cards = try await server.publish(
            ["One", "Two"].map { PublishRequest(streamID: stream, users: ["ana"], body: card($0)) },
            environment: keys.environment
        ).cards.map(\.id)
        let session = try CardSession(.memory)
        let (windows, windowsIn) = AsyncStream.makeStream(of: CardWindow.self)
        let observer = session.observe(FeedQuery(streamID: stream)) { _, result in
            if case .success(let window) = result { windowsIn.yield(window) }
        }
        let client = FeedClient.inProcess(server, environment: keys.environment, user: "ana")
        await session.connect(FeedSource(client), streams: [stream], delivery: .push(fallbackInterval: .seconds(1))) {
            _ in
        }
        for await window in windows where window.items.count == 2 { break }
        observer.stop()
        for id in cards { try await session.respond(to: id, in: stream, with: .dismiss, undoWindow: .seconds(3600)) }
        #expect(try await session.undo() == .undone(cards[1], .dismiss))
        #expect(try session.window(FeedQuery(streamID: stream)).items.map(\.id) == [cards[1]])
        try await session.sendHeld(within: .seconds(10))
        await session.close()
        #expect(try await server.outcome(of: cards[0], environment: keys.environment).status == .dismissed)
        #expect(try await server.outcome(of: cards[1], environment: keys.environment).status == .active)
        await server.stop(within: .seconds(1))
    }

    @Test func `a card that is gone cannot be answered`() async throws {
        let session = try CardSession(.memory)
        await #expect(throws: SessionError.cardGone(CardID("x"))) {
            try await session.respond(to: CardID("x"), in: stream, with: .dismiss)
        }
        await session.close()
    }

    @Test(arguments: ["secret\r\nX-Evil: 1", "", " \n", "sec ret"])
    func `text that cannot be a token is refused and not quoted`(text: String) async {
        for source in [TokenSource.value(text, name: "TOKEN"), .custom { text }] {
            let failure = await #expect(throws: TokenFailure.self) { try await source.read() }
            #expect(failure?.reason.contains("sec") == false)
        }
    }

    @Test func `a token file that others can read is refused`() async throws {
        let path = NSTemporaryDirectory() + "cardstream-token-\(UUID().uuidString)"
        try Data("secret-token\n".utf8).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        chmod(path, 0o644)
        let failure = await #expect(throws: TokenFailure.self) { try await TokenSource.file(path: path).read() }
        #expect(failure?.reason.contains("secret-token") == false)
        chmod(path, 0o600)
        #expect(try await TokenSource.file(path: path).read() == "secret-token")
    }
}
