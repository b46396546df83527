// Imports only what a host imports.
import CardStream
import CardStreamTesting
import Foundation
import Testing

/// Host programs with unusual behaviour: many sessions, cancellation at any moment, and sessions that are released
/// without being closed.
@Suite(.timeLimit(.minutes(2))) struct HostProgramTests {
    private static let question = CardBody(components: [
        .headline(Card.Headline(text: "Release?")),
        .buttons(
            Card.ButtonContainer(buttons: [
                Card.Button(text: "Yes", action: .submit(Card.ButtonAction.Submission(buttonName: "yes")))
            ])),
    ])

    @Test func `a program without a screen lists, counts and answers cards, and gets the results`() async throws {
        let feed = try await TestFeed(startingAt: Date(timeIntervalSince1970: 1_800_000_000))
        let session = try await feed.session(for: "ana")
        let first = try await feed.publish(Self.question, to: "ana", in: "inbox")
        let second = try await feed.publish(
            json: #"{"content": [{"type": "headline", "text": "Lunch"}]}"#, to: "ana", in: "inbox")
        try await feed.publish(Self.question, to: "ben", in: "inbox")
        let deliveries = session.deliveries
        for await snapshot in try session.snapshots(in: "inbox") where snapshot.cards.count == 2 {
            #expect(Set(snapshot.cards.map(\.id)) == [first, second] && !snapshot.isTruncated)
            break
        }
        #expect(try await session.cardCount(in: "inbox") == 2)
        #expect(try await session.card(second, in: "inbox") != nil)
        try await session.perform(.submit(first, in: "inbox", buttonName: "yes"))
        try await session.enqueue(.dismiss(second, in: "inbox"))
        #expect(try await feed.end(of: second).status == .dismissed)
        var ended: [CardID] = []
        for await delivery in deliveries {
            #expect(delivery.result == .delivered)
            ended.append(delivery.cardID)
            if ended.count == 2 { break }
        }
        #expect(Set(ended) == [first, second])
        let outcome = try await feed.outcome(of: first)
        #expect(outcome.status == .completed && outcome.responses.count == 1)
        try await session.logout()
        await session.close()
    }

    @Test func `one action applies to many cards, and can be undone for all`() async throws {
        let feed = try await TestFeed()
        let session = try await feed.session(for: "ana", streams: ["inbox"])
        var cards: [CardID] = []
        for _ in 0..<3 { cards.append(try await feed.publish(Self.question, to: "ana", in: "inbox")) }
        for await snapshot in try session.snapshots(in: "inbox") where snapshot.cards.count == 3 { break }
        #expect(try await session.cardIDs(in: "inbox") == Set(cards))
        #expect(
            try await session.enqueue(.dismiss, onAll: cards, in: "inbox", undoWindow: .seconds(300)) == 3)
        #expect(try await session.cardIDs(in: "inbox").isEmpty)
        guard case .undone(_, .dismiss, count: 3) = try await session.undo() else {
            Issue.record("not undone")
            return
        }
        #expect(try await session.enqueue(.snooze(for: .seconds(60)), onAll: cards, in: "inbox") == 3)
        #expect(try await session.enqueue(.dismiss, onAll: [], in: "inbox") == 0)
        await #expect(throws: RequestError.self) {
            try await session.enqueue(.snooze(for: .seconds(-1)), onAll: cards, in: "inbox")
        }
        for await snapshot in try session.snapshots(in: "inbox") where snapshot.cards.isEmpty { break }
        feed.clock.advance(by: .seconds(61))
        for await snapshot in try session.snapshots(in: "inbox") where snapshot.cards.count == 3 { break }
        try await session.perform(.snooze(cards[0], in: "inbox", until: feed.clock.now.addingTimeInterval(60)))
        #expect(try await feed.outcome(of: cards[0]).status == .snoozed)
        await session.close()
    }

    @Test func `cards expire and held actions are sent by the clock of the test`() async throws {
        let feed = try await TestFeed()
        let session = try await feed.session(for: "ana", streams: ["inbox"])
        var brief = Self.question
        brief.expiresIn = "1h"
        let expiring = try await feed.publish(brief, to: "ana", in: "inbox")
        let held = try await feed.publish(Self.question, to: "ana", in: "inbox")
        for await snapshot in try session.snapshots(in: "inbox") where snapshot.cards.count == 2 { break }
        try await session.enqueue(.dismiss(held, in: "inbox"), undoWindow: .seconds(300))
        #expect(try await feed.outcome(of: held).status == .active)
        feed.clock.advance(by: .seconds(301))
        #expect(try await feed.end(of: held).status == .dismissed)
        #expect(try await feed.outcome(of: expiring).status == .active)
        feed.clock.advance(by: .seconds(3600))
        #expect(try await feed.end(of: expiring).status == .expired)
        for await snapshot in try session.snapshots(in: "inbox") where snapshot.cards.isEmpty { break }
        await session.close()
    }

    @Test func `requests that are cancelled at any moment end at once, and leave the session usable`() async throws {
        let feed = try await TestFeed()
        let session = try await feed.session(for: "ana", streams: ["inbox"])
        for _ in 0..<20 { try await feed.publish(Self.question, to: "ana", in: "inbox") }
        for await snapshot in try session.snapshots(in: "inbox") where snapshot.cards.count == 20 { break }
        let kinds: [@Sendable () async throws -> Void] = [
            { _ = try await session.cardCount(in: "inbox") },
            { _ = try await session.userMetrics() },
            { try await session.updateUser(UserSettings(name: "Ana")) },
            { try await session.flushEvents() },
            { for await _ in try session.snapshots(in: "inbox") {} },
            { for await _ in session.statuses {} },
            { for await _ in session.events() {} },
            { _ = try await session.history() },
        ]
        let tasks = (0..<300).map { index in
            Task { try await kinds[index % kinds.count]() }
        }
        for (index, task) in tasks.enumerated() {
            if index.isMultiple(of: 7) { await Task.yield() }
            task.cancel()
        }
        for task in tasks {
            do { try await task.value } catch is CancellationError {} catch let error as SessionError {
                #expect(error.code == .cancelled)
            }
        }
        #expect(try await session.cardCount(in: "inbox") == 20)
        await session.close()
    }

    @Test func `two users take turns on one session a hundred times, and see only their own cards`() async throws {
        let feed = try await TestFeed()
        let cards = [
            "ana": try await feed.publish(Self.question, to: "ana", in: "inbox"),
            "ben": try await feed.publish(Self.question, to: "ben", in: "inbox"),
        ]
        let session = try CardSession(.memory)
        let statuses = session.statuses
        for round in 0..<100 {
            let user = round.isMultiple(of: 2) ? "ana" : "ben"
            try await feed.connect(session, as: try #require(UserID(user)))
            for await snapshot in try session.snapshots(in: "inbox") where snapshot.problem == nil {
                if snapshot.cards.isEmpty { continue }
                #expect(snapshot.cards.map(\.id) == [cards[user]])
                break
            }
            try await session.logout()
        }
        await session.close()
        var last: SyncStatus?
        for await status in statuses { last = status }
        #expect(last?.connection == .stopped(.authentication("logged out")))
    }

    @Test func `released sessions release their files and end their sequences`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "cards.sqlite").path
        let feed = try await TestFeed()
        try await feed.publish(Self.question, to: "ana", in: "inbox")
        for _ in 0..<5 {
            let statuses: AsyncStream<SyncStatus>
            do {
                let session = try await Self.reopening { try await feed.session(for: "ana", at: path) }
                statuses = session.statuses
                for await snapshot in try session.snapshots(in: "inbox") where !snapshot.cards.isEmpty { break }
            }
            for await _ in statuses {}
        }
    }

    /// Opens a session, and retries while its file is in use: a released session frees its file soon, but not
    /// immediately.
    private static func reopening(_ open: () async throws -> CardSession) async throws -> CardSession {
        let end = ContinuousClock.now + .seconds(10)
        while true {
            do { return try await open() } catch let error as SessionError
                where error.code == .inUse && ContinuousClock.now < end
            { await Task.yield() }
        }
    }

    @Test func `fifty sessions of fifty users show and answer their cards`() async throws {
        let feed = try await TestFeed()
        try await withThrowingTaskGroup { group in
            for number in 0..<50 {
                group.addTask {
                    let user = try #require(UserID("user-\(number)"))
                    let card = try await feed.publish(Self.question, to: user, in: "inbox")
                    let session = try await feed.session(for: user)
                    for await snapshot in try session.snapshots(in: "inbox") where !snapshot.cards.isEmpty {
                        #expect(snapshot.cards.map(\.id) == [card])
                        break
                    }
                    try await session.perform(.submit(card, in: "inbox", buttonName: "yes"))
                    #expect(try await feed.outcome(of: card).status == .completed)
                    await session.close()
                }
            }
            try await group.waitForAll()
        }
    }
}
