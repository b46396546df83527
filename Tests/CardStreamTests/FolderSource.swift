import CardStream

import struct Foundation.Data
import struct Foundation.Date
import class Foundation.FileManager
import struct Foundation.URL
import struct Foundation.UUID

/// A folder of cards as a source: each file `ID.json` holds the JSON of one card. A changed file is a changed card, a file
/// that goes is a card that is cancelled, and a dismissed card's file is moved into the folder `dismissed`.
///
/// The folder is the only memory: the history of changes begins anew with each start, under another generation.
actor FolderSource: CardSource {
    /// It looks when it is asked, and takes dismissals; nothing else.
    nonisolated let capabilities = SourceCapabilities(actions: [.dismiss])

    private let folder: URL
    private let generation = UUID().uuidString
    /// Grows with every change of any card: each change is the version of its card, and the last one makes the cursor.
    private var version: Int64 = 0
    private var entries: [CardID: FeedEntry] = [:]
    private var removals: [CardID: FeedRemoval] = [:]
    /// What was done, by the key it was asked with: a repeated action takes effect once.
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

    /// Compares the folder with what is known of it.
    private func look() throws(SourceError) {
        var found: Set<CardID> = []
        for file in try files() {
            // A name that cannot be an id is no card, and a file that goes in this moment is gone.
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
        // One that cannot be read is shown as such, and hides no other.
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
