import CardStore
import Cards
import Foundation
import Support
import Testing

@Suite struct AccountStoresTests {
    private let directory: TemporaryDirectory
    private var path: String { directory.file("cards.sqlite") }
    private var stores: AccountStores { AccountStores(path: path) }

    init() throws { directory = try TemporaryDirectory() }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: URL(filePath: path).deletingLastPathComponent().path)
            .filter { $0.hasPrefix("cards.sqlite.account-") }.sorted()
    }

    /// Fills the store in use.
    private func fill(_ owner: String, _ card: String) async throws {
        let database = try CardDatabase.open(path: path, at: .fixed)
        defer { database.close() }
        _ = try await database.claim(for: owner)
        try await database.apply(makeDelta([makeEntry(card)]), at: .fixed)
        try await database.saveDraft(["note": ["text": "Lunch"]], of: CardID(card), in: ops)
    }

    private func drafts() throws -> Set<CardID> {
        let database = try CardDatabase.open(path: path, at: .fixed)
        defer { database.close() }
        return Set(try database.drafts(in: ops).keys)
    }

    @Test func `each account gets its own store again`() async throws {
        try await fill("ana at one", "a")
        try stores.change(at: .fixed) { $0 == "ben at two" }
        #expect(stores.hasOthers)
        #expect(try drafts() == [])
        try await fill("ben at two", "b")
        try stores.change(at: .fixed) { $0 == "ana at one" }
        #expect(try drafts() == ["a"])
        try stores.change(at: .fixed) { $0 == "ben at two" }
        #expect(try drafts() == ["b"])
        // One store is put aside, with nothing beside it.
        #expect(try names().count == 1)
    }

    @Test func `an empty store is removed`() async throws {
        try await fill("ana at one", "a")
        try stores.change(at: .fixed) { $0 == "ben at two" }
        try CardDatabase.open(path: path, at: .fixed).close()
        try stores.change(at: .fixed) { $0 == "ana at one" }
        #expect(try drafts() == ["a"])
        #expect(try names() == [] && !stores.hasOthers)
    }

    @Test func `without a store of the requested account, a store without an owner stays`() async throws {
        try await fill("ana at one", "a")
        try stores.change(at: .fixed) { $0 == "ben at two" }
        let before = try names()
        try stores.change(at: .fixed) { $0 == "cy at three" }
        #expect(try names() == before && FileManager.default.fileExists(atPath: path))
    }

    @Test func `a store that another program uses stays where it is`() async throws {
        try await fill("ana at one", "a")
        let open = try CardDatabase.open(path: path, at: .fixed)
        var pauses = 0
        #expect(throws: StoreError.self) {
            try stores.change(at: .fixed, within: .zero, pause: { pauses += 1 }) { $0 == "ben at two" }
        }
        open.close()
        #expect(try drafts() == ["a"] && pauses == 0)
    }

    @Test func `a change waits for a command that uses the store`() async throws {
        try await fill("ana at one", "a")
        let command = try CardDatabase.open(path: path, at: .fixed, as: .command)
        var pauses = 0
        try stores.change(
            at: .fixed,
            pause: {
                pauses += 1
                if pauses == 3 { command.close() }
            }
        ) { $0 == "ben at two" }
        #expect(try drafts() == [] && pauses == 3)
        try stores.change(at: .fixed) { $0 == "ana at one" }
        #expect(try drafts() == ["a"])
    }

    @Test func `a logout removes the stores of other accounts`() async throws {
        try await fill("me at own", "a")
        try stores.change(at: .fixed) { _ in false }
        try await fill("ana at one", "b")
        try stores.change(at: .fixed) { _ in false }
        #expect(try names().count == 2)
        #expect(try stores.removeOthers { $0.hasSuffix("own") } == [])
        #expect(try names().count == 1)
        try stores.change(at: .fixed) { $0 == "me at own" }
        #expect(try drafts() == ["a"])
    }

    @Test func `a logout leaves what cannot be read, because it may be kept, and names it`() async throws {
        try await fill("me at own", "a")
        try stores.change(at: .fixed) { _ in false }
        let aside = directory.file(try #require(try names().first))
        let whole = try Data(contentsOf: URL(filePath: aside))
        try Data("no database".utf8).write(to: URL(filePath: aside))
        #expect(try stores.removeOthers { $0.hasSuffix("own") } == [aside])
        try whole.write(to: URL(filePath: aside))
        try stores.change(at: .fixed) { $0 == "me at own" }
        #expect(try drafts() == ["a"])
    }
}
