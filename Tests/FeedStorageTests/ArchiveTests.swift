import Basics
import Cards
import FeedAPI
import FeedEngine
import FeedPostgres
import FeedSQLite
import FeedStorage
import Foundation
import PostgresSupport
import Support
import Testing

/// Feeds that are moved from one storage to another.
@Suite(.enabled(if: PostgresCluster.isAvailable, "\(PostgresCluster.comment)"))
final class ArchiveTests {
    typealias Storage = FeedStorage & ArchivableStorage

    enum Kind: String, CaseIterable, Sendable { case sqlite, postgres }

    /// The pairs of source and target.
    static let ways: [(Kind, Kind)] = Kind.allCases.flatMap { from in Kind.allCases.map { (from, $0) } }

    /// A place where a storage can be opened again.
    private enum Place {
        case directory(String)
        case database(TestDatabase)

        func open(isForImport: Bool = false) throws -> any Storage {
            switch self {
            case .directory(let path): try SQLiteStorage(directory: path, isForImport: isForImport)
            case .database(let database):
                try PostgresStorage(DatabaseAddress(database.address), isForImport: isForImport)
            }
        }
    }

    private var directories: [String] = []
    private var databases: [TestDatabase] = []

    deinit { for directory in directories { try? FileManager.default.removeItem(atPath: directory) } }

    private func place(_ kind: Kind) throws -> Place {
        guard kind == .sqlite else {
            databases.append(try PostgresCluster.shared.makeDatabase())
            return .database(databases[databases.count - 1])
        }
        let directory = NSTemporaryDirectory() + "cardstream-archive-" + UUID().uuidString
        directories.append(directory)
        return .directory(directory)
    }

    private static let form = CardBody(components: [
        .input(Card.Input(name: "photo", kind: .fileUpload(bucketID: "receipts", allowedTypes: .staticImage))),
        .buttons(
            Card.ButtonContainer(buttons: [Card.Button(text: "Send", action: .submit(.init(buttonName: "send")))])),
    ])
    private static let file = (0..<130_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }

    /// Fills a feed with data of every kind.
    private func fill(_ storage: any Storage) async throws -> UploadID {
        let rig = Rig(storage: storage)
        let users = (0..<12).map { UserID("u\($0)") }
        try await storage.recordReader(Rig.ana)
        _ = try await storage.run(
            AddWebhook(
                StoredWebhook(
                    id: "w", environment: Rig.environment, url: "https://example.org/ü", secret: "s",
                    events: [.published],
                    streams: ["ops"], createdAt: 7)))
        try await rig.publish((0..<12).map { CardID(stored: "c\(100 + $0)") }, to: users, key: "p")
        try await rig.publish(["x1"])
        try await rig.publish(["n1"], stream: "news")
        try await rig.act(.dismiss, on: "x1", at: 3)
        try await rig.publish(["x2"], at: 4)
        try await rig.act(.snooze(until: .fixed(900)), on: "x2", key: "k2", at: 5)
        try await rig.publish(["x3"], makeBody(lifecycleID: "order"), at: 6)
        try await rig.act(.voteUp(message: "größer \u{1F600}"), on: "x3", key: "k3", at: 7)
        var request = AskRequest(
            streamID: "ops", users: ["ana", "bo"],
            body: CardBody(components: [
                .buttons(
                    Card.ButtonContainer(buttons: [Card.Button(text: "Yes", action: .submit(.init(buttonName: "yes")))])
                )
            ]).encoded(), timeout: 600)
        request.steps = [.init(after: 60, users: ["u1"])]
        _ = try await storage.run(
            MakeAsk(
                try CheckedAsk(request, now: .fixed(8)), id: "a", in: Rig.environment, ids: ["a1", "a2", "a3"],
                now: .fixed(8)))
        try await rig.act(.submit(buttonName: "yes", values: ["n": 1]), on: "a2", key: "k4", by: Rig.bo, at: 9)
        _ = try await storage.run(
            SetTheme(
                StoredTheme(
                    StoredTheme.ID(environment: Rig.environment, stream: "ops"), document: "# ü\ninherits = \"ink\"")))
        let device = DeviceToken(stored: "t")
        _ = try await storage.run(RegisterDevice(device, of: Rig.ana, in: [.sandbox], limit: 9, now: .fixed(10)))
        _ = try await storage.run(
            MakeInvitation(
                StoredInvitation(
                    id: "i", environment: Rig.environment, user: "zoe", hash: [0, 255, 10], createdAt: 1, expiresAt: 2,
                    tokenDays: 90)))
        let records = (0..<5).map {
            StoredRecord(kind: .event, id: RecordID(stored: "r\($0)"), content: Array("{\"a\":\"\\u0000\"}".utf8))
        }
        _ = try await storage.collect(records, of: Rig.ana, at: .fixed(11))
        try await rig.publish(["f1"], Self.form, at: 12)
        let upload = try await storage.files.begin(size: Self.file.count)
        for start in stride(from: 0, to: Self.file.count, by: 10_007) {
            try await storage.files.append(Array(Self.file[start..<min(start + 10_007, Self.file.count)]), to: upload)
        }
        try await storage.files.finish(upload)
        _ = try await storage.run(
            KeepUpload(
                UploadReceipt(id: upload, bucketID: "receipts", filename: "a.png", format: .png, size: Self.file.count),
                for: UploadTarget(key: "u", streamID: "ops", cardID: "f1", bucketID: "receipts"), fingerprint: "f",
                by: Rig.ana, now: .fixed(13)))
        try await rig.act(
            .submit(buttonName: "send", values: ["photo": ["id": .string(upload.rawValue)]]), on: "f1", key: "k5",
            at: 14)
        return upload
    }

