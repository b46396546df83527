import Cards
import FeedAPI
import FeedEngine
import FeedStorage
import Foundation
import Support
import Testing

/// Asks, in every storage.
@Suite struct AskContractTests {
    private static let body = CardBody(components: [
        .headline(Card.Headline(text: "Release?")),
        .buttons(
            Card.ButtonContainer(buttons: [
                Card.Button(text: "Yes", action: .submit(.init(buttonName: "yes"))),
                Card.Button(text: "No", action: .submit(.init(buttonName: "no"))),
            ])),
    ])

    /// Creates an ask. The ids of its cards consist of the ask's id and the names of the users.
    private func ask(
        _ id: AskID = "a", of rig: Rig, in environment: EnvironmentID = Rig.environment, at seconds: Double = 0,
        change: (inout AskRequest) -> Void = { _ in }
    ) async throws -> MakeAsk.Reply {
        var request = AskRequest(streamID: "ops", users: ["ana", "bo"], body: Self.body.encoded(), timeout: 600)
        change(&request)
        let now = Date.fixed(seconds)
        let ids = (request.users + request.steps.flatMap(\.users)).map { CardID(stored: "\(id)-\($0)") }
        return try await rig.storage.run(
            MakeAsk(try CheckedAsk(request, now: now), id: id, in: environment, ids: ids, now: now)
        ).reply
    }

