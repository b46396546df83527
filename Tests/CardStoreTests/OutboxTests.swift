import CardStore
import Cards
import FeedAPI
import Foundation
import Support
import Testing

@Suite struct OutboxTests {
    let database: CardDatabase
    init() throws { database = try CardDatabase.inMemory() }

    private func respond(_ response: CardResponse, to id: String = "a", key: String = "k") async throws {
        try await database.respond(response, to: CardID(id), in: ops, key: ActionKey(key), at: .fixed)
    }
    private func settle(_ settlement: DeliveryResult, key: String = "k") async throws {
        try await database.settle(ActionKey(key), settlement, at: .fixed)
    }
    private func due(at date: Date = .fixed) async throws -> [String] {
        try await database.outboxWork(at: date, limit: 10).due.map(\.key.rawValue)
    }
    private func load(_ ids: String...) async throws {
        try await database.apply(makeDelta(ids.map { makeEntry($0) }), at: .fixed)
    }

    @Test(arguments: [
        CardResponse.dismiss, .submit(buttonName: "approve", values: ["amount": 42]), .snooze(until: .fixed(60)),
        .voteUp(message: nil), .voteDown(reason: .tooOften, message: "every day"),
    ])
    func `a response is stored unchanged`(response: CardResponse) async throws {
        try await load("a")
        try await respond(response)
        let work = try await database.outboxWork(at: .fixed, limit: 10)
        #expect(work.due.map(\.response) == [response])
        #expect(work.due.first?.request.key.rawValue == "k")
        #expect(try database.ids() == (response.resultingStatus == nil ? ["a"] : []))
    }

    @Test func `replies wait in order, and the card stays`() async throws {
        try await load("a")
        for key in ["first", "second"] {
            try await respond(.reply(buttonName: "say", values: ["text": .string(key)]), key: key)
            #expect(try database.ids() == ["a"])
        }
        #expect(try await due() == ["first"])
        try await settle(.accepted(ActionReceipt(key: "first", cardID: "a", status: .active, version: 2)), key: "first")
        #expect(try await due() == ["second"])
        try await settle(.refused(reason: "no"), key: "second")
        #expect(try database.ids() == ["a"])
        #expect(try database.item("a")?.delivery == CardWindow.Delivery.refused(reason: "no"))
    }

    @Test func `an unsent action can be withdrawn, and the card is restored`() async throws {
        try await load("a")
        try await respond(.submit(buttonName: "send", values: [:]))
        #expect(try database.ids() == [])
        #expect(try await database.withdraw(CardID("a"), in: ops, at: .fixed) == .withdrawn)
        #expect(try database.ids() == ["a"])
        #expect(try database.item("a")?.delivery == CardWindow.Delivery.none)
        #expect(try await due() == [])
        // A delivery that had read the action before finds that it is gone, and sends nothing.
        #expect(try await database.beginAttempt(ActionKey("k")) == false)
        try await respond(.submit(buttonName: "send", values: [:]), key: "k2")
        #expect(try await due() == ["k2"])
    }

    @Test func `an action is not withdrawn once its delivery has begun`() async throws {
        try await load("a")
        try await respond(.submit(buttonName: "send", values: [:]))
        #expect(try await database.beginAttempt(ActionKey("k")))
        #expect(try await database.withdraw(CardID("a"), in: ops, at: .fixed) == .underWay)
        // Also while it waits for a retry, because the first attempt may have arrived.
        try await settle(.retry(at: .fixed(60)))
        #expect(try await database.withdraw(CardID("a"), in: ops, at: .fixed) == .underWay)
        #expect(try await due(at: .fixed(60)) == ["k"])
        #expect(try database.ids() == [])
    }

    @Test func `only the newest action of a card is withdrawn, and no refused one`() async throws {
        try await load("a")
        try await respond(.voteUp(message: nil))
        try await respond(.submit(buttonName: "send", values: [:]), key: "k2")
        #expect(try await database.withdraw(CardID("a"), in: ops, at: .fixed) == .withdrawn)
        #expect(try await due() == ["k"])
        try await settle(.refused(reason: "no"))
        #expect(try await database.withdraw(CardID("a"), in: ops, at: .fixed) == .settled)
        #expect(try await database.withdraw(CardID("z"), in: ops, at: .fixed) == .settled)
    }

