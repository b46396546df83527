import Basics
import CardStore
import Cards
import FeedAPI
import Support
import Testing

/// Answers that end before they reach the source, which may have stored something for them.
@Suite struct UnperformedTests {
    private let database: CardDatabase
    private let reported = Lock<[String]>([])

    init() async throws {
        database = try CardDatabase.inMemory()
        try await database.apply(makeDelta(["a", "b"].map { makeEntry($0) }), at: .fixed)
        database.setUnperformedHandler { [reported] actions in
            reported.withLock { $0 += actions.map { "\($0.key.rawValue) \($0.request.response.actionName)" } }
        }
    }

    private func reply(_ key: String, _ response: CardResponse? = nil) async throws {
        try await database.respond(
            response ?? .reply(buttonName: "send", values: ["text": "Hello"]), to: "a", in: ops, key: ActionKey(key),
            at: .fixed)
    }

    private func refuse(_ key: String) async throws {
        try await database.settle(ActionKey(key), .refused(reason: "too long"), at: .fixed)
    }

    private var news: [String] {
        reported.withLock { reported in
            defer { reported = [] }
            return reported
        }
    }

    @Test func `discarded, withdrawn and late actions are reported once as not performed, and delivered ones are not`()
        async throws
    {
        try await reply("had")
        try await database.settle(ActionKey("had"), .accepted(receipt("had")), at: .fixed)
        #expect(news == [])
        try await reply("discarded")
        try await refuse("discarded")
        #expect(news == [])
        try await database.discard("a", in: ops, at: .fixed)
        #expect(news == ["discarded reply"])
        try await reply("given-up")
        try await refuse("given-up")
        try await database.discard(ActionKey("given-up"), at: .fixed)
        #expect(news == ["given-up reply"])
        try await reply("replaced")
        try await refuse("replaced")
        try await reply("back")
        #expect(news == ["replaced reply"])
        #expect(try await database.withdraw("a", in: ops, at: .fixed) == .withdrawn)
        #expect(news == ["back reply"])
        try await reply("undone")
        _ = try await database.undo(at: .fixed)
        #expect(news == ["undone reply"])
        try await reply("late")
        try await database.settle(ActionKey("late"), .superseded, at: .fixed)
        #expect(news == ["late reply"])
        #expect(try await database.outboxCounts().waiting == 0)
    }

    @Test func `an action that ends with its card is reported as not performed, except a dismissal`() async throws {
        try await reply("waits")
        try await reply("vote", .voteUp(message: nil))
        let removal = FeedRemoval(id: "a", sequence: 9, status: .cancelled)
        try await database.apply(makeDelta(removing: [removal], cursor: 9), at: .fixed)
        #expect(news == ["waits reply"])
        try await database.respond(.dismiss, to: "b", in: ops, key: ActionKey("d"), at: .fixed, hold: 5)
        _ = try await database.undo(at: .fixed)
        #expect(news == [])
    }

    private func receipt(_ key: String) -> ActionReceipt {
        ActionReceipt(key: ActionKey(key), cardID: "a", status: .active, sequence: 5)
    }
}
