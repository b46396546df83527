import CardStore
import Cards
import FeedAPI
import Foundation
import Support
import Testing

/// Themes of streams, which are stored for the next start.
@Suite struct ThemeStoreTests {
    private let theme = StreamTheme(document: "inherits = \"ink\"", tag: "\"1\"")

    private func set(_ theme: StreamTheme, in database: CardDatabase) async throws -> Bool {
        try await database.setTheme(theme, of: ops, ownerEpoch: database.ownerEpoch)
    }

    @Test func `a theme survives a restart, and only another document counts as a change`() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("cards.sqlite")
        var database = try CardDatabase.open(path: path, at: .fixed)
        #expect(try database.theme(of: ops) == nil)
        let none = StreamTheme(document: nil, tag: "\"0\"")
        #expect(try await !set(none, in: database), "it had none before")
        #expect(try database.theme(of: ops) == none)
        #expect(try await set(theme, in: database))
        database.close()
        database = try CardDatabase.open(path: path, at: .fixed)
        #expect(try database.theme(of: ops) == theme)
        #expect(try database.theme(of: "other") == nil)
        #expect(try await !set(StreamTheme(document: theme.document, tag: "\"2\""), in: database))
        #expect(try database.theme(of: ops)?.tag == "\"2\"")
        #expect(try await set(none, in: database))
        database.close()
    }

    @Test func `another user finds no theme, and gets none that was requested for the previous one`() async throws {
        let database = try CardDatabase.inMemory()
        _ = try await database.claim(for: "ana at one")
        let epoch = database.ownerEpoch
        _ = try await set(theme, in: database)
        _ = try await database.claim(for: "ben at one")
        #expect(try database.theme(of: ops) == nil)
        await #expect(throws: StoreError.ownerReplaced) {
            try await database.setTheme(theme, of: ops, ownerEpoch: epoch)
        }
        #expect(try database.theme(of: ops) == nil)
    }

    @Test func `a stream that goes to a source loses the theme of the connection`() async throws {
        let database = try CardDatabase.inMemory()
        _ = try await set(theme, in: database)
        _ = try await database.assign([ops], to: "team")
        #expect(try database.theme(of: ops) == nil)
    }
}
