import CardStore
import Cards
import FeedAPI
import Foundation
import Support
import Testing

/// The store of a viewer from November 2026 that was killed while a form was half filled in. An action then waited for
/// the server. The store opens, migrates and loses nothing. The file in `EarlierVersion` stays as that version wrote it.
@Suite struct EarlierStoreTests {
    private let directory: TemporaryDirectory
    /// A few minutes after the store was written.
    private let now = Date(timeIntervalSince1970: 1_795_398_900)
    private let inbox: StreamID = "inbox"

    init() throws { directory = try TemporaryDirectory() }

    private func open() throws -> CardDatabase {
        let original = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "EarlierVersion/cards.sqlite"
        ).path
        let path = directory.file("cards.sqlite")
        try FileManager.default.copyItem(atPath: original, toPath: path)
        return try CardDatabase.open(path: path, at: now)
    }

    @Test func `the cards, the cursor and the owner are migrated`() async throws {
        let database = try open()
        defer { database.close() }
        #expect(database.opening == .opened)
        let window = try database.window(FeedQuery(streamID: inbox))
        let cards = window.items.compactMap { item in if case .card(let card) = item.content { card } else { nil } }
        let titles = cards.compactMap(\.body.title)
        #expect(titles == ["Has a draft", "Ends in 2099", "Second edition", "Got a vote", "Stays active"])
        #expect(cards.map(\.vote) == [nil, nil, nil, .up, nil])
        #expect(try await database.owner() == "me at this profile's own server")
        #expect(try await database.syncRecord(of: inbox).cursor?.rawValue == "fd70fbf183ad-17")
        #expect(try await database.unseenCount(in: inbox) == 1)
        #expect(try await database.queuedRecordCount() == 3)
    }

    @Test func `the unsent action, the draft and the history are migrated`() async throws {
        let database = try open()
        defer { database.close() }
        let work = try await database.outboxWork(at: now, limit: 9)
        #expect(work.due.map(\.response) == [.dismiss] && work.due[0].attempts == 0)
        #expect(work.due[0].key == "e021857d-2fc1-44b8-b578-6412b8aeea47")
        let drafts = try database.drafts(in: inbox)
        #expect(drafts.values.map { $0["note"]?["text"] } == ["half a note"])
        let titles = try await database.history().map(\.title)
        #expect(titles == ["Is dismissed without the server", "Got a vote", "Was dismissed"])
    }
}
