import CardStore
import Cards
import FeedAPI
import Foundation
import Support
import Testing

@Suite struct OwnerTests {
    @Test func `a store is its first owner's, also after a restart`() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("cards.sqlite")
        var database = try CardDatabase.open(path: path, at: .fixed)
        #expect(try await database.claim(for: "ana at one") == .granted)
        try await database.apply(makeDelta([makeEntry("a")]), at: .fixed)
        database.close()
        database = try CardDatabase.open(path: path, at: .fixed)
        #expect(try await database.claim(for: "ana at one") == .granted)
        #expect(try database.ids() == ["a"])
        database.close()
    }

    @Test func `another user finds nothing of the first`() async throws {
        let database = try CardDatabase.inMemory()
        _ = try await database.claim(for: "ana at one")
        try await database.apply(makeDelta([makeEntry("a"), makeEntry("b")]), at: .fixed)
        try await database.saveDraft(["note": ["text": "Lunch"]], of: CardID("a"), in: ops)
        let ana = UnsentData(owner: "ana at one", drafts: 1)
        // Without taking over the store, it stays unchanged.
        #expect(try await database.claim(for: "ben at one", replacingOwner: false) == .refused(ana))
        #expect(try database.ids() == ["a", "b"])
        #expect(try await database.claim(for: "ben at one") == .takenOver(from: ana))
        #expect(try database.ids() == [])
        #expect(try database.drafts(in: ops) == [:])
        let window = try database.window(FeedQuery(streamID: ops))
        #expect(window.totalCount == 0)
        #expect(!window.hasEverHadCard)
        #expect(try await database.hasEverHadCard(), "the store remembers what the new user's window does not")
        #expect(try await database.syncRecord(of: ops) == SyncRecord())
        // The same cards may be delivered again, as is common for other users.
        try await database.apply(makeDelta([makeEntry("b")]), at: .fixed)
        #expect(try database.ids() == ["b"])
        #expect(try database.window(FeedQuery(streamID: ops)).totalCount == 1)
    }

    @Test func `the record that a stream had a card survives a purge and changes of the owner`() async throws {
        let database = try CardDatabase.inMemory()
        _ = try await database.claim(for: "ana at one")
        #expect(try await !database.hasEverHadCard())
        try await database.apply(makeDelta([makeEntry("a")]), at: .fixed)
        try await database.purge()
        for owner in ["ben at one", "zoe at one"] {
            _ = try await database.claim(for: owner)
            #expect(try await database.hasEverHadCard())
            #expect(try !database.window(FeedQuery(streamID: ops)).hasEverHadCard)
        }
    }

    /// The rows of the first user's cards are reused, and the sequence numbers start again.
    @Test(arguments: [nil, "priority:>=1"]) func `another user's card has its own body`(search: String?) async throws {
        let database = try CardDatabase.inMemory()
        let filter = FeedFilter(search: try CardSearch(search ?? ""))
        let seen = LatestWindow()
        let observation = database.observe(FeedQuery(streamID: ops, filter: filter), clock: { .fixed }) {
            seen.receive($0)
        }
        for (owner, id) in [("ana at one", "a"), ("ben at one", "b")] {
            _ = try await database.claim(for: owner)
            try await database.apply(makeDelta([makeEntry(id, body: makeBody(title: "For \(owner)"))]), at: .fixed)
            try await seen.wait { $0?.items.map(\.id.rawValue) == [id] }
            guard case .card(let card)? = seen.last?.items.first?.content else {
                Issue.record("the card cannot be read")
                continue
            }
            #expect(card.body == makeBody(title: "For \(owner)"))
        }
        observation.cancel()
    }

    @Test func `actions that wait are neither sent by another user nor lost`() async throws {
        let database = try CardDatabase.inMemory()
        _ = try await database.claim(for: "ana at one")
        try await database.apply(makeDelta([makeEntry("a"), makeEntry("b")]), at: .fixed)
        let key = ActionKey("k")
        try await database.respond(.dismiss, to: CardID("a"), in: ops, key: key, at: .fixed)
        let refused = StoreClaim.refused(UnsentData(owner: "ana at one", actions: 1))
        #expect(try await database.claim(for: "ben at one") == refused)
        #expect(try database.ids() == ["b"])
        #expect(try await database.claim(for: "ana at one") == .granted)
        try await database.settle(key, .superseded, at: .fixed)
        #expect(try await database.claim(for: "ben at one") == .takenOver(from: UnsentData(owner: "ana at one")))
    }

    @Test(arguments: [("ana\0", "ana\0x"), ("ana", "ana\0"), ("\u{E9}ric at one", "e\u{301}ric at one")])
    func `owners whose names only look the same are distinct`(one: String, other: String) async throws {
        let database = try CardDatabase.inMemory()
        #expect(try await database.claim(for: one) == .granted)
        #expect(try await database.owner()?.unicodeScalars.elementsEqual(one.unicodeScalars) == true)
        #expect(try await database.claim(for: other) == .takenOver(from: UnsentData(owner: one)))
        #expect(try await database.owner()?.unicodeScalars.elementsEqual(other.unicodeScalars) == true)
        #expect(try await database.claim(for: other) == .granted)
    }
}
