import CardStream

import struct Foundation.Data
import struct Foundation.Date
import class Foundation.FileManager
import struct Foundation.URL
import struct Foundation.UUID

/// A folder of cards as a source: each file `ID.json` contains the JSON of one card. A changed file is a changed card,
/// a removed file is a cancelled card, and the file of a dismissed card is moved into the folder `dismissed`.
///
/// The folder is the only storage: the history of changes begins again with each start, with another generation.
actor FolderSource: CardSource {
    /// The source supports polling and dismissals, and nothing else.
    nonisolated let capabilities = SourceCapabilities(actions: [.dismiss])

    private let folder: URL
    private let generation = UUID().uuidString
    /// Increases with every change of any card: each change is the version of its card, and the last change is the
    /// cursor.
    private var version: Int64 = 0
    private var entries: [CardID: FeedEntry] = [:]
    private var removals: [CardID: FeedRemoval] = [:]
    /// The completed actions by their keys, so that a repeated action takes effect only once.
    private var done: [ActionKey: (card: CardID, receipt: ActionReceipt)] = [:]

    init(_ folder: URL) { self.folder = folder }

    func snapshot(of stream: StreamID, page: String?) async throws(SourceError) -> FeedPage {
        try look()
        let sorted = entries.values.sorted { ($0.priority, $1.activeAt) < ($1.priority, $0.activeAt) }
        return FeedPage(
            streamID: stream, cursor: try cursor, entries: sorted, totalCount: sorted.count,
            hasEverHadCard: version > 0, serverTime: Date(), generation: generation)
    }

    func changes(of stream: StreamID, since cursor: FeedCursor) async throws(SourceError) -> FeedDelta? {
        try look()
        let parts = cursor.rawValue.split(separator: " ")
        guard parts.count == 2, parts[0] == generation, let start = Int64(parts[1]) else {
            throw .cursorExpired
        }
        guard start < version else { return nil }
        return FeedDelta(
            streamID: stream, cursor: try self.cursor, upserts: entries.values.filter { $0.version > start },
            removals: removals.values.filter { $0.version > start }, serverTime: Date())
    }

    func perform(_ action: ActionRequest) async throws(SourceError) -> ActionReceipt {
        try look()
        if let (card, receipt) = done[action.key] {
            guard card == action.cardID, action.response == .dismiss else {
                throw .refused(SourceRefusal(.keyReused))
            }
            return receipt
        }
        guard entries[action.cardID] != nil else {
            throw .refused(SourceRefusal(removals[action.cardID] == nil ? .unknownCard : .cardClosed))
        }
        guard action.response == .dismiss else { throw .refused(SourceRefusal(.notOffered)) }
        let bin = folder.appending(path: "dismissed")
        let name = "\(action.cardID).json"
        do {
            try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
            _ = try? FileManager.default.removeItem(at: bin.appending(path: name))
            try FileManager.default.moveItem(at: folder.appending(path: name), to: bin.appending(path: name))
        } catch {
            throw .refused(SourceRefusal(.failed, detail: "The file cannot be moved: \(error)"))
        }
        remove(action.cardID, .dismissed)
        let receipt = ActionReceipt(key: action.key, cardID: action.cardID, status: .dismissed, version: version)
        done[action.key] = (action.cardID, receipt)
        return receipt
    }

    // MARK: The folder

    private var cursor: FeedCursor {
        get throws(SourceError) {
            guard let cursor = FeedCursor(rawValue: "\(generation) \(version)") else { throw .malformed("no cursor") }
            return cursor
        }
    }

    /// Compares the folder with the known entries.
    private func look() throws(SourceError) {
        var found: Set<CardID> = []
        for file in try files() {
            // A file whose name is not a valid id is not a card, and a file that disappears during the comparison
            // counts as removed.
            guard let id = CardID(rawValue: file.deletingPathExtension().lastPathComponent),
                let data = try? Data(contentsOf: file)
            else { continue }
            found.insert(id)
            let bytes = Array(data)
            if entries[id]?.body != bytes { change(id, to: bytes) }
        }
        for id in entries.keys where !found.contains(id) { remove(id, .cancelled) }
    }

    private func files() throws(SourceError) -> [URL] {
        do {
            return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
                .filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }
        } catch { throw .unreachable("The folder cannot be read: \(error)") }
    }

    private func change(_ id: CardID, to body: [UInt8]) {
        version += 1
        let created = entries[id]?.createdAt ?? Date()
        // A card that cannot be read is shown as unreadable, and hides no other card.
        let card = try? CardBody.decode(body)
        removals[id] = nil
        entries[id] = FeedEntry(
            id: id, version: version, priority: card?.priority ?? CardBody.defaultPriority, createdAt: created,
            updatedAt: Date(), activeAt: created, expiresAt: card?.expiresAt, body: body)
    }

    private func remove(_ id: CardID, _ status: CardStatus) {
        version += 1
        entries[id] = nil
        removals[id] = FeedRemoval(id: id, version: version, status: status)
    }
}