    @Test func `a caller that waits for an action gets its result, also after the key has changed`() async throws {
        try await load("a", "b")
        let (first, second) = (ActionKey("k"), ActionKey("k2"))
        let awaited = database.awaitEnd(of: first)
        try await respond(.voteUp(message: nil))
        #expect(try await database.deliveryState(of: awaited) == .waiting)
        try await settle(.refused(reason: "no"))
        #expect(try await database.deliveryState(of: awaited) == .refused(reason: "no"))
        try await database.retry(CardID("a"), in: ops, newKey: second, at: .fixed)
        #expect(try await database.deliveryState(of: awaited) == .waiting)
        let receipt = ActionReceipt(key: second, cardID: CardID("a"), status: .active, sequence: 5)
        try await settle(.accepted(receipt), key: "k2")
        #expect(try await database.deliveryState(of: awaited) == .ended(.accepted))

        // A refused action is replaced by the next one, which has its own result.
        let (given, other) = (database.awaitEnd(of: first), database.awaitEnd(of: ActionKey("k3")))
        try await respond(.dismiss, to: "b")
        try await settle(.refused(reason: "no"))
        try await respond(.dismiss, to: "b", key: "k3")
        #expect(try await database.deliveryState(of: given) == .ended(.discarded(reason: "no")))
        #expect(try await database.deliveryState(of: other) == .waiting)
        #expect(try await database.withdraw(ActionKey("k"), at: .fixed) == .settled)
        #expect(try await database.withdraw(ActionKey("k3"), at: .fixed) == .withdrawn)
        #expect(try await database.deliveryState(of: other) == .ended(.withdrawn))
        for action in [awaited, given, other] { database.forget(action) }
    }

    @Test func `a vote shows on its card while it waits`() async throws {
        try await load("a")
        try await respond(.voteUp(message: nil))
        let item = try #require(try database.item("a"))
        #expect(item.delivery == .waiting)
        guard case .card(let card) = item.content else {
            Issue.record("\(String(describing: item))")
            return
        }
        #expect(card.vote == .up)
    }

    @Test func `a push does not undo an unsent action`() async throws {
        try await load("a")
        try await respond(.dismiss)
        try await database.apply(makeDelta([makeEntry("a", sequence: 8)], cursor: 8), at: .fixed)
        #expect(try database.ids() == [])
    }

    @Test func `an answered card accepts no second answer`() async throws {
        try await load("a")
        try await respond(.dismiss)
        await #expect(throws: StoreError.alreadyAnswered(CardID("a"))) { try await respond(.dismiss, key: "k2") }
        await #expect(throws: StoreError.unknownCard(CardID("z"))) { try await respond(.dismiss, to: "z", key: "k3") }
        #expect(try await due() == ["k"])
    }

    @Test func `an accepted action leaves the outbox, and its late push changes nothing`() async throws {
        try await load("a")
        try await respond(.dismiss)
        let receipt = ActionReceipt(
            key: ActionKey("k"), cardID: CardID("a"), status: .dismissed, sequence: 5)
        try await settle(.accepted(receipt))
        #expect(try await database.outboxCounts() == OutboxCounts())
        try await database.apply(makeDelta([makeEntry("a", sequence: 4)], cursor: 4), at: .fixed)
        #expect(try database.ids() == [])
        try await settle(.refused(reason: "late"))
        #expect(try database.ids() == [])
    }

    @Test func `after an accepted action, the card of that version brings its new text`() async throws {
        try await load("a")
        try await respond(.reply(buttonName: "say", values: ["text": "Yes"]))
        try await settle(.accepted(ActionReceipt(key: "k", cardID: "a", status: .active, version: 5)))
        for (sequence, title) in [(4, "Older"), (5, "Answered")] as [(Int64, String)] {
            let entry = makeEntry("a", sequence: sequence, body: makeBody(title: title))
            try await database.apply(makeDelta([entry], cursor: sequence), at: .fixed)
            let card: Card? = if case .card(let card)? = try database.item("a")?.content { card } else { nil }
            #expect(card?.body.title == (sequence < 5 ? makeBody().title : title))
        }
    }

