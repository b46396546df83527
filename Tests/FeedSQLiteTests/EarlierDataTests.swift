import Cards
import FeedAPI
import FeedEngine
import FeedStorage
import Foundation
import SQLite
import Support
import Testing

@testable import FeedSQLite

/// The data directory of a server from November 2026 that was killed while deliveries waited: it opens, migrates and
/// loses nothing. The directory `EarlierVersion` stays as that version wrote it.
@Suite struct EarlierDataTests {
    private static let environment: EnvironmentID = "development"
    private static let me = Viewer(environment: environment, user: "me")

    /// Opens a copy of the directory.
    private func open(_ body: (SQLiteStorage) async throws -> Void) async throws {
        let original = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "EarlierVersion").path
        let directory = temporaryDirectory()
        try FileManager.default.copyItem(atPath: original, toPath: directory)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: directory)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let storage = try SQLiteStorage(directory: directory)
        try await body(storage)
        try await storage.close()
    }

    private func cards(_ storage: SQLiteStorage) async throws -> [String: StoredCard] {
        let listed = try await storage.cards(of: Self.environment, in: CardRange(limit: 100))
        return try Dictionary(
            uniqueKeysWithValues: listed.map { (try CardBody.decode($0.card.body).title ?? "", $0.card) })
    }

    @Test func `every card is migrated with its status`() async throws {
        try await open { storage in
            let expected: [String: CardStatus] = [
                "Stays active": .active, "Was dismissed": .dismissed, "Got a vote": .active,
                "Sleeps until 2099": .snoozed, "Was cancelled": .cancelled, "First edition": .cancelled,
                "Second edition": .active, "Comes in 2099": .embargoed, "Ends in 2099": .active,
                "Wants a form": .completed, "Has a draft": .active, "Is dismissed without the server": .active,
            ]
            let cards = try await cards(storage)
            #expect(cards.mapValues(\.card.life.status) == expected)
            #expect(cards["Got a vote"]?.card.life.vote == .up)
            #expect(cards["Second edition"]?.card.lifecycle == "order-1")
            let feed = FeedKey(viewer: Self.me, streamID: "inbox")
            #expect(try await storage.feeds(of: Self.me).map(\.active) == [6])
            let position = try await storage.position(of: feed)
            #expect(position.counters == FeedCounters(sequence: 17, visible: 6, everHadCard: true))
            let collector = EntryCollector(limit: 100, mostBytes: .max, now: .fixed)
            let read = try await storage.cards(of: feed, after: nil, into: collector)
            #expect(read.collector.entries.count == 7 && read.collector.entries.last?.status == .snoozed)
        }
    }

    @Test func `answers, files and keys are migrated`() async throws {
        try await open { storage in
            let form = try #require(try await cards(storage)["Wants a form"]).card.id
            let outcome = try #require(try await storage.outcome(of: form, in: Self.environment))
            guard case .submit("send", let values) = outcome.responses.first?.response else {
                Issue.record("no submit")
                return
            }
            #expect(values["note"] == "fine")
            let id = try #require(values["photo"]?["id"]?.string.flatMap { UploadID($0) })
            let upload = try #require(try await storage.upload(id, in: Self.environment))
            #expect(upload.receipt.filename == "pic.png" && upload.receipt.size == 72)
            try await storage.removeStrayFiles()
            let content = try await storage.files.open(id)
            #expect(try await content.read(atMost: 100).count == 72)
            await content.close()

            // A publication key still returns its first response.
            let active = try #require(try await cards(storage)["Stays active"])
            let again = PublishRequest(streamID: "inbox", users: ["me"], key: "k-active", body: active.body)
            let command = PublishCards(
                [try Publication(again, now: .fixed)], in: Self.environment, ids: ["c1"], now: .fixed)
            let published = try await storage.run(command)
            #expect(published.reply.cards.map(\.id) == [active.card.id] && published.changed.isEmpty)
        }
    }

    @Test func `cards that had ended are among the outcomes`() async throws {
        try await open { storage in
            let range = RecordRange(start: .after(0), limit: 100, mostBytes: .max)
            let (cards, last) = try await storage.endedCards(of: Self.environment, in: range)
            #expect(
                Set(cards.map(\.title)) == ["Was dismissed", "Was cancelled", "First edition", "Wants a form"])
            #expect(cards.map(\.number) == [1, 2, 3, 4] && last == 4)
        }
    }

    /// The epoch of that version is the first of the file's history.
    @Test func `cursors of that version are valid, and were never beyond the feed's number`() async throws {
        let feed = FeedKey(viewer: Self.me, streamID: "inbox")
        try await open { storage in
            let epoch = try await storage.read { try $0.statement("SELECT epoch FROM log").value(as: String.self) }
            let old = try #require(epoch)
            #expect(storage.epoch != old)
            #expect(try await storage.lastSequence(of: feed, in: old) == 17)
            #expect(try await storage.lastEnding(in: old) == 4)
        }
    }

    @Test func `a user who acted is known`() async throws {
        try await open { storage in
            let unknown = try await storage.unknownUsers(among: ["me", "meg"], in: Self.environment)
            #expect(unknown == ["meg"])
        }
    }

    @Test func `invitations are empty after the migration, and work`() async throws {
        try await open { storage in
            #expect(try await storage.invitations(of: Self.environment).isEmpty)
            let hash = [UInt8](repeating: 7, count: 32)
            let invitation = StoredInvitation(
                id: "i1", environment: Self.environment, user: "me", hash: hash, createdAt: Date.fixed.milliseconds,
                expiresAt: Date.fixed(60).milliseconds, tokenDays: 90)
            _ = try await storage.run(MakeInvitation(invitation))
            #expect(try await storage.invitations(of: Self.environment) == [invitation])
            #expect(try await storage.run(RedeemInvitation(hash: hash, now: .fixed(1))).reply.user == "me")
        }
    }

    @Test func `users, records and deliveries are migrated`() async throws {
        try await open { storage in
            let user = try await storage.user(Self.me)
            #expect(user.settings.name == "Ana Costa" && user.settings.custom == ["tier": .text("gold")])
            #expect(user.devices.map(\.environments) == [[.sandbox, .production]])
            #expect(user.devices(for: "inbox").map(\.id.token) == ["device-token-1"])
            let range = RecordRange(start: .after(0), limit: 100, mostBytes: .max)
            let events = try await storage.records(.event, of: Self.environment, in: range)
            #expect(events.count == 1)
            #expect(try await storage.records(.analytics, of: Self.environment, in: range).count == 9)
            let webhooks = try await storage.webhooks()
            #expect(webhooks.map(\.events) == [[.published, .dismissed]])
            let id = try #require(webhooks.first?.id)
            #expect(try await storage.deliveryCounts(of: id) == (12, 0))
            let due = try await storage.claimDeliveries(
                of: id, limit: 100, now: .fixed(1e9), until: .fixed(1e9 + 60))
            #expect(due.count == 12 && due.contains { $0.event == .dismissed && $0.action != nil })
        }
    }
}
