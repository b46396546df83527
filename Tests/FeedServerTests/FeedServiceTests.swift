import Cards
import FeedAPI
import FeedServer
import FeedStorage
import Foundation
import Support
import Testing

@Suite struct FeedServiceTests {
    @Test func `cards come by priority, then most recently active first`() async throws {
        let test = try await TestServer()
        let old = try await test.publish(makeBody(priority: 5))
        test.clock.advance(by: 1)
        let new = try await test.publish(makeBody(priority: 5))
        let urgent = try await test.publish(makeBody(priority: 1))
        let low = try await test.publish(makeBody(priority: 10))
        #expect(try await test.ids() == [urgent, new, old, low])
    }

    @Test func `cards of one request keep its order, however often they are read`() async throws {
        let test = try await TestServer()
        let requests = (0..<40).map { number in
            PublishRequest(
                streamID: "ops", users: number % 3 == 0 ? ["bo", "ana"] : ["ana"],
                body: makeBody(title: "Card \(number)").encoded())
        }
        let receipt = try await test.server.publish(requests, environment: test.keys.environment)
        let published = receipt.cards.filter { $0.user == "ana" }.map(\.id)
        #expect(published.count == 40 && Set(published).count == 40)
        #expect(try await test.ids() == published)
        test.clock.advance(by: 1)
        let later = try await test.publish()
        #expect(try await test.ids() == [later] + published)
    }

    @Test func `users never see each other's cards and cannot act on them`() async throws {
        let test = try await TestServer()
        let card = try await test.publish(to: ["ana"])
        #expect(try await test.ids("bo").isEmpty)
        #expect(await problem { try await test.act(.dismiss, on: card, user: "bo") }?.type == .unknownCard)
        let other = FeedClient.inProcess(test.server, environment: "other", user: "ana")
        #expect(try await other.snapshot("ops", nil).entries.isEmpty)
        #expect(await problem { try await test.server.outcome(of: card, environment: "other") }?.type == .unknownCard)
        #expect(try await test.ids("ana") == [card])
    }

    @Test func `each user of one publication gets an instance of its own`() async throws {
        let test = try await TestServer()
        try await test.publish(to: ["ana", "bo", "ana"])
        let (ana, bo) = (try await test.ids("ana"), try await test.ids("bo"))
        #expect(ana.count == 2 || ana.count == 1)
        #expect(Set(ana).isDisjoint(with: bo))
    }