    private func lines(_ storage: any Storage, archive: String = "x") async throws -> [[UInt8]] {
        let lines = Lock<[[UInt8]]>([])
        try await ArchiveExport(storage).run(archive: archive) { line in lines.withLock { $0.append(line.dropLast()) } }
        return lines.withLock { $0 }
    }

    private func read(_ lines: some Sequence<[UInt8]>, into storage: any Storage, rowsAtOnce: Int = 500) async throws
        -> ArchiveImport
    {
        var archive = ArchiveImport(into: storage, rowsAtOnce: rowsAtOnce)
        for line in lines { try await archive.add(line) }
        return archive
    }

    @Test(arguments: ways)
    func `a feed is the same in its new storage, and goes on there`(from: Kind, to: Kind) async throws {
        let source = try place(from).open()
        let upload = try await fill(source)
        let archive = try await lines(source)
        let names = Set(archive.dropFirst().compactMap { try? JSONParser.parse($0).object?["row"]?.string })
        #expect(
            names.isSuperset(of: [
                "card", "action", "ask", "audit", "chunk", "delivery", "ending", "record", "theme", "end",
            ]))

        let target = try place(to).open(isForImport: true)
        var reading = try await read(archive, into: target)
        let count = try await reading.finish()
        #expect(count == archive.count - 2)
        #expect(target.epoch != source.epoch)
        let copy = try await lines(target)
        // Without the number of ended cards, which each storage counts in its own way.
        func rows(_ lines: [[UInt8]]) -> [String] {
            lines.dropFirst().map { String(decoding: $0, as: UTF8.self) }.filter {
                !$0.contains("\"row\":\"environment\"")
            }
        }
        #expect(rows(copy).dropLast() == rows(archive).dropLast())

