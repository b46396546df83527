import Basics
import CardStore
import Cards
import FeedAPI
import Foundation
import Support
import Testing

@Suite struct HistoryTests {
    let database: CardDatabase
    init() async throws {
        database = try CardDatabase.inMemory()
        let titled = makeBody(components: [.headline(Card.Headline(text: "Release 4.12"))])
        try await database.apply(
            makeDelta([makeEntry("a", body: titled), makeEntry("b"), makeEntry("c")]), at: .fixed)
    }

    private func respond(_ response: CardResponse, to id: String, key: String) async throws {
        try await database.respond(
            response, to: CardID(id), in: ops, key: ActionKey(key), at: .fixed, hold: 5)
    }
    private func states() async throws -> [HistoryEntry.State] { try await database.history().map(\.state) }

    @Test func `the history lists actions and cards, without entered values`() async throws {
        try await respond(.submit(buttonName: "approve", values: ["secret": "1234"]), to: "a", key: "k")
        let entry = try #require(try await database.history().first)
        #expect(entry.title == "Release 4.12")
        #expect(entry.response == .submit(buttonName: "approve", values: [:]))
        #expect(entry.at == .fixed && entry.cardID == "a" && entry.count == 1)
    }

    @Test func `the history has the label of the button`() async throws {
        let button = Card.Button(
            text: "Approve {{who}}", action: .submit(Card.ButtonAction.Submission(buttonName: "ok", values: [:])))
        var body = makeBody(components: [.buttons(Card.ButtonContainer(buttons: [button]))])
        body.variables = [RuntimeVariable(name: "who", defaultValue: "Ana")]
        try await database.apply(makeDelta([makeEntry("p", body: body)]), at: .fixed)
        try await respond(.submit(buttonName: "ok", values: [:]), to: "p", key: "k1")
        #expect(try await database.history().first?.button == "Approve Ana")
        try await respond(.submit(buttonName: "other", values: [:]), to: "a", key: "k2")
        try await respond(.dismiss, to: "b", key: "k3")
        #expect(try await database.history().prefix(2).allSatisfy { $0.button == nil })
    }

