import Cards
import FeedAPI
import FeedEngine
import FeedSQLite
import FeedServer
import FeedStorage
import Support

import struct Foundation.Date
import class Foundation.FileManager

/// A server's data: cards, answers, uploaded files, and the keys that are created with the data.
enum ServerWork {
    private static let ana = Viewer(environment: "e", user: "ana")
    private static let feed = FeedKey(viewer: ana, streamID: "cuts")
    private static let form = CardBody(
        components: [
            .input(Card.Input(name: "photo", kind: .fileUpload(bucketID: "photos", allowedTypes: .staticImage))),
            .buttons(
                Card.ButtonContainer(buttons: [
                    Card.Button(text: "Send", action: .submit(Card.ButtonAction.Submission(buttonName: "send")))
                ])),
        ]
    ).encoded()

    static func run(_ folder: String, _ random: inout SeededGenerator) async throws {
        var storage = try SQLiteStorage(directory: folder)
        PowerCut.printLine("is keys-\(try DevelopmentKeys.load(from: folder).viewerKey)")
        PowerCut.printLine("is signing-\(try SigningKey.load(from: folder).publicKey.id)")
        try await storage.removeStrayFiles()
        try Integrity.check(folder + "/feed.sqlite")
        var cards: [CardID] = []
        let found = try await storage.changes(
            of: feed, after: 0, skippingRemovalsUpTo: 0,
            into: EntryCollector(limit: 1_000_000, mostBytes: .max, now: Date()))
        for entry in found.collector.entries {
            PowerCut.printLine("is \(entry.id.rawValue)")
            if entry.status == .dismissed {
                PowerCut.printLine("is end-\(entry.id.rawValue)")
            } else {
                cards.append(entry.id)
            }
        }
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder + "/uploads")) ?? [] {
            let bytes = FileManager.default.contents(atPath: "\(folder)/uploads/\(name)") ?? .init()
            guard Array(bytes) == content(name) else {
                throw Integrity.Damage(words: "the upload \(name) is not whole")
            }
            PowerCut.printLine("is upload-\(name)")
        }
        PowerCut.printLine("opened")
        PowerCut.printLine("kept keys-\(try DevelopmentKeys.load(from: folder).viewerKey)")
        PowerCut.printLine("kept signing-\(try SigningKey.load(from: folder).publicKey.id)")
        var number = Int.random(in: 0..<1_000_000_000_000, using: &random)
        for _ in 0..<random.below(300) {
            number += 1
            switch random.below(10) {
            case 0..<5:
                let request = PublishRequest(
                    streamID: "cuts", users: ["ana"], key: PublicationKey(stored: "p-\(number)"), body: form)
                let command = PublishCards(
                    [try Publication(request, now: Date())], in: "e", ids: [CardID(stored: "card-\(number)")],
                    now: Date())
                for card in try await storage.run(command).reply.cards {
                    PowerCut.printLine("kept \(card.id.rawValue)")
                    cards.append(card.id)
                }
            case 5..<8:
                guard !cards.isEmpty else { continue }
                let card = cards.remove(at: random.below(cards.count))
                let request = ActionRequest(
                    key: ActionKey(stored: "k-\(number)"), streamID: "cuts", cardID: card, response: .dismiss,
                    at: Date())
                _ = try await storage.run(ActOnCard(request, by: ana, now: Date()))
                PowerCut.printLine("kept end-\(card.rawValue)")
            case 8:
                guard let card = cards.last else { continue }
                try await upload(to: card, in: storage, number)
            case 9 where random.below(10) == 0:
                // Checkpoints the write-ahead log.
                try await storage.close()
                storage = try SQLiteStorage(directory: folder)
            default: break
            }
        }
        try await storage.close()
    }

    private static func upload(to card: CardID, in storage: SQLiteStorage, _ number: Int) async throws {
        let files = storage.files
        let id = try await files.begin(size: 4000)
        let bytes = content(id.rawValue)
        try await files.append(Array(bytes.prefix(1000)), to: id)
        try await files.append(Array(bytes.dropFirst(1000)), to: id)
        try await files.finish(id)
        let receipt = UploadReceipt(
            id: id, bucketID: "photos", filename: "a.png", format: .png, size: bytes.count)
        let target = UploadTarget(
            key: ActionKey(stored: "u-\(number)"), streamID: "cuts", cardID: card, bucketID: "photos")
        _ = try await storage.run(KeepUpload(receipt, for: target, fingerprint: "f", by: ana, now: Date()))
        PowerCut.printLine("kept upload-\(id.rawValue)")
    }

    /// The content of an uploaded file, by its name.
    private static func content(_ name: String) -> [UInt8] { Array(String(repeating: name, count: 100).utf8) }
}