        for feed in [Rig.ops, FeedKey(viewer: Rig.ana, streamID: "news")] {
            let (left, right) = (
                try await Rig(storage: source).changes(of: feed, after: 0),
                try await Rig(storage: target).changes(of: feed, after: 0)
            )
            #expect(left.entries == right.entries && !left.entries.isEmpty)
            #expect(try await source.position(of: feed) == target.position(of: feed))
        }
        #expect(
            try await source.audit(of: Rig.environment, in: AuditQuery())
                == target.audit(of: Rig.environment, in: AuditQuery()))
        #expect(try await source.user(Rig.ana) == target.user(Rig.ana))
        #expect(try await source.webhooks() == target.webhooks())
        let content = try await target.files.open(upload)
        var bytes: [UInt8] = []
        while bytes.count < Self.file.count { bytes += try await content.read(atMost: 50_000) }
        await content.close()
        #expect(bytes == Self.file)

        // Sequence numbers continue, and repeated requests have no further effect.
        let rig = Rig(storage: target)
        let again = try await rig.publish(
            (0..<12).map { CardID(stored: "d\($0)") }, to: (0..<12).map { UserID("u\($0)") }, key: "p")
        #expect(again.first == "c100")
        try await rig.publish(["new"], at: 20)
        try await rig.act(.dismiss, on: "new", key: "k9", at: 21)
        let range = RecordRange(start: .after(0), limit: 99, mostBytes: .max)
        let ended = try await target.endedCards(of: Rig.environment, in: range).cards
        #expect(ended.last?.outcome.id == "new" && Set(ended.map(\.number)).count == ended.count)
        try await source.close()
        try await target.close()
    }

    @Test(arguments: ways)
    func `an import that was interrupted continues, and no server uses the feed before`(from: Kind, to: Kind)
        async throws
    {
        let source = try place(from).open()
        _ = try await fill(source)
        let archive = try await lines(source)
        let place = try place(to)
        var storage = try place.open(isForImport: true)
        var partial = try await read(archive.prefix(archive.count / 2), into: storage, rowsAtOnce: 3)
        #expect(partial.stored > 0)
        await #expect(throws: ArchiveError.incomplete) { _ = try await partial.finish() }
        try await storage.close()

        #expect(throws: StorageError.unfinishedImport) { try place.open() }
        storage = try place.open(isForImport: true)
        await #expect(throws: ArchiveError.unfinished) {
            _ = try await self.read(try await self.lines(source, archive: "another"), into: storage)
        }
        var rest = try await read(archive, into: storage, rowsAtOnce: 3)
        #expect(rest.resumedAt > 0 && rest.resumedAt < archive.count)
        let count = try await rest.finish()
        #expect(count == archive.count - 2)
        try await storage.close()
        let opened = try place.open()
        #expect(try await opened.position(of: Rig.ops) == source.position(of: Rig.ops))
        try await opened.close()
        try await source.close()
    }

    @Test(arguments: Kind.allCases)
    func `differences from the archive are detected`(kind: Kind) async throws {
        let source = try place(.sqlite).open()
        _ = try await fill(source)
        let archive = try await lines(source)
        let target = try place(kind).open(isForImport: true)
        var reading = try await read(archive, into: target, rowsAtOnce: 1)
        try await Rig(storage: target).act(
            .voteUp(message: nil), on: "c100", by: Viewer(environment: Rig.environment, user: "u0"), at: 30)
        let error = await #expect(throws: ArchiveError.self) { _ = try await reading.finish() }
        guard case .differs(let name) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(name.contains("u0") || name.contains("c100"))
        try await source.close()
        try await target.close()
    }

    @Test func `a file that is not an archive is refused with the reason`() async throws {
        let target = try place(.sqlite).open(isForImport: true)
        for (line, reason) in [
            ("{\"id\":1}", "not an archive"), ("{", "not a line of JSON"), ("[]", "not a JSON object"),
        ] {
            let error = await #expect(throws: ArchiveError.self) {
                _ = try await self.read([Array(line.utf8)], into: target)
            }
            #expect(error?.description.contains(reason) == true)
        }
        let header = Array("{\"cardstream\":\"feed\",\"format\":1,\"archive\":\"x\"}".utf8)
        for (line, reason) in [
            ("{\"row\":\"spaceship\"}", "unknown kind of row: \"spaceship\""),
            ("{\"row\":\"card\"}", "a row \"card\" has no valid \"id\""),
        ] {
            let lines = [header, Array(line.utf8)]
            let error = await #expect(throws: ArchiveError.self) { _ = try await self.read(lines, into: target) }
            #expect(error?.description.contains(reason) == true)
        }
        let later = Array("{\"cardstream\":\"feed\",\"format\":3,\"archive\":\"x\"}".utf8)
        await #expect(throws: ArchiveError.newer) { _ = try await self.read([later], into: target) }
        try await target.close()
    }
}