    @Test func `the history of a reply has its text and no other values`() async throws {
        func input(_ name: String, _ kind: Card.Input.Kind) -> Card.Component {
            .input(Card.Input(name: name, kind: kind))
        }
        let body = makeBody(components: [
            input("choice", .dropdown(items: [Card.Input.Choice(value: "x", label: "X")], defaultValue: nil)),
            input("empty", .text(defaultValue: "", numberOfLines: 1)),
            input("text", .text(defaultValue: "", numberOfLines: 3)),
        ])
        try await database.apply(makeDelta([makeEntry("t", body: body)]), at: .fixed)
        let long = String(repeating: "a", count: 300)
        let values: JSONObject = ["etag": "1", "choice": "x", "empty": " ", "text": .string(long)]
        try await respond(.reply(buttonName: "send", values: values), to: "t", key: "k")
        let text = JSONValue.string(String(long.prefix(200)))
        #expect(
            try await database.history().first?.response == .reply(buttonName: "send", values: ["text": text]))
    }

    @Test func `a title keeps its null character and what follows`() async throws {
        let body = makeBody(components: [.headline(Card.Headline(text: "one\0two"))])
        try await database.apply(makeDelta([makeEntry("n", body: body)]), at: .fixed)
        try await respond(.dismiss, to: "n", key: "k")
        #expect(try await database.history().first?.title == "one\0two")
    }

    @Test func `each entry of the history has the state of the outbox`() async throws {
        try await respond(.dismiss, to: "a", key: "k1")
        #expect(try await states() == [.waiting])
        try await database.settle(ActionKey("k1"), .refused(reason: "no"), at: .fixed)
        #expect(try await states() == [.refused])
        try await database.retry("a", in: ops, newKey: ActionKey("k2"), at: .fixed)
        #expect(try await states() == [.waiting])
        try await database.settle(ActionKey("k2"), .refused(reason: "no"), at: .fixed)
        try await database.discard("a", in: ops, at: .fixed)
        #expect(try await states() == [.discarded])
        try await respond(.dismiss, to: "b", key: "k3")
        _ = try await database.undo(at: .fixed)
        #expect(try await states() == [.undone, .discarded])
        try await respond(.dismiss, to: "b", key: "k4")
        try await database.settle(
            ActionKey("k4"),
            .accepted(ActionReceipt(key: ActionKey("k4"), cardID: "b", status: .dismissed, sequence: 9)),
            at: .fixed)
        #expect(try await states() == [.sent, .undone, .discarded])
    }

    @Test func `an action that came too late is listed as not sent`() async throws {
        try await respond(.dismiss, to: "a", key: "k1")
        try await database.settle(ActionKey("k1"), .superseded, at: .fixed)
        #expect(try await states() == [.closed])
        // An action on several cards waits until each of them is settled.
        let keys = Lock(["k3", "k2"])
        _ = try await database.respond(
            .dismiss, toAll: ["b", "c"], in: ops, hold: 5, clock: { .fixed },
            makeKey: { ActionKey(keys.withLock { $0.removeLast() }) })
        try await database.settle(ActionKey("k2"), .superseded, at: .fixed)
        #expect(try await states() == [.waiting, .closed])
        let receipt = ActionReceipt(key: ActionKey("k3"), cardID: "c", status: .dismissed, sequence: 9)
        try await database.settle(ActionKey("k3"), .accepted(receipt), at: .fixed)
        let past = try await database.history()
        #expect(past.map(\.state) == [.sent, .closed] && past.map(\.closed) == [1, 1] && past.map(\.count) == [2, 1])
    }

    @Test func `only the last 200 are kept`() async throws {
        for number in 0..<205 {
            try await respond(
                number % 2 == 0 ? .voteUp(message: nil) : .voteDown(reason: .other, message: nil), to: "a",
                key: "k\(number)")
        }
        #expect(try await database.history().count == 200)
    }

    @Test func `snoozed cards are listed in the order of their return`() async throws {
        try await respond(.snooze(until: .fixed(7200)), to: "a", key: "k1")
        try await respond(.snooze(until: .fixed(60)), to: "b", key: "k2")
        let cards = try await database.snoozed(in: [ops, "other"], limit: 10).map(\.snoozed)
        #expect(cards.map(\.id) == ["b", "a"])
        #expect(cards.map(\.until) == [.fixed(60), .fixed(7200)])
        #expect(cards.last?.title == "Release 4.12")
    }

    @Test func `titles show the values of runtime variables, or their defaults`() async throws {
        let body = makeBody(
            title: "Pay {{amount}} to {{who}}?",
            variables: [
                RuntimeVariable(name: "amount", defaultValue: "12 EUR"),
                RuntimeVariable(name: "who", defaultValue: "Ben"),
            ])
        try await database.apply(makeDelta([makeEntry("v", sequence: 7, body: body)], cursor: 7), at: .fixed)
        try await respond(.snooze(until: .fixed(60)), to: "v", key: "k1")
        #expect(try await database.history().first?.title == "Pay 12 EUR to Ben?")
        let snoozed = try await database.snoozed(in: [ops], limit: 10)
        #expect(snoozed.map(\.snoozed.title) == ["Pay 12 EUR to Ben?"])
        #expect(snoozed.map(\.card?.body) == [body])
        #expect(try await database.withdraw("v", in: ops, at: .fixed) == .withdrawn)
        // The titles as they were shown. Values are inserted only once.
        try await database.respond(
            .dismiss, to: "v", in: ops, key: "k2", at: .fixed, values: ["amount": "{{who}}"])
        #expect(try await database.history().first?.title == "Pay {{who}} to Ben?")
    }

    @Test func `an unsent snooze is withdrawn, and a sent one is ended by the server`() async throws {
        try await respond(.snooze(until: .fixed(7200)), to: "a", key: "k1")
        try await database.wake("a", in: ops, key: ActionKey("w1"), at: .fixed)
        #expect(try database.item("a") != nil)
        #expect(try await database.outboxCounts() == OutboxCounts())

        try await respond(.snooze(until: .fixed(7200)), to: "b", key: "k2")
        #expect(try await database.beginAttempt(ActionKey("k2")))
        try await database.wake("b", in: ops, key: ActionKey("w2"), at: .fixed)
        #expect(try database.item("b") != nil)
        let snoozed = ActionReceipt(key: ActionKey("k2"), cardID: "b", status: .snoozed, sequence: 8)
        try await database.settle(ActionKey("k2"), .accepted(snoozed), at: .fixed)
        #expect(try database.item("b") != nil)
        let work = try await database.outboxWork(at: .fixed, limit: 10)
        #expect(work.due.map(\.response) == [.unsnooze])
        let woken = ActionReceipt(key: ActionKey("w2"), cardID: "b", status: .active, sequence: 9)
        try await database.settle(ActionKey("w2"), .accepted(woken), at: .fixed)
        #expect(try database.item("b") != nil)
        #expect(try await database.snoozed(in: [ops], limit: 10).isEmpty)
    }

    @Test func `a card that was snoozed on the server is listed, and only snoozed cards can be woken`() async throws {
        try await database.apply(
            makeDelta([makeEntry("d", sequence: 5, status: .snoozed, snoozedUntil: .fixed(600))], cursor: 5), at: .fixed
        )
        #expect(try await database.snoozed(in: [ops], limit: 10).map(\.snoozed.id) == ["d"])
        await #expect(throws: StoreError.alreadyAnswered("c")) {
            try await database.wake("c", in: ops, key: ActionKey("w"), at: .fixed)
        }
    }
}
