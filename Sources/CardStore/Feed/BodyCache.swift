import Cards
import SQLite

/// Caches decoded bodies of the cards in and around the last windows, so that a change of one card decodes one card.
/// The key consists of values that local changes do not alter. A row alone is not enough: SQLite reuses the rows of
/// removed cards, and sequence numbers may start again with another user or feed.
struct BodyCache {
    struct Key: Hashable {
        var row: Int64
        var id: String
        var sequence: Int64
        /// When the publisher changed the card, in milliseconds.
        var updated: Int64
    }

    /// Why a body cannot be shown.
    struct Unreadable: Error, Hashable { var text: String }

    struct Entry {
        var body: Result<CardBody, Unreadable>
        /// The size of the JSON, which is proportional to the memory used.
        var bytes: Int
    }

    private struct Generation {
        private(set) var entries: [Key: Entry] = [:]
        private(set) var bytes = 0

        mutating func add(_ entry: Entry, _ key: Key) {
            entries[key] = entry
            bytes += entry.bytes
        }

        mutating func take(_ key: Key) -> Entry? {
            guard let entry = entries.removeValue(forKey: key) else { return nil }
            bytes -= entry.bytes
            return entry
        }
    }

    /// The limits of a generation before the next one begins: the count limits small cards, the size limits large ones.
    static let countLimit = 256
    static let byteLimit = 2 << 20

    /// Two generations: bodies that the last few passes used are kept, and all others are dropped together.
    private var young = Generation()
    private var old = Generation()

    /// The size of the JSON of all cached bodies.
    var bytes: Int { young.bytes + old.bytes }

    mutating func body(_ key: Key, _ db: Database) throws -> Entry {
        if let known = young.entries[key] { return known }
        if let known = old.take(key) {
            young.add(known, key)
            return known
        }
        let select = try db.statement("SELECT body FROM card WHERE row = ?")
        select.bind(key.row)
        let json = try select.first { $0.bytes(0) } ?? []
        let entry = Entry(body: Self.decode(json), bytes: json.count)
        young.add(entry, key)
        return entry
    }

    mutating func endPass() {
        guard young.entries.count > Self.countLimit || young.bytes > Self.byteLimit else { return }
        old = young
        young = Generation()
    }

    private static func decode(_ bytes: [UInt8]) -> Result<CardBody, Unreadable> {
        do {
            return .success(try CardBody.decode(bytes))
        } catch {
            return .failure(Unreadable(text: "\(error)"))
        }
    }
}