    @Test(arguments: StorageKind.allCases)
    func `an ask is read with its cards and the users who have seen them`(kind: StorageKind) async throws {
        let rig = try Rig(kind)
        _ = try await ask(of: rig)
        let seen = StoredRecord(kind: .analytics, id: "r", content: Array("{}".utf8), seenCard: "a-bo")
        _ = try await rig.storage.collect([seen], of: Rig.bo, at: .fixed(7))
        let found = try #require(try await rig.storage.ask("a", in: Rig.environment))
        #expect(found.title == "Release?" && found.deadline == .fixed(600) && found.settlement == nil)
        #expect(
            found.cards == [
                Ask.Card(id: "a-ana", user: "ana", status: .active),
                Ask.Card(id: "a-bo", user: "bo", status: .active, seenAt: .fixed(7)),
            ])
        #expect(try await rig.storage.ask("a", in: "other") == nil)
        #expect(try await rig.storage.ask("b", in: Rig.environment) == nil)
    }

    @Test(arguments: StorageKind.allCases)
    func `the first answer settles an ask for all users, and each feed has its change`(kind: StorageKind) async throws {
        let rig = try Rig(kind)
        _ = try await ask(of: rig)
        let now = Date.fixed(10)
        let request = ActionRequest(
            key: "k", streamID: "ops", cardID: "a-bo",
            response: .submit(buttonName: "no", values: ["why": "frozen"]), at: .fixed(9))
        let done = try await rig.storage.run(ActOnCard(request, by: Rig.bo, now: now))
        #expect(done.changed.asks == ["a"])
        #expect(done.changed.feeds == [Rig.ops, FeedKey(viewer: Rig.bo, streamID: "ops")])
        let found = try #require(try await rig.storage.ask("a", in: Rig.environment))
        let vote = Ask.Vote(
            user: "bo", cardID: "a-bo", button: "no", isPositive: false, values: ["why": "frozen"], at: .fixed(9),
            receivedAt: .fixed(10))
        #expect(found.settlement == Ask.Settlement(.decline, vote: vote, at: .fixed(10)))
        #expect(found.votes == [vote])
        // Ana's viewer then reads the card without its buttons, and with its expiry.
        let entry = try #require(try await rig.changes(after: 1).entries.first)
        #expect(entry.id == "a-ana" && entry.status == .active && entry.expiresAt == .fixed(3610))
        #expect(try CardBody.decode(entry.body).answered?.by == "bo")
        #expect(try await rig.storage.deadlines().card == .fixed(3610))
    }

    @Test(arguments: StorageKind.allCases)
    func `a repeated key finds its ask in its environment`(kind: StorageKind) async throws {
        let rig = try Rig(kind)
        #expect(try await ask(of: rig) { $0.key = "k" }.isNew)
        let again = try await ask("b", of: rig) { $0.key = "k" }
        #expect(again.id == "a" && !again.isNew)
        #expect(try await ask("c", of: rig, in: "other") { $0.key = "k" }.isNew)
        #expect(
            try await problem {
                try await ask("d", of: rig) {
                    $0.key = "k"; $0.timeout = 5
                }
            } == .keyReused)
        // Without a key, each request is a separate ask.
        #expect(try await ask("e", of: rig).isNew)
        #expect(try await ask("f", of: rig).isNew)
    }

    @Test(arguments: StorageKind.allCases)
    func `steps and deadlines are due at their time`(kind: StorageKind) async throws {
        let rig = try Rig(kind)
        _ = try await ask(of: rig) {
            $0.users = ["ana"]
            $0.steps = [.init(after: 60, users: ["bo"])]
        }
        #expect(try await rig.storage.deadlines().card == .fixed(60))
        let step = try await rig.storage.run(ApplyDeadlines(now: .fixed(61)))
        #expect(step.reply == 1 && step.changed.asks == ["a"])
        #expect(try await rig.storage.ask("a", in: Rig.environment)?.cards.map(\.user) == ["ana", "bo"])
        #expect(try await rig.storage.deadlines().card == .fixed(600))
        _ = try await rig.storage.run(ApplyDeadlines(now: .fixed(600)))
        #expect(try await rig.storage.ask("a", in: Rig.environment)?.settlement?.outcome == .timeout)
        #expect(try await rig.status("a-ana") == .expired)
        #expect(try await rig.storage.deadlines() == FeedDeadlines())
    }

    @Test(arguments: StorageKind.allCases)
    func `lists name the newest first, and settled asks are forgotten in time`(kind: StorageKind) async throws {
        let rig = try Rig(kind)
        for id in ["a", "b", "c"] as [AskID] { _ = try await ask(id, of: rig) }
        _ = try await rig.storage.run(WithdrawAsk("b", in: Rig.environment, now: .fixed(20)))
        func ids(_ all: Bool, _ limit: Int = 10) async throws -> [AskID] {
            try await rig.storage.asks(of: Rig.environment, includesSettled: all, limit: limit).map(\.id)
        }
        #expect(try await ids(false) == ["c", "a"])
        #expect(try await ids(true) == ["c", "b", "a"])
        #expect(try await ids(true, 1) == ["c"])
        #expect(try await rig.storage.asks(of: "other", includesSettled: true, limit: 10).isEmpty)
        #expect(try await rig.storage.countOpenAsks(of: Rig.environment) == 2)
        #expect(try await rig.storage.countOpenAsks(of: "other") == 0)
        while try await rig.storage.compact(before: .fixed(100), limit: 10) > 0 {}
        #expect(try await ids(true) == ["c", "a"])
    }

    @Test(arguments: StorageKind.allCases)
    func `a webhook is told of the settlement with the ask`(kind: StorageKind) async throws {
        let rig = try Rig(kind)
        let webhook = StoredWebhook(
            id: "w", environment: Rig.environment, url: "https://h.example", secret: "s", events: [.askSettled],
            streams: [], createdAt: 0)
        _ = try await rig.storage.run(AddWebhook(webhook))
        _ = try await ask(of: rig)
        _ = try await rig.storage.run(WithdrawAsk("a", in: Rig.environment, now: .fixed(20)))
        let due = try await rig.storage.claimDeliveries(of: "w", limit: 9, now: .fixed(30), until: .fixed(90))
        #expect(due.map(\.event) == [.askSettled])
        #expect(due.first?.ask?.settlement?.reason == .withdrawn)
        #expect(due.first?.card.card.id == "a-ana")
    }
}