    @Test func `a repeated action has one effect and gets the first response`() async throws {
        let test = try await TestServer()
        let card = try await test.publish()
        let first = try await test.act(.voteUp(message: nil), on: card, key: "k")
        test.clock.advance(by: 5)
        #expect(try await test.act(.dismiss, on: card).sequence == first.sequence + 1)
        // A request counts as a repetition only if it is identical, including its time.
        let request = ActionRequest(
            key: ActionKey("k2"), streamID: "ops", cardID: try await test.publish(), response: .dismiss,
            at: .fixed)
        let answer = try await test.client().act(request)
        #expect(answer.status == .dismissed)
        #expect(try await test.client().act(request) == answer)
        #expect(
            try await test.server.outcome(of: request.cardID, environment: test.keys.environment).responses.count == 1)
        var other = request
        other.response = .voteUp(message: nil)
        #expect(await problem { try await test.client().act(other) }?.type == .keyReused)
    }

    @Test func `the same action from twenty tasks at once has one effect`() async throws {
        let test = try await TestServer()
        let request = ActionRequest(
            key: ActionKey("k"), streamID: "ops", cardID: try await test.publish(), response: .dismiss,
            at: .fixed)
        let client = test.client()
        let answers = try await withThrowingTaskGroup(of: ActionReceipt.self) { group in
            for _ in 0..<20 { group.addTask { try await client.act(request) } }
            return try await group.reduce(into: Set<ActionReceipt>()) { $0.insert($1) }
        }
        #expect(answers.count == 1)
        #expect(try await client.snapshot("ops", nil).totalCount == 0)
    }

    @Test(
        arguments: [
            (.submit(buttonName: "nope", values: [:]), .notOffered, "/button"),
            (.voteDown(reason: .other, message: nil), .notOffered, nil),
            (.snooze(until: .fixed(-1)), .badAction, "/until"),
            (.snooze(until: .fixed(7200)), .badAction, "/until"),
        ] as [(CardResponse, ProblemType, String?)])
    func `an action the card does not offer is refused`(
        response: CardResponse, type: ProblemType, pointer: String?
    ) async throws {
        let test = try await TestServer()
        let card = try await test.publish(makeBody(expiresAt: .fixed(3600)))
        let problem = await problem { try await test.act(response, on: card) }
        #expect(problem?.type == type)
        #expect(problem?.pointer == pointer)
        #expect(try await test.ids() == [card])
    }

    @Test func `a snooze preset may pass the expiry, the picker may not`() async throws {
        let test = try await TestServer()
        let buttons = Card.Component.buttons(
            Card.ButtonContainer(buttons: [Card.Button(text: "Later", action: .snooze(.duration("PT2H")))]))
        let card = try await test.publish(makeBody(components: [buttons], expiresAt: .fixed(3600)))
        #expect(await problem { try await test.act(.snooze(until: .fixed(5000)), on: card) }?.type == .badAction)
        #expect(try await test.act(.snooze(until: .fixed(7200)), on: card).status == .snoozed)
    }

    @Test func `dismissing and snoozing can be switched off`() async throws {
        let test = try await TestServer()
        let actions = ActionProperties(
            isDismissSwipeEnabled: false, isDismissOverflowEnabled: false, isSnoozeSwipeEnabled: false,
            isSnoozeOverflowEnabled: false)
        let card = try await test.publish(
            makeBody(components: [.text(Card.TextBlock(text: "x"))], actions: actions))
        #expect(await problem { try await test.act(.dismiss, on: card) }?.type == .notOffered)
        #expect(await problem { try await test.act(.snooze(until: .fixed(60)), on: card) }?.type == .notOffered)
    }

    @Test func `a closed card accepts no action, and its outcome reports what happened`() async throws {
        let test = try await TestServer()
        let card = try await test.publish()
        let submit = CardResponse.submit(buttonName: "approve", values: ["amount": 0.10])
        #expect(try await test.act(submit, on: card).status == .completed)
        #expect(await problem { try await test.act(.dismiss, on: card) }?.type == .cardClosed)
        let outcome = try await test.server.outcome(of: card, environment: test.keys.environment)
        #expect(outcome.status == .completed)
        #expect(outcome.responses.map(\.response) == [submit])
    }

    @Test func `cancelling a card twice has the same effect as once`() async throws {
        let test = try await TestServer()
        let card = try await test.publish()
        let cursor = try await test.client().snapshot("ops", nil).cursor
        let first = try await test.server.cancel(card, environment: test.keys.environment)
        #expect(first.status == .cancelled)
        #expect(try await test.server.cancel(card, environment: test.keys.environment) == first)
        #expect(try await test.client().changes("ops", cursor)?.removals.map(\.status) == [.cancelled])
        #expect(
            await problem { try await test.server.cancel("nope", environment: test.keys.environment) }?.type
                == .unknownCard)
    }

    @Test func `publishing again with a key returns the first response, and is refused with another card`() async throws
    {
        let test = try await TestServer()
        let card = try await test.publish(key: "k")
        #expect(try await test.publish(key: "k") == card)
        #expect(try await test.ids() == [card])
        #expect(await problem { try await test.publish(makeBody(title: "Other"), key: "k") }?.type == .keyReused)
    }

    @Test func `the same lifecycle id replaces the open instance`() async throws {
        let test = try await TestServer()
        let old = try await test.publish(makeBody(lifecycleID: "order-1"))
        let other = try await test.publish(makeBody(lifecycleID: "order-2"))
        let bos = try await test.publish(makeBody(lifecycleID: "order-1"), to: ["bo"])
        test.clock.advance(by: 1)
        let new = try await test.publish(makeBody(lifecycleID: "order-1"))
        #expect(try await test.ids() == [new, other])
        #expect(try await test.ids("bo") == [bos])
        #expect(try await test.server.outcome(of: old, environment: test.keys.environment).status == .cancelled)
    }

    @Test func `a bad card is named by its field and nothing is stored`() async throws {
        let test = try await TestServer()
        let body = Array(#"{"priority":11,"content":[{"type":"text","text":"x"}]}"#.utf8)
        let request = PublishRequest(streamID: "ops", users: ["ana"], body: body)
        let problem = await problem { try await test.server.publish([request], environment: test.keys.environment) }
        #expect(problem?.type == .badCard)
        #expect(problem?.pointer == "/card/priority")
        #expect(problem?.expected?.isEmpty == false)
        #expect(try await test.ids().isEmpty)
    }

    @Test func `a snapshot in pages is consistent, although cards change between pages`() async throws {
        let test = try await TestServer(
            limits: {
                var limits = ServerLimits(); limits.pageCards = 7; return limits
            }())
        var known: Set<CardID> = []
        for _ in 0..<40 {
            known.insert(try await test.publish(makeBody(priority: .random(in: 1...10))))
            test.clock.advance(by: 1)
        }
        let client = test.client()
        var entries: [CardID: FeedEntry] = [:]
        var page: String?
        var cursor: FeedCursor?
        repeat {
            let answer = try await client.snapshot("ops", page)
            #expect(answer.entries.count <= 7)
            #expect(cursor == nil || cursor == answer.cursor)
            cursor = answer.cursor
            for entry in answer.entries { entries[entry.id] = entry }
            page = answer.next
            known.insert(try await test.publish(makeBody(priority: 1)))
            let victim = try #require(known.randomElement())
            known.remove(victim)
            _ = try await test.act(.dismiss, on: victim)
        } while page != nil
        while let delta = try await client.changes("ops", try #require(cursor)) {
            cursor = delta.cursor
            for entry in delta.upserts { entries[entry.id] = entry }
            for removal in delta.removals { entries[removal.id] = nil }
        }
        #expect(Set(entries.keys) == known)
        #expect(try await client.snapshot("ops", nil).totalCount == known.count)
    }

    @Test func `a cursor of another log, of the future or below the horizon has expired`() async throws {
        let test = try await TestServer()
        let card = try await test.publish()
        let client = test.client()
        let old = try await client.snapshot("ops", nil).cursor
        _ = try await test.act(.dismiss, on: card)
        let epoch = try #require(old.parts?.epoch)
        for cursor in ["other-1", "\(epoch)-99", "\(epoch)--1", "nonsense"] {
            #expect(
                await problem { try await client.changes("ops", FeedCursor(cursor)) }?.type == .cursorExpired)
        }
        #expect(try await client.changes("ops", old)?.removals.count == 1)
        try await test.server.compact(before: test.clock.now + 1)
        #expect(await problem { try await client.changes("ops", old) }?.type == .cursorExpired)
        let fresh = try await client.snapshot("ops", nil)
        #expect(fresh.entries.isEmpty && fresh.hasEverHadCard)
        #expect(try await client.changes("ops", fresh.cursor) == nil)
    }

    @Test func `embargo, snooze return and expiry happen on time and are pushed`() async throws {
        let test = try await TestServer()
        await test.server.startClock()
        let socket = try await test.client().openSocket()
        try await socket.send(.subscribe([.init(streamID: "ops", since: nil)]))
        var frames = FrameReader(socket)
        #expect(
            try await frames.next() == .live(stream: "ops", cursor: try await test.client().snapshot("ops", nil).cursor)
        )

        var body = makeBody(expiresAt: .fixed(300))
        body.publishAt = .fixed(60)
        let card = try await test.publish(body)
        #expect(try await test.server.outcome(of: card, environment: test.keys.environment).status == .embargoed)
        #expect(try await test.ids().isEmpty)

        test.clock.advance(by: 60)
        let published = try await frames.delta()
        #expect(published.upserts.map(\.id) == [card])
        #expect(published.upserts.first?.activeAt == .fixed(60))

        _ = try await test.act(.snooze(until: .fixed(120)), on: card)
        let snoozed = try await frames.delta().upserts.first
        #expect(snoozed?.status == .snoozed && snoozed?.snoozedUntil == .fixed(120) && snoozed?.body.isEmpty == false)
        let snapshot = try await test.client().snapshot("ops", nil)
        #expect(snapshot.totalCount == 0 && snapshot.entries.map(\.status) == [.snoozed])
        test.clock.advance(by: 60)
        #expect(try await frames.delta().upserts.map(\.activeAt) == [.fixed(120)])

        test.clock.advance(by: 200)
        #expect(try await frames.delta().removals.map(\.status) == [.expired])
        await socket.close()
        await test.server.stop()
    }

    @Test func `a snoozed card is woken, and an active one stays as it is`() async throws {
        let test = try await TestServer()
        let card = try await test.publish()
        _ = try await test.act(.snooze(until: .fixed(7200)), on: card)
        #expect(try await test.ids().isEmpty)
        test.clock.advance(by: 60)
        #expect(try await test.act(.unsnooze, on: card, key: "wake").status == .active)
        let entry = try await test.client().snapshot("ops", nil).entries.first
        #expect(entry?.id == card && entry?.activeAt == .fixed(60) && entry?.snoozedUntil == nil)
        test.clock.advance(by: 60)
        #expect(try await test.act(.unsnooze, on: card, key: "again").status == .active)
        #expect(try await test.client().snapshot("ops", nil).entries.first?.activeAt == .fixed(60))
        _ = try await test.act(.dismiss, on: card, key: "end")
        await #expect(throws: FeedError.self) { try await test.act(.unsnooze, on: card, key: "late") }
        await test.server.stop()
    }

    @Test func `a snapshot continues with the snoozed cards, page by page`() async throws {
        var limits = ServerLimits()
        limits.pageCards = 2
        let test = try await TestServer(limits: limits)
        var cards: [CardID] = []
        for _ in 0..<5 { cards.append(try await test.publish()) }
        for (index, card) in cards.prefix(3).enumerated() {
            _ = try await test.act(.snooze(until: .fixed(7200)), on: card, key: "s\(index)")
        }
        let entries = try await test.entries()
        #expect(entries.map(\.status) == [.active, .active, .snoozed, .snoozed, .snoozed])
        #expect(Set(entries.map(\.id)) == Set(cards))
        await test.server.stop()
    }

    @Test func `an answer survives a restart, in a directory that one server owns`() async throws {
        let directory = temporaryDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let first = try await TestServer(directory: directory)
        let card = try await first.publish()
        let kept = try await first.publish()
        let cursor = try await first.client().snapshot("ops", nil).cursor
        let receipt = try await first.act(.dismiss, on: card, key: "k")
        await #expect(throws: StorageError.inUse(directory: directory)) {
            _ = try await TestServer(directory: directory)
        }
        for file in try FileManager.default.contentsOfDirectory(atPath: directory) {
            let mode = try FileManager.default.attributesOfItem(atPath: directory + "/" + file)[.posixPermissions]
            #expect(mode as? Int == 0o600, "\(file)")
        }
        await first.server.stop()

        let second = try await TestServer(directory: directory, keys: first.keys)
        #expect(try await second.ids() == [kept])
        #expect(try await second.client().changes("ops", cursor)?.removals.map(\.id) == [card])
        #expect(try await second.act(.dismiss, on: card, key: "k") == receipt)
        await second.server.stop()
    }

    @Test func `a bulk publish of 10,000 cards is all there`() async throws {
        let test = try await TestServer()
        let body = makeBody().encoded()
        let requests = (0..<10_000).map { PublishRequest(streamID: "ops", users: ["u\($0 % 10)"], body: body) }
        let elapsed = try await ContinuousClock().measure {
            let receipt = try await test.server.publish(requests, environment: test.keys.environment)
            #expect(Set(receipt.cards.map(\.id)).count == 10_000)
        }
        #expect(try await test.client("u3").snapshot("ops", nil).totalCount == 1000)
        #expect(elapsed < .seconds(30))
    }
}
