import CardStore
import Cards
import FeedAPI
import Foundation
import Support
import Testing

/// Texts that are not identifiers may contain U+0000; the store keeps and compares them completely.
@Suite struct WholeTextTests {
    private let text = "before\0after"

    @Test func `the server's reason for a refusal is stored completely, also after a restart`() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("cards.sqlite")
        var database = try CardDatabase.open(path: path, at: .fixed)
        try await database.apply(makeDelta([makeEntry("a")]), at: .fixed)
        let key = ActionKey("k")
        let awaited = database.awaitEnd(of: key)
        try await database.respond(.dismiss, to: "a", in: ops, key: key, at: .fixed)
        try await database.settle(key, .refused(reason: text), at: .fixed)
        #expect(try await database.deliveryState(of: awaited) == .refused(reason: text))
        database.close()
        database = try CardDatabase.open(path: path, at: .fixed)
        #expect(try database.item("a")?.delivery == .refused(reason: text))
        try await database.discard("a", in: ops, at: .fixed)
        database.close()
    }

    @Test func `form values, drafts and messages are stored completely`() async throws {
        let database = try CardDatabase.inMemory()
        try await database.apply(makeDelta([makeEntry("a"), makeEntry("b")]), at: .fixed)
        let draft: JSONObject = ["note": ["text": .string(text)], "n\0a": "1", "n\0b": "2"]
        try await database.saveDraft(draft, of: "a", in: ops)
        #expect(try database.drafts(in: ops) == ["a": draft])
        let answers: [CardResponse] = [
            .submit(buttonName: "approve", values: ["note": .string(text), "n\0a": 1, "n\0b": 2]),
            .voteUp(message: text),
        ]
        for (card, response) in zip([CardID("a"), "b"], answers) {
            try await database.respond(response, to: card, in: ops, key: ActionKey("k-\(card)"), at: .fixed)
        }
        #expect(try await database.outboxWork(at: .fixed, limit: 9).due.map(\.response) == answers)
    }

    @Test func `cards with different texts after a null character are found by them`() async throws {
        let database = try CardDatabase.inMemory()
        let bodies = ["one\0left", "one\0right"].map { title in
            makeBody(components: [.headline(Card.Headline(text: title))])
        }
        try await database.apply(
            makeDelta([makeEntry("l", body: bodies[0]), makeEntry("r", body: bodies[1])]), at: .fixed)
        for (word, id) in [("left", "l"), ("right", "r")] {
            let search = try CardSearch(word)
            #expect(try database.ids(FeedQuery(streamID: ops, filter: FeedFilter(search: search))) == [id])
        }
    }
}
