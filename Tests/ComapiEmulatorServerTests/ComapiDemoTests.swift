import Basics
import CardStreamComapi
import ComapiEmulator
import CurlTransport
import EmulatorHTTP
import Foundation
import Support
import Testing

@testable import ComapiEmulatorServer

/// The demo as its user experiences it: over the network, with the client.
@Suite(.timeLimit(.minutes(1))) struct ComapiDemoTests {
    private let clock = TestClock()

    private var syncClock: SyncClock {
        SyncClock(
            now: { [clock] in clock.now }, uptime: { [clock] in clock.uptime },
            sleep: { [clock] in await clock.sleep(until: $0) })
    }

    private func run(_ test: (ComapiClient) async throws -> Void) async throws {
        let demo = try await ComapiDemo.start(clock: syncClock)
        let configuration = demo.configuration
        let authenticator = HS256Authenticator(
            profileID: demo.userID, secret: configuration.secret, issuer: configuration.issuer,
            audience: configuration.audience, now: { [clock] in clock.now })
        let space = ComapiSpace(id: configuration.apiSpaceID, authenticator: authenticator, baseURL: demo.baseURL)
        let result: Result<Void, any Error>
        do { result = .success(try await test(ComapiClient(space))) } catch { result = .failure(error) }
        await demo.close()
        try result.get()
    }

    @Test func `the demo has people, conversations and a public conversation`() async throws {
        try await run { client in
            #expect(
                try await client.profiles.find(ProfileQuery()).map(\.displayName) == [
                    "Ana Moreno", "Ben Okafor", "Cleo Lind",
                ])
            let mine = try await client.conversations.list()
            #expect(mine.map(\.id) == ["workshop", "lunch", "release"])
            #expect(try await client.conversations.list(.everyones).map(\.id) == ["lobby"])
            let release = try await client.conversations.messages(of: "release").messages
            #expect(release.count == 5)
            // In the past, in order, and all read except the last one.
            let times = release.compactMap(\.sentOn)
            #expect(times == times.sorted() && times.allSatisfy { $0 < clock.now })
            #expect(times.last == clock.now.addingTimeInterval(-240))
            let others = release.filter { $0.senderID != "ana" }
            #expect(others.map { $0.statusUpdates["ana"]?.status } == [.read, .read, .read, nil])
        }
    }

    @Test func `one conversation has 300 messages for paging`() async throws {
        try await run { client in
            var pager = client.conversations.pager(of: "workshop", limit: 100)
            var texts: [String] = []
            while let page = try await pager.next() { texts = page.map(\.text) + texts }
            #expect(texts.count == 300)
            #expect(texts.first?.hasPrefix("Note 1: ") == true && texts.last?.hasPrefix("Note 300: ") == true)
        }
    }

    @Test func `a message of the user is delivered, read and replied to, and then the demo is idle`() async throws {
        try await run { client in
            var events = client.events().makeAsyncIterator()
            _ = await events.next()
            #expect(clock.sleeperCount == 0)
            let message = try await client.conversations.send(SendableMessage("Shall we begin?"), to: "release")
            var seen: [String] = []
            func next(_ count: Int) async {
                for _ in 0..<count {
                    guard let event = await events.next() else { return }
                    switch event.kind {
                    case .sent(let message, _): seen.append("\(message.senderID): \(message.text)")
                    case .status(let id, let reader, let update):
                        seen.append("\(reader) \(update.status)\(id == message.id ? "" : " of another")")
                    case .typing(let profile): seen.append("\(profile) types")
                    case .typingStopped(let profile): seen.append("\(profile) stops")
                    default: seen.append(event.name)
                    }
                }
            }
            await next(3)
            #expect(seen.first == "ana: Shall we begin?")
            #expect(Set(seen.dropFirst()) == ["ben delivered", "cleo delivered"])
            while clock.sleeperCount < 2 { await Task.yield() }
            seen = []
            clock.advance(by: DemoBot.readingTime)
            await next(3)
            #expect(Set(seen) == ["ben read", "cleo read", "ben types"])
            while clock.sleeperCount < 1 { await Task.yield() }
            seen = []
            clock.advance(by: DemoBot.typingTime)
            await next(2)
            #expect(seen == ["ben stops", "ben: Yes, that works for me."])
            #expect(clock.sleeperCount == 0)
        }
    }

    @Test func `the demo's replies depend on the message, and take turns`() {
        #expect(DemoAnswers.text(to: "Ready?", number: 0) != DemoAnswers.text(to: "Ready?", number: 1))
        #expect(DemoAnswers.text(to: "Ready?", number: 0) == DemoAnswers.text(to: "And you?", number: 3))
        #expect(DemoAnswers.text(to: "Ready?", number: 0) != DemoAnswers.text(to: "Ready.", number: 0))
    }

    @Test func `other frames are not messages`() {
        for frame in ["", "{}", "[]", "{\"name\":\"conversationMessage.sent\"}", "{\"name\":\"socket.info\"}"] {
            #expect(DemoMessage(frame) == nil)
        }
    }
}