    @Test func `a card that ended before the action arrived does not return`() async throws {
        try await load("a", "b")
        try await respond(.dismiss)
        try await settle(.superseded)
        #expect(try database.ids() == ["b"])
        #expect(try await database.outboxCounts() == OutboxCounts())
        // Only a newer version from the server opens the card again.
        try await database.apply(makeDelta([makeEntry("a", sequence: 7)], cursor: 7), at: .fixed)
        #expect(try database.ids().sorted() == ["a", "b"])
    }

    @Test func `after an answer that came too late, the card with the name of the user who answered stays`()
        async throws
    {
        var body = makeBody()
        body.answered = Answered(by: "bo", at: .fixed)
        try await database.apply(makeDelta([makeEntry("a", sequence: 2, body: body)], cursor: 2), at: .fixed)
        try await respond(.submit(buttonName: "approve", values: [:]))
        #expect(try database.ids() == [])
        try await settle(.superseded)
        #expect(try database.ids() == ["a"])
        // Another viewer of the user has dismissed the card.
        try await respond(.dismiss, key: "k2")
        try await settle(.superseded, key: "k2")
        #expect(try database.ids() == [])
    }

    @Test(arguments: [true, false])
    func `a card that the server has deleted is removed with its last action`(isNamedAgain: Bool) async throws {
        try await load("a", "b")
        try await respond(.voteUp(message: nil))
        try await settle(.refused(reason: "no such card"))
        for names in [["b"], isNamedAgain ? ["a", "b"] : ["b"]] {
            let cursor = FeedCursor(epoch: "e", sequence: 20)
            let ticket = try await database.beginSnapshot(of: ops, cursor: cursor)
            try await database.apply(makePage(names.map { makeEntry($0) }, cursor: cursor), of: ticket, at: .fixed)
            try await database.finish(ticket, at: .fixed)
            #expect(try database.ids().sorted() == ["a", "b"])
        }
        try await database.discard(CardID("a"), in: ops, at: .fixed)
        #expect(try database.ids().sorted() == (isNamedAgain ? ["a", "b"] : ["b"]))
        #expect(try database.window(FeedQuery(streamID: ops)).totalCount == (isNamedAgain ? 2 : 1))
    }

    @Test func `a card has the replies that were not sent, and why`() async throws {
        try await load("a", "b")
        for (number, text) in ["One", "Two"].enumerated() {
            let before = try #require(try database.item("a"))
            try await database.respond(
                .reply(buttonName: "send", values: ["text": .string(text)]), to: "a", in: ops,
                key: ActionKey("r\(number)"), at: .fixed)
            // Otherwise no screen would show the second reply.
            #expect(try #require(try database.item("a")).version > before.version)
        }
        let waiting = [
            UnsentReply(key: ActionKey("r0"), values: ["text": "One"]),
            UnsentReply(key: ActionKey("r1"), values: ["text": "Two"]),
        ]
        #expect(try database.item("a")?.unsent == waiting)
        #expect(try database.item("b")?.unsent == [])
        try await database.settle(ActionKey("r0"), .refused(reason: "no"), at: .fixed)
        #expect(try database.item("a")?.unsent.map(\.refusedReason) == ["no", nil])
        try await database.discard(CardID("a"), in: ops, at: .fixed)
        #expect(try database.item("a")?.unsent == [waiting[1]])
    }

    @Test func `discarding a reply restores its values and does not send it`() async throws {
        try await load("a")
        let reply = CardResponse.reply(buttonName: "send", values: ["text": "One"])
        let entered: JSONObject = ["text": ["text": "One"]]
        try await database.respond(
            reply, to: "a", in: ops, key: ActionKey("k"), at: .fixed, entered: entered)
        let work = try await database.outboxWork(at: .fixed, limit: 9)
        #expect(work.due.map(\.request.response) == [reply] && work.due.map(\.entered) == [entered])
        try await settle(.refused(reason: "no"))
        let discarded = try await database.discard("a", in: ops, at: .fixed)
        #expect(discarded.map(\.response) == [reply] && discarded.map(\.entered) == [entered])
        #expect(try await database.discard("a", in: ops, at: .fixed).isEmpty)
    }

