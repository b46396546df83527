import Cards

import struct Foundation.Date

extension FeedCoder {
    // MARK: Pages

    public static func encode(_ page: FeedPage) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 256 + size(of: page.entries))
        writer.object { writer in
            writer.member("stream", page.streamID.rawValue)
            writer.member("cursor", page.cursor.rawValue)
            writer.key("entries")
            writer.array { writer in for entry in page.entries { write(entry, to: &writer) } }
            writer.member("next", ifPresent: page.next)
            writer.member("totalCount", page.totalCount)
            writer.member("hasEverHadCard", page.hasEverHadCard)
            writer.member("serverTime", page.serverTime)
        }
        return writer.bytes
    }

    public static func decodePage(_ bytes: [UInt8]) throws(Problem) -> FeedPage {
        let object = try WireObject(document: bytes)
        return FeedPage(
            streamID: StreamID(try object.string("stream")), cursor: FeedCursor(rawValue: try object.string("cursor")),
            entries: try entries(object, "entries"), next: try object.optionalString("next"),
            totalCount: try object.int("totalCount"),
            hasEverHadCard: try object.optionalBool("hasEverHadCard") ?? false,
            serverTime: try object.time("serverTime"))
    }

    // MARK: Deltas

    public static func encode(_ delta: FeedDelta) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 256 + size(of: delta.upserts) + 96 * delta.removals.count)
        writer.object { writeMembers(of: delta, to: &$0) }
        return writer.bytes
    }

    public static func decodeDelta(_ bytes: [UInt8]) throws(Problem) -> FeedDelta {
        try delta(WireObject(document: bytes))
    }

    static func writeMembers(of delta: FeedDelta, to writer: inout JSONWriter) {
        writer.member("stream", delta.streamID.rawValue)
        writer.member("cursor", delta.cursor.rawValue)
        writer.key("upserts")
        writer.array { writer in for entry in delta.upserts { write(entry, to: &writer) } }
        writer.key("removals")
        writer.array { writer in
            for removal in delta.removals {
                writer.object { writer in
                    writer.member("id", removal.id.rawValue)
                    writer.member("seq", Int(removal.sequence))
                    writer.member("status", removal.status.rawValue)
                }
            }
        }
        if delta.hasMore { writer.member("hasMore", true) }
        writer.member("serverTime", delta.serverTime)
    }

    static func delta(_ object: WireObject) throws(Problem) -> FeedDelta {
        var removals: [FeedRemoval] = []
        for (index, slice) in (try object.optionalElements("removals") ?? []).enumerated() {
            let removal = try WireObject(slice, pointer: "/removals/\(index)")
            removals.append(
                FeedRemoval(
                    id: CardID(try removal.string("id")), sequence: Int64(try removal.int("seq")),
                    status: try removal.choice("status")))
        }
        return FeedDelta(
            streamID: StreamID(try object.string("stream")), cursor: FeedCursor(rawValue: try object.string("cursor")),
            upserts: try entries(object, "upserts"), removals: removals,
            hasMore: try object.optionalBool("hasMore") ?? false, serverTime: try object.time("serverTime"))
    }

    // MARK: Entries

    static func size(of entries: [FeedEntry]) -> Int { entries.reduce(0) { $0 + 320 + $1.body.count } }

    static func write(_ entry: FeedEntry, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("id", entry.id.rawValue)
            writer.member("seq", Int(entry.sequence))
            writer.member("status", entry.status.rawValue)
            writer.member("priority", entry.priority)
            writer.member("created", entry.createdAt)
            writer.member("updated", entry.updatedAt)
            writer.member("active", entry.activeAt)
            if let snoozedUntil = entry.snoozedUntil { writer.member("snoozedUntil", snoozedUntil) }
            if let expiresAt = entry.expiresAt { writer.member("expires", expiresAt) }
            writer.member("vote", ifPresent: entry.vote?.rawValue)
            writer.key("card")
            writer.raw(entry.body)
        }
    }

    private static func entries(_ object: WireObject, _ key: String) throws(Problem) -> [FeedEntry] {
        guard let slices = try object.optionalElements(key) else { return [] }
        var entries: [FeedEntry] = []
        entries.reserveCapacity(slices.count)
        for (index, slice) in slices.enumerated() {
            do {
                entries.append(try entry(WireObject(slice)))
            } catch {
                var error = error
                // Pointers are made for errors only; a feed is long.
                error.pointer = "/\(key)/\(index)\(error.pointer ?? "")"
                throw error
            }
        }
        return entries
    }

    private static func entry(_ object: WireObject) throws(Problem) -> FeedEntry {
        let card = try object.slice("card", expected: "an object")
        guard card.bytesInPlace.first == UInt8(ascii: "{") else { throw object.failure("card", expected: "an object") }
        let created = try object.time("created")
        let vote = try object.optionalString("vote").flatMap(Card.Vote.init(rawValue:))
        return FeedEntry(
            id: CardID(try object.string("id")), sequence: Int64(try object.int("seq")),
            status: try object.choice("status"),
            priority: try object.optionalInt("priority") ?? CardBody.defaultPriority,
            createdAt: created, updatedAt: try object.optionalTime("updated") ?? created,
            activeAt: try object.optionalTime("active") ?? created,
            snoozedUntil: try object.optionalTime("snoozedUntil"),
            expiresAt: try object.optionalTime("expires"), vote: vote, body: card.bytes)
    }
}
