import Cards
import FeedAPI

import struct Foundation.UUID

/// Stores the contents of files in memory.
actor MemoryFiles: FileStorage {
    private var contents: [UploadID: [UInt8]] = [:]
    /// Files that do not belong to a stored upload yet.
    private var unsettled: Set<UploadID> = []

    func begin(size: Int) -> UploadID {
        let id = UploadID(stored: UUID().uuidString.lowercased())
        contents[id] = []
        unsettled.insert(id)
        return id
    }

    func append(_ bytes: [UInt8], to id: UploadID) throws(Problem) {
        guard contents[id] != nil else { throw Problem(.shuttingDown) }
        contents[id]?.append(contentsOf: bytes)
    }

    func finish(_ id: UploadID) {}

    func discard(_ id: UploadID) {
        if unsettled.remove(id) != nil { contents[id] = nil }
    }

    func open(_ id: UploadID) throws(Problem) -> any FileContent {
        guard let bytes = contents[id] else { throw Problem(.notFound) }
        return MemoryContent(bytes)
    }

    /// Marks files as belonging to stored uploads.
    func settle(_ ids: [UploadID]) { unsettled.subtract(ids) }

    func remove(_ ids: [UploadID]) { for id in ids { contents[id] = nil } }

    func removeSettled(except known: Set<UploadID>) {
        contents = contents.filter { known.contains($0.key) || unsettled.contains($0.key) }
    }
}

/// An open file in memory, with its read position.
private actor MemoryContent: FileContent {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    struct EndOfFile: Error {}

    func read(atMost count: Int) throws -> [UInt8] {
        guard !rest.isEmpty else { throw EndOfFile() }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    func close() {}
}