    @Test func `a refused action brings its card back with the reason`() async throws {
        try await load("a")
        try await respond(.submit(buttonName: "approve", values: [:]))
        try await settle(.refused(reason: "no"))
        #expect(try database.item("a")?.delivery == .refused(reason: "no"))
        #expect(try await database.outboxCounts() == OutboxCounts(waiting: 0, refused: 1))
        #expect(try await due() == [])
    }

    @Test func `a refused action is shown even when the card is over`() async throws {
        try await load("a")
        try await respond(.submit(buttonName: "approve", values: [:]))
        #expect(try await database.beginAttempt("k"))
        try await database.apply(
            makeDelta(removing: [FeedRemoval(id: CardID("a"), sequence: 9, status: .dismissed)], cursor: 9), at: .fixed)
        try await settle(.refused(reason: "closed"))
        #expect(try database.item("a")?.delivery == .refused(reason: "closed"))
        try await database.discard(CardID("a"), in: ops, at: .fixed)
        #expect(try database.ids() == [])
    }

    @Test func `retry sends the action with a new key, and discard restores the card`() async throws {
        try await load("a")
        try await respond(.dismiss)
        try await settle(.refused(reason: "no"))
        try await database.retry(CardID("a"), in: ops, newKey: ActionKey("k2"), at: .fixed)
        #expect(try database.ids() == [])
        #expect(try await due() == ["k2"])
        try await settle(.refused(reason: "no"), key: "k2")
        try await database.discard(CardID("a"), in: ops, at: .fixed)
        #expect(try database.item("a")?.delivery == CardWindow.Delivery.none)
        #expect(try await database.outboxCounts() == OutboxCounts())
    }

    @Test func `a blocked action holds only its card's queue`() async throws {
        try await load("a", "b")
        try await respond(.voteUp(message: nil), key: "a1")
        try await respond(.dismiss, key: "a2")
        try await respond(.dismiss, to: "b", key: "b1")
        #expect(try await due() == ["a1", "b1"])
        try await settle(.refused(reason: "no"), key: "a1")
        #expect(try await due() == ["b1"])
        try await database.discard(CardID("a"), in: ops, at: .fixed)
        #expect(try await due() == ["a2", "b1"])
    }

    @Test func `an action to retry waits for its time`() async throws {
        try await load("a")
        try await respond(.dismiss)
        try await settle(.retry(at: .fixed(30)))
        let work = try await database.outboxWork(at: .fixed(29), limit: 10)
        #expect(work.due.isEmpty)
        #expect(work.nextAttempt == .fixed(30))
        #expect(try await due(at: .fixed(30)) == ["k"])
    }

    @Test func `an old action is decided by the card's state`() async throws {
        try await load("open", "closed")
        try await respond(.dismiss, to: "open", key: "k1")
        try await respond(.dismiss, to: "closed", key: "k2")
        #expect(try await database.beginAttempt(ActionKey("k2")))
        try await database.apply(
            makeDelta(removing: [FeedRemoval(id: CardID("closed"), sequence: 9, status: .dismissed)], cursor: 9),
            at: .fixed)
        let later = Date.fixed(90_000)
        let fresh = ActionKey("fresh")
        #expect(try await database.reconcile(ActionKey("k1"), newKey: fresh, at: later) == .renewed)
        #expect(try await database.reconcile(ActionKey("k2"), newKey: fresh, at: later) == .applied)
        #expect(try await due(at: later) == ["fresh"])
        #expect(try await database.reconcile(ActionKey("k2"), newKey: fresh, at: later) == .gone)
    }

    @Test func `an action that the card shows is reported to the publisher like one with a receipt`() async throws {
        try await load("a")
        let record = AnalyticsRecord(id: "r", name: "card-dismissed", at: .fixed)
        try await database.respond(
            .dismiss, to: "a", in: ops, key: ActionKey("k"), at: .fixed, report: FeedCoder.encode(record))
        #expect(try await database.beginAttempt(ActionKey("k")))
        try await database.apply(
            makeDelta(removing: [FeedRemoval(id: "a", sequence: 9, status: .dismissed)], cursor: 9), at: .fixed)
        #expect(
            try await database.reconcile(ActionKey("k"), newKey: ActionKey("new"), at: .fixed(90_000)) == .applied)
        #expect(try await database.queuedRecords(limit: 9).compactMap(\.record?.id) == ["r"])
    }
}
