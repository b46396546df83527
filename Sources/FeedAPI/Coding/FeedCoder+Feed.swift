import CardSources
import Cards

import struct Foundation.Date

extension FeedCoder {
    // MARK: Pages

    package static func encode(_ page: FeedPage) -> [UInt8] {
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

    package static func decodePage(_ bytes: [UInt8]) throws(Problem) -> FeedPage {
        let object = try WireObject(document: bytes)
        var unreadable: [UnreadablePart] = []
        var page = FeedPage(
            streamID: try object.id("stream"), cursor: try object.id("cursor"),
            entries: try entries(object, "entries", unreadable: &unreadable), next: try object.optionalString("next"),
            totalCount: try object.int("totalCount"),
            hasEverHadCard: try object.optionalBool("hasEverHadCard") ?? false,
            serverTime: try object.time("serverTime"))
        page.unreadable = unreadable
        return page
    }

    // MARK: Deltas

    package static func encode(_ delta: FeedDelta) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 256 + size(of: delta.upserts) + 96 * delta.removals.count)
        writer.object { writeMembers(of: delta, to: &$0) }
        return writer.bytes
    }

    package static func decodeDelta(_ bytes: [UInt8]) throws(Problem) -> FeedDelta {
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
        var unreadable: [UnreadablePart] = []
        let removals = try elements(object, "removals", unreadable: &unreadable) { slice throws(Problem) in
            let removal = try WireObject(slice)
            return FeedRemoval(
                id: try removal.id("id"), sequence: Int64(try removal.int("seq")), status: try removal.choice("status"))
        }
        var delta = FeedDelta(
            streamID: try object.id("stream"), cursor: try object.id("cursor"),
            upserts: try entries(object, "upserts", unreadable: &unreadable), removals: removals,
            hasMore: try object.optionalBool("hasMore") ?? false, serverTime: try object.time("serverTime"))
        delta.unreadable = unreadable
        return delta
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

    /// Decodes each element separately, so that one invalid element does not affect the rest of the stream.
    private static func elements<Element>(
        _ object: WireObject, _ key: String, unreadable: inout [UnreadablePart],
        _ read: (JSONSlice) throws(Problem) -> Element
    ) throws(Problem) -> [Element] {
        guard let slices = try object.optionalElements(key) else { return [] }
        var elements: [Element] = []
        elements.reserveCapacity(slices.count)
        for (index, slice) in slices.enumerated() {
            do throws(Problem) {
                elements.append(try read(slice))
            } catch {
                // Pointers are created only for invalid elements, because a feed may be long.
                unreadable.append(UnreadablePart(slice, "/\(key)/\(index)", error))
            }
        }
        return elements
    }

    private static func entries(
        _ object: WireObject, _ key: String, unreadable: inout [UnreadablePart]
    ) throws(Problem) -> [FeedEntry] {
        try elements(object, key, unreadable: &unreadable) { slice throws(Problem) in
            // A body with more levels could be stored, but it could not be drawn or filtered.
            try entry(WireObject(slice.limited(toDepth: 1 + JSONParser.defaultDepthLimit)))
        }
    }

    private static func entry(_ object: WireObject) throws(Problem) -> FeedEntry {
        let card = try object.slice("card", expected: "an object")
        guard card.bytesInPlace.first == UInt8(ascii: "{") else { throw object.failure("card", expected: "an object") }
        let created = try object.time("created")
        let vote = try object.optionalString("vote").flatMap(Card.Vote.init(rawValue:))
        return FeedEntry(
            id: try object.id("id"), sequence: Int64(try object.int("seq")),
            status: try object.choice("status"),
            priority: try object.optionalInt("priority") ?? CardBody.defaultPriority,
            createdAt: created, updatedAt: try object.optionalTime("updated") ?? created,
            activeAt: try object.optionalTime("active") ?? created,
            snoozedUntil: try object.optionalTime("snoozedUntil"),
            expiresAt: try object.optionalTime("expires"), vote: vote, body: card.bytes)
    }
}

extension UnreadablePart {
    init(_ slice: JSONSlice, _ pointer: String, _ problem: Problem) {
        // The id only helps to identify the part. `problem` contains the reason.
        let id = (try? WireObject(slice))?.optional("id")
        self.init(
            cardID: (try? id?.string()).flatMap { CardID($0) }, pointer: pointer + (problem.pointer ?? ""),
            reason: problem.detail ?? problem.title)
    }
}
