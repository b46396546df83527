import CardStore
import Cards
import FeedAPI
import Foundation
import Support
import Testing

@Suite struct DraftTests {
    private let id = CardID("a")
    private let draft: JSONObject = ["note": ["text": "Lunch"]]

    @Test func `a draft survives a restart and is replaced, then taken away`() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("cards.sqlite")
        var database = try CardDatabase.open(path: path, at: .fixed)
        try await database.apply(makeDelta([makeEntry("a")]), at: .fixed)
        try await database.saveDraft(["note": ["text": "L"]], of: id, in: ops)
        try database.saveDraftNow(draft, of: id, in: ops)
        database.close()
        database = try CardDatabase.open(path: path, at: .fixed)
        #expect(try database.drafts(in: ops) == [id: draft])
        #expect(try database.drafts(in: StreamID("other")) == [:])
        try await database.saveDraft(nil, of: id, in: ops)
        #expect(try database.drafts(in: ops) == [:])
        database.close()
    }

    @Test func `when two viewers fill in one form, each stores only the fields that it changed`() async throws {
        let database = try CardDatabase.inMemory()
        try await database.apply(makeDelta([makeEntry("a")]), at: .fixed)
        let atStart: JSONObject = ["note": "Lu", "by": "ana"]
        try await database.saveDraft(atStart, of: id, in: ops)
        try await database.saveDraft(["note": "Lunch", "by": "ana"], changedFrom: atStart, of: id, in: ops)
        // The other viewer has also read the draft at its start.
        try database.saveDraftNow(["note": "Lu", "by": "ana", "sum": "9"], changedFrom: atStart, of: id, in: ops)
        #expect(try database.drafts(in: ops) == [id: ["note": "Lunch", "by": "ana", "sum": "9"]])
        try await database.saveDraft(["note": "Lu"], changedFrom: atStart, of: id, in: ops)
        #expect(try database.drafts(in: ops) == [id: ["note": "Lunch", "sum": "9"]])
        try await database.saveDraft(nil, changedFrom: atStart, of: id, in: ops)
        #expect(try database.drafts(in: ops) == [:])
        try await database.saveDraft(["note": "x"], changedFrom: [:], of: id, in: ops)
        #expect(try database.drafts(in: ops) == [id: ["note": "x"]])
    }

    @Test func `a draft survives an unsent answer, and is removed when the card ends`() async throws {
        let database = try CardDatabase.inMemory()
        try await database.apply(makeDelta([makeEntry("a"), makeEntry("b")]), at: .fixed)
        try await database.saveDraft(draft, of: id, in: ops)
        let key = ActionKey("k")
        try await database.respond(
            .submit(buttonName: "send", values: [:]), to: id, in: ops, key: key, at: .fixed)
        try await database.saveDraft(nil, of: CardID("b"), in: ops)
        #expect(try database.drafts(in: ops) == [id: draft])
        try await database.settle(key, .superseded, at: .fixed)
        try await database.saveDraft(nil, of: CardID("b"), in: ops)
        #expect(try database.drafts(in: ops) == [:])
    }

    @Test func `in streams whose cards return, the draft of an ended card stays`()
        async throws
    {
        let database = try CardDatabase.inMemory()
        let talks = StreamID("talks")
        try await database.apply(makeDelta([makeEntry("a"), makeEntry("b")]), at: .fixed)
        try await database.saveDraft(draft, of: id, in: ops)
        try await database.respond(.dismiss, to: id, in: ops, key: ActionKey("k"), at: .fixed)
        try await database.settle(ActionKey("k"), .superseded, at: .fixed)
        try await database.saveDraft(draft, of: CardID("b"), in: ops, keepsEnded: true)
        try await database.saveDraft(draft, of: id, in: talks)
        #expect(try database.drafts(in: ops) == [id: draft, "b": draft])
        try await database.saveDraft(draft, of: CardID("b"), in: ops)
        #expect(try database.drafts(in: ops) == ["b": draft])
    }

    @Test func `a reply removes its draft in the same transaction, and keeps that of another view`() async throws {
        let database = try CardDatabase.inMemory()
        try await database.apply(makeDelta([makeEntry("a")]), at: .fixed)
        let reply = CardResponse.reply(buttonName: "send", values: ["note": "Lunch"])
        let rest: JSONObject = ["name": ["text": "Ana"]]
        for (left, number) in zip([rest, nil], 1...) {
            try await database.saveDraft(draft, of: id, in: ops)
            try await database.respond(
                reply, to: id, in: ops, key: ActionKey("k\(number)"), at: .fixed, draft: .replaced(by: left))
            #expect(try database.drafts(in: ops) == left.map { [id: $0] } ?? [:])
            #expect(try await database.outboxCounts().waiting == number)
        }
    }

    @Test func `a reply that cannot be stored keeps its draft, and a reply from elsewhere does not change it`()
        async throws
    {
        let database = try CardDatabase.inMemory()
        try await database.apply(makeDelta([makeEntry("a")]), at: .fixed)
        try await database.saveDraft(draft, of: id, in: ops)
        let reply = CardResponse.reply(buttonName: "send", values: ["note": "Lunch"])
        try await database.respond(reply, to: id, in: ops, key: ActionKey("k"), at: .fixed)
        #expect(try database.drafts(in: ops) == [id: draft])
        // The outbox refuses a key that it already has, and the draft stays.
        await #expect(throws: StoreError.self) {
            try await database.respond(
                reply, to: id, in: ops, key: ActionKey("k"), at: .fixed, draft: .replaced(by: nil))
        }
        #expect(try database.drafts(in: ops) == [id: draft])
    }
}
